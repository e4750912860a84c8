import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { counted } from '../report/phrases.ts'
import { plain } from '../report/text-line.ts'
import type { Command } from './cli-command.ts'
import { entriesIn, type Entry, fullName } from './saved-entries.ts'
import { startVitest } from './start-vitest.ts'
import { exitCodes, type Terminal } from './terminal.ts'

/**
 * Removes what belongs to no test any more. Paths that pass are regressions, which an update by Vitest removes: only a
 * run of the tests can tell them.
 */
export const prune: Command = {
  usage: 'interlace prune [--dry-run] [-- …]',
  purpose:
    'Removes the saved paths of spec files and of tests that are gone; what stands behind -- goes to Vitest, which ' +
    'lists the tests. Paths that pass are kept: vitest run -u removes them.',
  options: { 'dry-run': 'only says what would be removed' },
  words: 0,
  async run({ options, rest }, terminal) {
    const { entries, unreadable } = entriesIn(terminal.folder)
    const tests = await testsOf(entries, terminal, rest)
    const stale = entries.filter((entry) => entry.isOrphan || (tests !== undefined && !tests.has(entry)))
    const problems = [...unreadable]
    for (const { id, saved, store, spec } of stale) {
      const problem = options.has('dry-run') ? undefined : await store.change({ remove: [saved] })
      if (problem === undefined) terminal.print(`  ${terminal.colours.yellow(id)}  ${spec} > ${plain(fullName(saved))}`)
      else problems.push(problem)
    }
    const verb = options.has('dry-run') ? 'would be removed' : 'removed'
    terminal.print(`${counted(stale.length, 'saved path')} ${verb}`)
    if (tests === undefined) problems.push('Vitest could not list the tests: those that are gone are not known.')
    for (const problem of problems) terminal.complain(problem)
    return problems.length === 0 ? exitCodes.fine : exitCodes.found
  },
}

interface ListedTest {
  readonly name: string
  readonly file: string
}

/** Those of the saved paths whose tests are there; nothing if Vitest cannot tell. */
async function testsOf(
  entries: readonly Entry[],
  { folder }: Terminal,
  rest: readonly string[],
): Promise<ReadonlySet<Entry> | undefined> {
  const living = entries.filter(({ isOrphan }) => !isOrphan)
  if (living.length === 0) return new Set()
  const specs = [...new Set(living.map(({ spec }) => spec))]
  // --json stands last: Vitest would take a word behind it for the file to write to.
  const { code, output } = await startVitest(['list', ...specs, ...rest, '--json'], folder, {
    stdio: 'pipe',
    variables: {},
  }).ended
  const listed = code === 0 ? parsed(output) : undefined
  return (
    listed &&
    new Set(living.filter(({ spec, saved }) => listed.filter(isNamesakeOf(spec, saved)).length > saved.test.place))
  )

  function isNamesakeOf(spec: string, saved: Entry['saved']): (test: ListedTest) => boolean {
    const file = realpathSync(resolve(folder, spec))
    return (test) => test.name === fullName(saved) && realpathSync(test.file) === file
  }
}

function parsed(output: string): readonly ListedTest[] | undefined {
  try {
    return JSON.parse(output.slice(output.indexOf('['))) as readonly ListedTest[]
  } catch {
    return undefined
  }
}
