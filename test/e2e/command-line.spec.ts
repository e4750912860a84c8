import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { account, accountSpec } from './account.ts'
import { createProject, type Project } from './project.ts'

/** A project with a failing path of each of two tests. */
async function projectWithPaths(): Promise<Project> {
  const project = createProject({
    'account.ts': account,
    'account.spec.ts': accountSpec,
    'more/bank.spec.ts': accountSpec
      .replace('./account.ts', '../account.ts')
      .replace(
        /systematicTest\('no deposit is lost'([^]*)\}\)\n$/,
        "describe('bank', () => systematicTest('adds up'$1}))\n",
      )
      .replace('{ expect }', '{ describe, expect }'),
  })
  await project.vitest(['run'])
  return project
}

const id = /^ {2}([0-9a-f]{8}) {2}/m

test('list, show and replay tell of a saved path and run it', async () => {
  const project = await projectWithPaths()

  const list = await project.interlace(['list'])
  expect(list.code).toBe(0)
  expect(list.output.replaceAll(/[0-9a-f]{8} {2}/g, '<id>  ').replaceAll(/\d{4}-\d\d-\d\d/g, '<day>')).toBe(
    `account.spec.ts
  <id>  no deposit is lost
            AssertionError: expected 20 to be 30 // Object.is equality
            run-to-completion:1, saved on <day>

more/bank.spec.ts
  <id>  bank > adds up
            AssertionError: expected 20 to be 30 // Object.is equality
            run-to-completion:1, saved on <day>

2 saved paths in 2 files
`,
  )
  const first = id.exec(list.output)?.[1] ?? ''

  const json = JSON.parse((await project.interlace(['list', '--json'])).output) as { paths: { id: string }[] }
  expect(json).toMatchObject({
    paths: [
      {
        id: first,
        file: '__paths__/account.spec.ts.paths',
        spec: 'account.spec.ts',
        orphan: false,
        names: ['no deposit is lost'],
        path: 'run-to-completion:1',
        kind: 'failed',
        conditions: { latency: 1000, steps: 10_000, environment: [] },
      },
      { spec: 'more/bank.spec.ts', names: ['bank', 'adds up'] },
    ],
    unreadable: [],
  })

  project.write({ runs: '' })
  const show = await project.interlace(['show', first.slice(0, 5)])
  expect(show.code).toBe(0)
  expect(show.output).toContain(`no deposit is lost  ${first}\nAssertionError: expected 20 to be 30`)
  expect(show.output).toContain('← delay: bob waits')
  expect(show.output).toContain(
    `replay   INTERLACE_PATH=run-to-completion:1 npx vitest run account.spec.ts -t '^no deposit is lost$'\n`,
  )
  const shown = JSON.parse((await project.interlace(['show', 'deposit', '--json'])).output) as { outline: string[] }
  expect(shown.outline[0]).toBe('main: starts (of 1)')
  // Nothing was run for that.
  expect(project.read('runs')).toBe('')

  const replayed = await project.interlace(['replay', 'adds up'])
  expect(replayed.code).toBe(1)
  expect(replayed.output).toContain('adds up: fails on the given path')
  expect(replayed.output).toContain('saved    more/__paths__/bank.spec.ts.paths')
  expect(project.read('runs')).toBe('x')

  // A page takes a replay.
  const page = await project.interlace(['show', first, '--html'])
  const written = /^trace {4}(interlace-traces\/\S+\.html)$/m.exec(page.output)?.[1] ?? ''
  expect(project.read(written)).toContain('no deposit is lost')

  project.write({ runs: '', 'account.ts': account.replace('balance + amount', '30') })
  const passing = await project.interlace(['replay', first, '--', '--reporter=dot'])
  expect(passing.code).toBe(0)
  expect(passing.output).toContain('no deposit is lost: the path passes. The program has changed since ')
  expect(project.read('runs')).toBe('x')
})

test('prune removes the paths of tests and spec files that are gone, and no others', async () => {
  const project = await projectWithPaths()
  expect(await project.interlace(['prune'])).toEqual({ code: 0, output: '0 saved paths removed\n' })

  project.write({ 'account.spec.ts': accountSpec.replace('no deposit is lost', 'renamed') })
  renameSync(join(project.folder, 'more/bank.spec.ts'), join(project.folder, 'more/other.spec.ts'))
  const list = await project.interlace(['list'])
  expect(list.output).toContain('more/bank.spec.ts  is gone: interlace prune\n')

  const dry = await project.interlace(['prune', '--dry-run'])
  expect(dry.output).toMatch(
    /^ {2}[0-9a-f]{8} {2}account\.spec\.ts > no deposit is lost\n {2}[0-9a-f]{8} {2}more\/bank\.spec\.ts > bank > adds up\n2 saved paths would be removed\n$/,
  )
  expect((await project.interlace(['list'])).output).toBe(list.output)

  // What is in no list of tests may be in that of another configuration.
  project.write({ 'narrow.config.ts': "export default { test: { include: ['more/*.spec.ts'] } }" })
  const narrow = await project.interlace(['prune', '--dry-run', '--', '--config', 'narrow.config.ts'])
  expect(narrow.code).toBe(1)
  expect(narrow.output).toContain('more/bank.spec.ts > bank > adds up\n1 saved path would be removed\n')
  expect(narrow.output).toContain('Vitest lists no test of account.spec.ts: its paths are kept.')

  expect((await project.interlace(['prune'])).output).toBe(dry.output.replace('would be removed', 'removed'))
  expect(await project.interlace(['list'])).toEqual({ code: 0, output: '0 saved paths in 0 files\n' })
})

test('what is skipped, or not asked for, is not gone: prune keeps its paths, and replay says that nothing was run', async () => {
  const project = await projectWithPaths()
  project.write({ 'account.spec.ts': accountSpec.replace('systematicTest(', 'systematicTest.skip(') })
  expect((await project.interlace(['prune'])).output).toContain('0 saved paths removed\n')
  const replayed = await project.interlace(['replay', 'no deposit is lost'])
  expect(replayed.code).toBe(2)
  expect(replayed.output).toContain(
    'Nothing was replayed: account.spec.ts has no such test any more, or it is skipped.',
  )
  project.write({ 'account.spec.ts': accountSpec })
  expect((await project.interlace(['prune', '--', '-t', 'adds up'])).output).toContain('0 saved paths removed\n')
})

test('what is not understood gives help and the exit code 2, what cannot be read 1', async () => {
  const project = createProject({
    '__paths__/broken.spec.ts.paths': 'garbage',
    'broken.spec.ts': '',
  })
  const [none, unknown, option, word, nobody, help, of, version, broken] = await Promise.all(
    [
      [],
      ['fly'],
      ['list', '--jsn'],
      ['list', 'all'],
      ['show', 'x'],
      ['--help'],
      ['show', '-h'],
      ['--version'],
      ['list'],
    ].map((args) => project.interlace(args)),
  )
  expect(none).toMatchObject({ code: 2, output: expect.stringContaining('A command is missing.\n\n') })
  expect(unknown).toMatchObject({ code: 2, output: expect.stringContaining('There is no command fly.\n\n') })
  expect(unknown?.output).toContain('interlace prune [--dry-run]')
  expect(option).toMatchObject({
    code: 2,
    output: expect.stringMatching(/'--jsn'[^]*Usage: interlace list \[--json\]/),
  })
  expect(word).toMatchObject({ code: 2, output: expect.stringContaining("Unexpected argument 'all'.") })
  expect(nobody).toMatchObject({ code: 2, output: expect.stringContaining('No path is saved here.') })
  expect(help).toMatchObject({ code: 0, output: expect.stringContaining('interlace list [--json]') })
  expect(of).toMatchObject({ code: 0, output: expect.stringMatching(/^interlace show/) })
  expect(version).toMatchObject({ code: 0, output: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
  expect(broken).toMatchObject({
    code: 1,
    output: expect.stringContaining('cannot be read: it is no file of saved paths'),
  })

  const coloured = await project.interlace(['--help'], { NO_COLOR: '', FORCE_COLOR: '1' })
  expect(coloured.output).toContain('\u001B[1minterlace list')
  expect(help?.output).not.toContain('\u001B')
  rmSync(join(project.folder, '__paths__'), { recursive: true })
})
