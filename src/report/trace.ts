import type { Step } from '../core/trace.ts'
import type { Colours } from './colours.ts'
import { fold } from './fold.ts'
import { inLanes } from './lanes.ts'
import { inOneColumn } from './one-column.ts'
import { counted } from './phrases.ts'
import { linesOf, type TraceLine } from './step-lines.ts'
import { type TraceLines, withChangesOfState } from './trace-page.ts'

/** How a trace is laid out. */
export interface TraceLayout {
  /** Columns of the output. */
  readonly width: number
  readonly colours: Colours
  /** The most lines it takes; what does not matter is folded. Default: 40. */
  readonly most?: number
  /** Steps that matter besides the end and the delays, from 0. */
  readonly matters?: readonly number[]
}

/** Tells an execution step by step, each process in a lane of its own where the lanes fit the width. */
export function renderTrace(steps: readonly Step[], { width, colours, most = 40, matters = [] }: TraceLayout): string {
  if (steps.length === 0) return ''
  const told = linesOf(steps)
  const parts = fold(
    told.map((lines) => lines.length),
    whatMatters(told, matters),
    most - 1, // the names of the lanes take a line
  )
  const lines = withChangesOfState(
    parts.flatMap(({ from, to, folded }): TraceLines =>
      folded ? [`… ${counted(to - from, 'step')} …`] : told.slice(from, to).flat(),
    ),
  )
  const page = { width, colours, digits: String(steps.length).length }
  return (inLanes(lines, page) ?? inOneColumn(lines, page)).join('\n')
}

/** The end, the delays, what is asked for, the beginning. */
function whatMatters(told: readonly (readonly TraceLine[])[], asked: readonly number[]): readonly number[] {
  const matters = told.flatMap((lines, step) =>
    lines.some(({ kind, remark }) => remark !== '' || (kind !== 'note' && kind !== 'step')) ? [step] : [],
  )
  return [told.length - 1, ...matters, ...asked.filter((step) => step < told.length), 0]
}
