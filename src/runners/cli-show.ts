import { stripVTControlCharacters } from 'node:util'
import { plain } from '../report/text-line.ts'
import { entryData } from './cli-list.ts'
import type { Command } from './cli-command.ts'
import { entriesIn, type Entry, entryFor, fullName } from './saved-entries.ts'
import { replayCommand } from './replay-command.ts'
import { replayEntry } from './replay-entry.ts'
import { exitCodes, type Terminal } from './terminal.ts'

/** Shows a saved path as it was reported when it was found, without running anything; or as a page, by running it. */
export const show: Command = {
  usage: 'interlace show [path] [--json | --html] [-- …]',
  purpose: 'Shows how a saved path fails: its trace, its error and the line that replays it.',
  options: {
    json: 'as JSON, with the outline of its steps',
    html: 'as a page, which takes a replay; what stands behind -- goes to Vitest',
  },
  words: 1,
  async run({ words, options, rest }, terminal) {
    const entry = entryFor(words, entriesIn(terminal.folder))
    // A page has more in it than is kept.
    if (options.has('html')) {
      const code = await replayEntry(entry, terminal.folder, rest, { INTERLACE_HTML: 'true' })
      if (code === 0) terminal.complain('The path passes now: there is no page to write.')
      return code
    }
    const { outline, trace } = entry.saved
    const text = options.has('json')
      ? JSON.stringify({ ...entryData(entry), outline, trace }, null, 2)
      : textOf(entry, terminal)
    terminal.print(text)
    return exitCodes.fine
  },
}

function textOf({ id, saved, spec, file }: Entry, { colours }: Terminal): string {
  const replay = replayCommand(
    {
      path: saved.path,
      variables: Object.fromEntries(saved.conditions.environment),
      file: spec,
      names: saved.test.names,
      ambiguous: true,
      config: undefined,
    },
    process.platform,
  )
  return [
    `${colours.bold(plain(fullName(saved)))}  ${colours.yellow(id)}`,
    colours.red(plain(saved.message)),
    '',
    stripVTControlCharacters(saved.trace),
    '',
    `replay   ${replay}`,
    `saved    ${file}, on ${saved.date}`,
  ].join('\n')
}
