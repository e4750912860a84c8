import type { Step } from '../../../src/index.ts'
import { type FailureToShow, pageData } from '../../../src/report/html-trace.ts'
import type { ExecutionData } from '../../../src/report/html/page-data.ts'
import { shown } from './failures.ts'

/** The arrows of an execution in words: `message begin: main 5 → coordinator 6`, with `.1` for a first line. */
export function arrowsIn({ arrows, lanes, steps }: ExecutionData): readonly string[] {
  const laneAt = (step: number, line: number): string => {
    const of = line === 0 ? steps[step]?.lane : steps[step]?.lines[line - 1]?.lane
    return lanes[of ?? -1] ?? 'nobody'
  }
  return arrows.map(({ kind, text, from, to, toward }) => {
    const place = ({ step, line }: typeof from): string =>
      `${laneAt(step, line)} ${step + 1}${line === 0 ? '' : `.${line}`}`
    return `${kind} ${text}: ${place(from)} → ${to === undefined ? `(${lanes[toward] ?? 'nobody'})` : place(to)}`
  })
}

/** What the page shows of a failing trace that was made by hand. */
export function executionOf(trace: readonly Step[]): ExecutionData {
  const [execution] = pageData(failureWith(trace)).executions
  if (execution === undefined) throw new Error('no execution is shown')
  return execution
}

export function failureWith(trace: readonly Step[], twin?: readonly Step[]): FailureToShow {
  const outcome = { kind: 'failed', error: new Error('no'), how: 'body' } as const
  const passing = twin === undefined ? {} : { twin: { path: 'round-robin:', trace: twin } }
  return shown({ path: 'round-robin:1', outcome, trace, minimal: false, ...passing })
}
