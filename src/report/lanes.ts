import { inLaneOrder } from './lane-order.ts'
import type { TraceLine } from './step-lines.ts'
import { placed, type Segment } from './text-line.ts'
import { shortened, widthOf } from './text-width.ts'
import { endOf, gap, marginOf, type Page, remarkWidth, type TraceLines, writeFold, writeLine } from './trace-page.ts'

/** Lanes are cut down to this width before they are given up: what is cut off is often the value that matters. */
const narrowest = 32

interface Lane {
  readonly name: string
  readonly width: number
}

/** Writes a trace with a lane for each process, and one for the state; nothing if they do not fit the page. */
export function inLanes(lines: TraceLines, page: Page): readonly string[] | undefined {
  const told = lines.filter((line) => typeof line !== 'string')
  // Only who takes steps has a lane: monitors do not.
  const names = inLaneOrder(told.filter(({ kind }) => kind === 'step').map(({ process }) => process))
  const lanes: Lane[] = names.map((name) => laneOf(name, textsIn(name, told)))
  if (told.some(({ state }) => state !== ''))
    lanes.push(
      laneOf(
        'state',
        told.map(({ state }) => state),
      ),
    )
  const widest = Math.max(...lanes.map(({ width }) => width))

  for (let most = widest; most >= Math.min(narrowest, widest); most--) {
    const [columns, end] = columnsOf(lanes, most, marginOf(page))
    const cellsOf = ({ process, text, state }: TraceLine): readonly Segment[] => {
      const lane = names.indexOf(process)
      if (lane < 0) return [across(process, text, page)]
      return [
        { column: columns[lane] ?? 0, text: shortened(text, most) },
        { column: columns[names.length] ?? 0, text: shortened(state, most), paint: page.colours.dim },
      ]
    }
    if (end > page.width || told.some((line) => endOf(cellsOf(line)) + remarkWidth(line) > page.width)) continue
    const header = lanes.map(({ name }, lane) => ({
      column: columns[lane] ?? 0,
      text: shortened(name, most),
      paint: page.colours.bold,
    }))
    return [
      placed(header),
      ...lines.map((line) =>
        typeof line === 'string' ? writeFold(line, page) : writeLine(line, cellsOf(line), end + gap, page),
      ),
    ]
  }
  return undefined
}

/** What is noted of somebody without a lane, as monitors are, goes across the lanes. */
function across(process: string, text: string, page: Page): Segment {
  const column = marginOf(page)
  const words = text.trim()
  const isFailure = words.startsWith('✗ ')
  const line = isFailure ? `✗ ${process}: ${words.slice(2)}` : `${process}: ${words}`
  return { column, text: shortened(line, page.width - column) }
}

function textsIn(lane: string, told: readonly TraceLine[]): readonly string[] {
  return told.filter(({ process }) => process === lane).map(({ text }) => text)
}

function laneOf(name: string, texts: readonly string[]): Lane {
  return { name, width: Math.max(...[name, ...texts].map(widthOf)) }
}

/** Where the lanes begin if none is wider than `most`, and where the last one ends. */
function columnsOf(lanes: readonly Lane[], most: number, start: number): readonly [readonly number[], number] {
  const columns: number[] = []
  let next = start
  for (const { width } of lanes) {
    columns.push(next)
    next += Math.min(width, most) + gap
  }
  return [columns, next - gap]
}
