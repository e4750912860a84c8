import type { Progress } from '../search/progress.ts'
import { counted, numeral } from './phrases.ts'

/** Says in one line how far a search is. */
export function describeProgress(progress: Progress): string {
  const { executions, most, rate, stratum, strata, left, states = 0, frontier } = progress
  const run = Number.isFinite(most)
    ? `${numeral(executions)} of ${numeral(most)} executions`
    : counted(executions, 'execution')
  return [
    run,
    ...(Number.isFinite(rate) ? [`${numeral(Math.round(rate))}/s`] : []),
    `stratum ${stratum}${Number.isFinite(strata) ? ` of ${strata}` : ''}`,
    ...(states > 0 ? [counted(states, 'state')] : []),
    ...(frontier === undefined ? [] : [`${numeral(frontier)} beyond it`]),
    ...(Number.isFinite(left) ? [`at most ${duration(left)} left`] : []),
  ].join(', ')
}

function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  return seconds < 120 ? `${seconds} s` : `${numeral(Math.ceil(seconds / 60))} min`
}
