import { counted } from '../report/phrases.ts'
import { plain } from '../report/text-line.ts'
import { shortened } from '../report/text-width.ts'
import type { Command } from './cli-command.ts'
import { entriesIn, type Entries, type Entry, fullName } from './saved-entries.ts'
import { exitCodes, type Terminal } from './terminal.ts'

/** Lists what is saved. */
export const list: Command = {
  usage: 'interlace list [--json]',
  purpose: 'Lists the saved paths of all spec files in this folder and below.',
  options: { json: 'as JSON' },
  words: 0,
  async run({ options }, terminal) {
    const all = entriesIn(terminal.folder)
    terminal.print(options.has('json') ? JSON.stringify(dataOf(all), null, 2) : textOf(all, terminal))
    for (const why of all.unreadable) terminal.complain(why)
    return Promise.resolve(all.unreadable.length === 0 ? exitCodes.fine : exitCodes.found)
  },
}

/** A saved path as plain data. */
export function entryData({ id, saved, file, spec, isOrphan }: Entry) {
  const { test, outline: _, trace: __, ...rest } = saved
  return { id, file, spec, orphan: isOrphan, names: test.names, place: test.place, ...rest }
}

function dataOf({ entries, unreadable }: Entries) {
  return { paths: entries.map(entryData), unreadable }
}

function textOf({ entries }: Entries, { colours, width }: Terminal): string {
  const specs = [...new Set(entries.map(({ spec }) => spec))]
  const blocks = specs.map((spec) => {
    const own = entries.filter((entry) => entry.spec === spec)
    const orphan = own.some(({ isOrphan }) => isOrphan) ? colours.yellow('  is gone: interlace prune') : ''
    return [`${colours.bold(spec)}${orphan}`, ...own.map(linesOf)].join('\n')
  })
  return [...blocks, `${counted(entries.length, 'saved path')} in ${counted(specs.length, 'file')}`].join('\n\n')

  function linesOf({ id, saved }: Entry): string {
    return [
      `  ${colours.yellow(id)}  ${plain(fullName(saved))}`,
      `            ${shortened(plain(saved.message), width - 12)}`,
      colours.dim(`            ${saved.path}, saved on ${saved.date}`),
    ].join('\n')
  }
}
