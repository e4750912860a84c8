import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PathStore } from '../../src/store/path-store.ts'
import { account, accountSpec } from './account.ts'
import { createProject, type Project } from './project.ts'

const failing = { 'account.ts': account, 'account.spec.ts': accountSpec }

/** Deposits one after the other. */
const fixed = account.replace(
  'async deposit',
  'private last: Promise<void> = Promise.resolve()\n  deposit(amount: number) {\n' +
    '    return (this.last = this.last.then(() => this.add(amount)))\n  }\n  async add',
)

/** The same bug on the same path, with a step more. */
const changed = account.replace('balance + amount)', 'balance + amount)\n    await this.ledger.read()')

const file = '__paths__/account.spec.ts.paths'
const line = `saved    ${file}\n`

function savedIn(project: Project, path = file) {
  return new PathStore(join(project.folder, path)).read()
}

/** Runs Vitest, and counts the executions of the body. */
async function run(project: Project, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  project.write({ runs: '' })
  const ended = await project.vitest(['run', ...args], env)
  return { ...ended, runs: project.read('runs').length }
}

test('a failing path is saved, replayed in one execution, kept when it passes, and pruned by an update', async () => {
  const project = createProject(failing)

  const found = await run(project)
  expect(found.code).toBe(1)
  expect(found.runs).toBeGreaterThan(3)
  expect(found.output).toContain('no deposit is lost: fails with 1 delay (found after')
  expect(found.output).toContain(line)
  expect(savedIn(project)).toEqual([
    {
      test: { names: ['no deposit is lost'], place: 0 },
      path: 'run-to-completion:1',
      conditions: { latency: 1000, steps: 10_000, environment: [] },
      kind: 'failed',
      message: 'AssertionError: expected 20 to be 30 // Object.is equality',
      digest: expect.stringMatching(/^[0-9a-f]{32}$/),
      outline: expect.arrayContaining(['main: starts (of 1)', 'alice: starts (of 2, 1 delayed)']),
      trace: expect.stringContaining('← delay: bob waits'),
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    },
  ])
  const bytes = readFileSync(join(project.folder, file))

  const replayed = await run(project)
  expect(replayed).toMatchObject({ code: 1, runs: 1 })
  expect(replayed.output).toContain('AssertionError: expected 20 to be 30 // Object.is equality\n\n')
  expect(replayed.output).toMatch(/no deposit is lost: fails on a path saved on \d{4}-\d\d-\d\d\n/)
  expect(replayed.output).toContain(
    'INTERLACE_PATH=run-to-completion:1 npx vitest run account.spec.ts -t "no deposit is lost"\n' + line,
  )
  expect(replayed.output).not.toContain('has changed')
  expect(readFileSync(join(project.folder, file))).toEqual(bytes)

  project.write({ 'account.ts': fixed })
  const passing = await run(project)
  expect(passing.code).toBe(0)
  expect(passing.runs).toBeGreaterThan(3)
  expect(passing.output).not.toContain('path')
  expect(readFileSync(join(project.folder, file))).toEqual(bytes)

  expect((await run(project, ['-u'])).code).toBe(0)
  expect(existsSync(join(project.folder, '__paths__'))).toBe(false)
  expect(await run(project, ['-u'])).toMatchObject({ code: 0, runs: passing.runs - 1 })
})

test('nothing is saved on CI unless it is asked for; what is saved is replayed there as anywhere', async () => {
  const project = createProject({
    ...failing,
    'asked.spec.ts': accountSpec.replace("is lost', async", "is lost', { save: true }, async"),
    'vitest.config.ts': `
      import { interlace } from 'interlace/plugin'
      export default { plugins: [interlace({ save: false })] }
    `,
  })
  const files = (): readonly string[] => readdirSync(join(project.folder, '__paths__'))

  // The test's own word beats the plugin's and the runner's.
  const searched = await run(project, [], { CI: 'true' })
  expect(searched.output.match(/^saved .*$/gm)).toEqual(['saved    __paths__/asked.spec.ts.paths'])
  expect(files()).toEqual(['asked.spec.ts.paths'])

  // The word of the environment beats all others.
  await run(project, ['account'], { CI: 'true', INTERLACE_SAVE: 'true' })
  expect(files()).toEqual(['account.spec.ts.paths', 'asked.spec.ts.paths'])

  expect(await run(project, [], { CI: 'true' })).toMatchObject({ code: 1, runs: 2 })
})

test('a program that has changed is recognised, and what differs is said', async () => {
  const project = createProject(failing)
  await run(project)
  const [before] = savedIn(project)

  // Fails on the same path, but by other steps: it is saved as it fails now.
  project.write({ 'account.ts': changed })
  const other = await run(project)
  expect(other).toMatchObject({ code: 1, runs: 1 })
  expect(other.output).toMatch(/The program has changed since \S+: step \d+ was: .+ \(of \d\)\n +now: .+ \(of \d\)\n/)
  expect(other.output).toContain(line)
  expect(savedIn(project)).toMatchObject([{ digest: expect.not.stringMatching(before?.digest ?? '') }])

  // Has no place for the delay any more.
  const alone = accountSpec.replace("spawn('bob', () => account.deposit(20)),", '').replace('toBe(30)', 'toBe(10)')
  const idle = alone.replace('await Promise.all', "spawn('idle', () => undefined)\n  await Promise.all")
  const [path] = savedIn(project)
  const store = new PathStore(join(project.folder, file))
  await store.change({ add: path ? [{ ...path, path: 'run-to-completion:90' }] : [] })
  project.write({ 'account.spec.ts': idle })
  const outlived = await run(project)
  expect(outlived.code).toBe(0)
  expect(outlived.output).toContain(
    '(run-to-completion:90) no longer leads through the program, which has changed since:',
  )
  expect(outlived.output).toMatch(/step \d+ was: bob: .+\n +now: .+/)
  expect(outlived.output).toContain('It is kept until it is removed by an update (vitest -u).')
  expect(savedIn(project)).toHaveLength(1)

  // Given by hand, it is an error.
  const given = await run(project, [], { INTERLACE_PATH: 'run-to-completion:90' })
  expect(given.code).toBe(1)
  expect(given.output).toContain('The path run-to-completion:90 does not fit this program')
  expect(given.output).toMatch(/The program has changed since \S+: step \d+ was: bob/)

  expect((await run(project, ['-u'])).output).toContain('It is removed.')
  expect(existsSync(join(project.folder, '__paths__'))).toBe(false)
})

test('tests of the same name, in suites and tables, in retries and repeats, have paths of their own', async () => {
  const body = `async ({ spawn, pause }) => {
    let seen = ''
    const step = (text) => async () => {
      await pause()
      seen += text
    }
    await Promise.all([spawn('a', step('a')), spawn('b', step('b'))])
    expect(seen).toBe('never')
  }`
  const project = createProject({
    'specs/odd 🧵 (name).spec.ts': `
      import { systematicTest } from 'interlace/vitest'
      import { appendFileSync } from 'node:fs'
      import { describe, expect } from 'vitest'
      const uncounted = ${body}
      const body = async (context) => {
        appendFileSync('runs', 'x')
        await uncounted(context)
      }
      systematicTest('twin', body)
      systematicTest('twin', body)
      describe('__proto__', () => systematicTest('C:\\\\names/../"odd" \\n > twin', body))
      systematicTest.each([[1], [1]])('case %i', async (_, context) => body(context))
      systematicTest('again', { retry: 2 }, body)
      systematicTest('and again', { repeats: 1 }, body)
      systematicTest.fails('meant to fail', uncounted)
      systematicTest('skips itself', async (context) => { await uncounted(context).catch(() => undefined); context.skip() })
    `,
  })
  const paths = 'specs/__paths__/odd 🧵 (name).spec.ts.paths'
  const first = await run(project)
  expect(first.output).toMatch(/Tests {2}7 failed .* 1 skipped \(9\)/)
  expect(first.output).toContain(`saved    ${paths}\n`)
  const tests = savedIn(project, paths).map(({ test }) => [...test.names, test.place])
  expect(tests).toEqual([
    ['__proto__', 'C:\\names/../"odd" \n > twin', 0],
    ['again', 0],
    ['and again', 0],
    ['case 1', 0],
    ['case 1', 1],
    ['twin', 0],
    ['twin', 1],
  ])
  const again = await run(project)
  expect(again.output).toMatch(/Tests {2}7 failed .* 1 skipped \(9\)/)
  // One for each, three for the retries, two for the repeats.
  expect(again.runs).toBe(5 + 3 + 2)
  expect(savedIn(project, paths)).toHaveLength(7)
})

test('a file that cannot be read fails its tests, says why, and is left as it is', async () => {
  const garbage = '<<<<<<< ours'
  const project = createProject({ ...failing, [file]: garbage })
  const { code, output, runs } = await run(project, ['-u'])
  expect({ code, runs }).toEqual({ code: 1, runs: 0 })
  expect(output).toMatch(/The saved paths in .*account\.spec\.ts\.paths cannot be read: it is no file of saved paths/)
  expect(output).toContain('It is left as it is. Restore it from version control')
  expect(project.read(file)).toBe(garbage)
  // Whoever gives a path needs no saved ones.
  expect(await run(project, [], { INTERLACE_PATH: 'run-to-completion:1' })).toMatchObject({ code: 1, runs: 1 })
})

test('where nothing can be written, the failure says so and is reported all the same', async () => {
  const project = createProject({ ...failing, __paths__: 'a file, not a folder' })
  const { code, output } = await run(project)
  expect(code).toBe(1)
  expect(output).toContain('AssertionError: expected 20 to be 30')
  expect(output).toMatch(/not saved: (?:a file stands where a folder should be|permission is denied)/)
})

test('what is set for one run stands in the line that replays it, and leaves the next run alone', async () => {
  const spec = `
    import { systematicTest } from 'interlace/vitest'
    import { appendFileSync } from 'node:fs'
    systematicTest('in time', async ({ controlled, spawn }) => {
      appendFileSync('runs', 'x')
      const fetch = controlled('fetch', async () => 'answer')
      await spawn('caller', () => Promise.race([
        fetch(),
        new Promise((_, reject) => setTimeout(() => reject(new Error('too late')), 5000)),
      ]))
    })
  `
  const project = createProject({ 'time.spec.ts': spec })
  const found = await run(project, [], { INTERLACE_LATENCY: '60000' })
  expect(found.output).toContain('Error: too late')
  expect(found.output).toMatch(/^INTERLACE_PATH=\S+ INTERLACE_LATENCY=60000 npx vitest run time\.spec\.ts/m)
  expect(found.output).toContain('not saved: INTERLACE_LATENCY holds for this run only')
  expect((await run(project)).output).not.toContain('too late')
})

test('a run with other limits neither replays nor replaces what is saved', async () => {
  const project = createProject(failing)
  await run(project)
  const saved = project.read('__paths__/account.spec.ts.paths')
  const cut = await run(project, [], { INTERLACE_STEPS: '2' })
  expect(cut.output).toContain('not saved: INTERLACE_STEPS holds for this run only')
  expect(project.read('__paths__/account.spec.ts.paths')).toBe(saved)
  expect(await run(project)).toMatchObject({ code: 1, runs: 1 })
})

test('console output and logs of a replayed execution come in the order of its steps', async () => {
  const spec = accountSpec
    .replace("spawn('alice', () =>", "spawn('alice', async () => { log('alice', 10); console.log('hears', 1); return")
    .replace('deposit(10)),', 'deposit(10) }),')
    .replace("spawn('bob', () =>", "spawn('bob', async () => { console.warn('bob is here'); return")
    .replace('deposit(20)),', 'deposit(20) }),')
    .replace('{ spawn, controlled }', '{ spawn, controlled, log }')
  const project = createProject({ 'account.ts': account, 'account.spec.ts': spec })
  const searched = await run(project)
  expect(searched.output.split('FAIL')[0]).not.toContain('hears')
  const replayed = await run(project)
  expect(replayed.output.split('FAIL')[0]).toMatch(/bob is here\nalice: alice 10\nhears 1\n/)
  const given = await project.vitest(['run'], { INTERLACE_PATH: 'run-to-completion:1' })
  expect(given.output.split('FAIL')[0]).toMatch(/alice: alice 10\nhears 1\n/)
  expect(given.output.split('FAIL')[0]).toContain('bob is here')
})

test('watching, saving does not start another run; a fixed bug passes, and one that comes back is replayed', async () => {
  const project = createProject({
    ...failing,
    runs: '',
    'vitest.config.ts': 'export default { server: { watch: { usePolling: true, interval: 50 } } }',
  })
  const watching = project.watch([])
  const ended = /(?:Waiting|Watching) for file changes/
  expect(await watching.until(ended)).toContain(line)
  const runs = project.read('runs').length
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(project.read('runs')).toHaveLength(runs)

  project.write({ 'account.ts': fixed })
  expect(await watching.until(ended)).toContain('Tests  1 passed (1)')
  expect(savedIn(project)).toHaveLength(1)

  project.write({ runs: '', 'account.ts': account })
  expect(await watching.until(ended)).toContain('no deposit is lost: fails on a path saved on ')
  expect(project.read('runs')).toBe('x')

  project.write({ 'account.ts': fixed })
  expect(await project.watch(['-u']).until(ended)).toContain('Tests  1 passed (1)')
  expect(existsSync(join(project.folder, '__paths__'))).toBe(false)
})

test('two runs at once lose nothing', async () => {
  const specs = (name: string): string => accountSpec.replace('no deposit is lost', name)
  const project = createProject({
    ...failing,
    'account.spec.ts': `${accountSpec}${['second', 'third'].map((name) => specs(name).replaceAll(/^import .*$/gm, '')).join('')}`,
  })
  mkdirSync(join(project.folder, '__paths__'))
  const all = await Promise.all(
    ['no deposit is lost', 'second', 'third'].map((name) => project.vitest(['run', '-t', name])),
  )
  expect(all.map(({ code }) => code)).toEqual([1, 1, 1])
  expect(savedIn(project).map(({ test }) => test.names[0])).toEqual(['no deposit is lost', 'second', 'third'])
})
