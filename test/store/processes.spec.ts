import { spawn } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'tsdown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomFrom } from '../../src/core/random.ts'
import { PathStore } from '../../src/store/path-store.ts'
import { emptyFolder, savedPath } from './saved-paths.ts'

/** Adds one path after the other, and says of each that it is saved. */
const writer = `
import { PathStore } from './path-store.mjs'
const [file, name, count, pattern] = process.argv.slice(2)
const store = new PathStore(file)
for (let index = 0; index < Number(count); index++) {
  const path = JSON.parse(pattern)
  const problem = await store.change({ add: [{ ...path, test: { names: [name + ' ' + index], place: 0 } }] })
  console.log(problem ?? name + ' ' + index)
}
`
const programs = mkdtempSync(join(tmpdir(), 'interlace-writers-'))

beforeAll(async () => {
  await build({
    config: false,
    entry: ['src/store/path-store.ts'],
    outDir: programs,
    clean: false,
    format: 'esm',
    dts: false,
    deps: { alwaysBundle: [/^msgpackr/] },
    logLevel: 'silent',
  })
  writeFileSync(join(programs, 'writer.mjs'), writer)
})
afterAll(() => rmSync(programs, { recursive: true, force: true }))

interface Writer {
  /** What it has said so far. */
  readonly said: string[]
  readonly ended: Promise<void>
  kill(): void
}

function startWriter(file: string, name: string, count: number): Writer {
  const args = [join(programs, 'writer.mjs'), file, name, String(count), JSON.stringify(savedPath(name))]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const said: string[] = []
  let rest = ''
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = `${rest}${chunk.toString()}`.split('\n')
    rest = lines.pop() ?? ''
    said.push(...lines)
  })
  return {
    said,
    ended: new Promise((resolve) => child.once('close', () => resolve())),
    kill: () => void child.kill('SIGKILL'),
  }
}

function namesIn(store: PathStore): readonly string[] {
  return store.read().map(({ test }) => test.names.join(' '))
}

test('processes that write at once lose nothing', async () => {
  const store = new PathStore(join(emptyFolder(), '__paths__', 'a.spec.ts.paths'))
  const writers = ['ann', 'ben', 'cy'].map((name) => startWriter(store.file, name, 40))
  await Promise.all(writers.map(({ ended }) => ended))
  const expected = ['ann', 'ben', 'cy'].flatMap((name) => Array.from({ length: 40 }, (_, index) => `${name} ${index}`))
  expect(writers.flatMap(({ said }) => said).sort()).toEqual(expected.sort())
  expect([...namesIn(store)].sort()).toEqual(expected)
  expect(readdirSync(dirname(store.file))).toEqual(['a.spec.ts.paths'])
})

test('a process that is killed while it writes leaves a whole file with all that it had saved', async () => {
  const store = new PathStore(join(emptyFolder(), '__paths__', 'a.spec.ts.paths'))
  const random = randomFrom('when to kill')
  const saved = new Set<string>()
  const survivor = startWriter(store.file, 'survivor', 60)
  for (let round = 0; round < 8; round++) {
    const victim = startWriter(store.file, `victim ${round}`, 10_000)
    while (victim.said.length < 3) await new Promise((resolve) => setTimeout(resolve, 1))
    await new Promise((resolve) => setTimeout(resolve, random() * 20))
    victim.kill()
    await victim.ended
    for (const name of victim.said) saved.add(name)
    expect(namesIn(store)).toEqual(expect.arrayContaining([...saved]))
  }
  await survivor.ended
  expect(survivor.said).toEqual(Array.from({ length: 60 }, (_, index) => `survivor ${index}`))
  expect(namesIn(store)).toEqual(expect.arrayContaining([...saved, ...survivor.said]))
  expect(await store.change({ add: [savedPath('the next one')] })).toBeUndefined()
  expect(readdirSync(dirname(store.file))).toEqual(['a.spec.ts.paths'])
})
