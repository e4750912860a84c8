import { abbreviated } from './abbreviate.ts'
import type { Segment } from './text-line.ts'
import { shortened, widthOf } from './text-width.ts'
import { endOf, gap, marginOf, type Page, remarkWidth, type TraceLines, writeFold, writeLine } from './trace-page.ts'

const longestName = 20
const leastText = 16
const leastState = 12

/** Writes a trace in one column, with the names of the processes in front. */
export function inOneColumn(lines: TraceLines, page: Page): readonly string[] {
  const names = lines.map((line) => (typeof line === 'string' ? '' : shortened(line.process, longestName)))
  const start = marginOf(page)
  const column = start + Math.max(...names.map(widthOf)) + gap
  const cells = lines.map((line, index): readonly Segment[] => {
    if (typeof line === 'string') return []
    const name = names[index] ?? ''
    const isGoingOn = line.number === undefined && name === names[index - 1]
    const room = Math.max(leastText, page.width - column - remarkWidth(line))
    const text = abbreviated(line.text, room)
    return [
      { column: start, text: isGoingOn ? '' : name },
      { column, text },
      stateIn(room - widthOf(text) - gap, column + widthOf(text) + gap, line.state),
    ]
  })
  const remarks = Math.max(...cells.map(endOf)) + gap
  return lines.map((line, index) =>
    typeof line === 'string' ? writeFold(line, page) : writeLine(line, cells[index] ?? [], remarks, page),
  )
}

/** The state takes the room that is left. */
function stateIn(room: number, column: number, state: string): Segment {
  return { column, text: state === '' || room < leastState ? '' : shortened(`state: ${state}`, room) }
}
