import type { Command } from './cli-command.ts'
import { replayEntry } from './replay-entry.ts'
import { entriesIn, entryFor } from './saved-entries.ts'

/** Runs a saved path by Vitest. */
export const replay: Command = {
  usage: 'interlace replay [path] [--inspect-brk] [-- …]',
  purpose:
    'Runs a saved path, once, by Vitest; what stands behind -- goes to Vitest. Ends with the exit code of Vitest: ' +
    '1 if it still fails.',
  options: { 'inspect-brk': 'waits for a debugger to be attached' },
  words: 1,
  run({ words, options, rest }, { folder }) {
    const entry = entryFor(words, entriesIn(folder))
    const debug = options.has('inspect-brk') ? ['--inspect-brk', '--no-file-parallelism'] : []
    return replayEntry(entry, folder, [...debug, ...rest])
  },
}
