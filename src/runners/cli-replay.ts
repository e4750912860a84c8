import type { Command } from './cli-command.ts'
import { patternOf } from './replay-command.ts'
import { entriesIn, entryFor } from './saved-entries.ts'
import { startVitest } from './start-vitest.ts'

/** Runs Vitest for the one test, with the one path. */
export const replay: Command = {
  usage: 'interlace replay [path] [--inspect-brk] [-- …]',
  purpose:
    'Runs a saved path, once, by Vitest; what stands behind -- goes to Vitest. Ends with the exit code of Vitest: ' +
    '1 if it still fails.',
  options: { 'inspect-brk': 'waits for a debugger to be attached' },
  words: 1,
  async run({ words, options, rest }, { folder }) {
    const { saved, spec } = entryFor(words, entriesIn(folder))
    const pattern = patternOf({ names: saved.test.names, ambiguous: true })
    const debug = options.has('inspect-brk') ? ['--inspect-brk', '--no-file-parallelism'] : []
    const { ended } = startVitest(['run', spec, '-t', pattern, ...debug, ...rest], folder, {
      stdio: 'inherit',
      variables: { INTERLACE_PATH: saved.path, ...Object.fromEntries(saved.conditions.environment) },
    })
    return (await ended).code
  },
}
