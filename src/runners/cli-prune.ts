import { readFileSync, realpathSync } from 'node:fs'
import { counted } from '../report/phrases.ts'
import { plain } from '../report/text-line.ts'
import { specOf } from '../store/location.ts'
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
    'lists the tests. Paths that pass are kept: vitest run -u removes them. So are those of spec files with skipped tests, ' +
    'which Vitest does not list.',
  options: { 'dry-run': 'only says what would be removed' },
  words: 0,
  async run({ options, rest }, terminal) {
    const { entries, unreadable } = entriesIn(terminal.folder)
    const living = entries.filter(({ isOrphan }) => !isOrphan)
    const listed = living.length === 0 ? [] : await listTests(living, terminal, rest)
    const problems = [...unreadable, ...unknownIn(living, listed)]
    const stale = entries.filter((entry) => entry.isOrphan || (!mayHide(entry, rest) && isGone(entry, listed)))
    for (const { id, saved, store, spec } of stale) {
      const problem = options.has('dry-run') ? undefined : await store.change({ remove: [saved] })
      if (problem === undefined) terminal.print(`  ${terminal.colours.yellow(id)}  ${spec} > ${plain(fullName(saved))}`)
      else problems.push(problem)
    }
    const verb = options.has('dry-run') ? 'would be removed' : 'removed'
    terminal.print(`${counted(stale.length, 'saved path')} ${verb}`)
    for (const problem of problems) terminal.complain(problem)
    return problems.length === 0 ? exitCodes.fine : exitCodes.found
  },
}

/** A test that there is: the names of its suites and its own, and the spec file. */
interface ListedTest {
  readonly name: string
  readonly file: string
}

/** Whether Vitest may leave out tests of a spec file that are there: those that are skipped, and those not asked for. */
function mayHide({ store }: Entry, rest: readonly string[]): boolean {
  if (rest.some((word) => /^(?:-t|--test-?name-?pattern|--shard|--tags?)/i.test(word))) return true
  return /\.(?:skip|only|todo|skipIf|runIf)\b/.test(readFileSync(specOf(store.file), 'utf8'))
}

/** Whether a test is gone. Of a spec file without any test that Vitest knows, nothing can be said. */
function isGone({ saved, store }: Entry, listed: readonly ListedTest[]): boolean {
  const own = testsIn(specOf(store.file), listed)
  return own.length > 0 && own.filter(({ name }) => name === fullName(saved)).length <= saved.test.place
}

/** Says of which spec files Vitest lists no test. */
function unknownIn(entries: readonly Entry[], listed: readonly ListedTest[]): readonly string[] {
  const specs = new Map(entries.map(({ spec, store }) => [spec, specOf(store.file)]))
  return [...specs]
    .filter(([, file]) => testsIn(file, listed).length === 0)
    .map(
      ([spec]) =>
        `Vitest lists no test of ${spec}: its paths are kept. If it belongs to another configuration, name that: ` +
        'interlace prune -- --config …',
    )
}

function testsIn(spec: string, listed: readonly ListedTest[]): readonly ListedTest[] {
  const real = realpathSync(spec)
  return listed.filter(({ file }) => file === real)
}

/** The tests that Vitest finds in the spec files of some saved paths; none if it cannot tell. */
async function listTests(
  entries: readonly Entry[],
  { folder }: Terminal,
  rest: readonly string[],
): Promise<readonly ListedTest[]> {
  const specs = [...new Set(entries.map(({ spec }) => spec))]
  // --json stands last: Vitest would take a word behind it for the file to write to.
  const { output } = await startVitest(['list', ...specs, ...rest, '--json'], folder, { stdio: 'pipe', variables: {} })
    .ended
  try {
    // What a configuration prints may stand before it.
    const listed = JSON.parse(output.slice(`\n${output}`.lastIndexOf('\n['))) as readonly ListedTest[]
    return listed.map(({ name, file }) => ({ name, file: realpathSync(file) }))
  } catch {
    return []
  }
}
