import type { Colours } from './colours.ts'
import type { TraceLine } from './step-lines.ts'
import { placed, type Segment } from './text-line.ts'
import { widthOf } from './text-width.ts'

/** The page that a trace is written on. */
export interface Page {
  readonly width: number
  readonly colours: Colours
  /** Digits of the greatest step number. */
  readonly digits: number
}

/** The lines of a trace; a text alone stands for steps that are folded. */
export type TraceLines = readonly (TraceLine | string)[]

/** The space between two columns. */
export const gap = 3

/** The column behind the numbers of the steps. */
export function marginOf({ digits }: Page): number {
  return gap + digits + gap
}

/** The column behind the last text. */
export function endOf(cells: readonly Segment[]): number {
  return Math.max(0, ...cells.map(({ column, text }) => (text === '' ? 0 : column + widthOf(text))))
}

/** What a remark takes behind a line. */
export function remarkWidth({ remark }: TraceLine): number {
  return remark === '' ? 0 : gap + widthOf(remark)
}

/** Writes a line with its number, and its remark at a column of the remarks if there is room. */
export function writeLine(line: TraceLine, cells: readonly Segment[], remarks: number, page: Page): string {
  const { colours, digits, width } = page
  const paint = { step: undefined, note: colours.dim, failure: colours.red, loop: colours.yellow }[line.kind]
  const column = Math.max(endOf(cells) + gap, Math.min(remarks, width - widthOf(line.remark)))
  return placed([
    { column: 1, text: line.remark === '' ? '' : '╎', paint: colours.yellow },
    { column: gap, text: line.number?.toString().padStart(digits) ?? '', paint: colours.dim },
    ...cells.map((cell) => ({ paint, ...cell })),
    { column, text: line.remark, paint: colours.yellow },
  ])
}

/** Writes the line that stands for folded steps. */
export function writeFold(text: string, page: Page): string {
  return placed([{ column: marginOf(page), text, paint: page.colours.dim }])
}

/** Leaves the state out where it is the one shown last. */
export function withChangesOfState(lines: TraceLines): TraceLines {
  let last = ''
  return lines.map((line) => {
    if (typeof line === 'string' || line.state === '') return line
    if (line.state === last) return { ...line, state: '' }
    last = line.state
    return line
  })
}
