import type { Progress } from '../search/progress.ts'
import { counted, numeral } from './phrases.ts'

/** Says in one line how far a search is. */
export function describeProgress(progress: Progress): string {
  const { executions, most, rate, stratum, strata, done, left, states = 0, frontier, remaining } = progress
  const run = Number.isFinite(most)
    ? `${numeral(executions)} of ${numeral(most)} executions`
    : counted(executions, 'execution')
  return [
    run,
    ...(Number.isFinite(rate) ? [`${numeral(Math.round(rate))}/s`] : []),
    ...(Number.isFinite(stratum) ? [`stratum ${stratum}${Number.isFinite(strata) ? ` of ${strata}` : ''}`] : []),
    ...(done === 0 ? [] : [`${numeral(done)} done`]),
    ...(states > 0 ? [counted(states, 'state')] : []),
    ...(frontier === undefined
      ? []
      : [`${numeral(frontier)} ${Number.isFinite(stratum) ? 'beyond it' : 'left at least'}`]),
    ...(remaining === undefined ? [] : [`perhaps ${counted(remaining, 'execution')} to go`]),
    ...(Number.isFinite(left) ? [`at most ${duration(left)} left`] : []),
  ].join(', ')
}

function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  return seconds < 120 ? `${seconds} s` : `${numeral(Math.ceil(seconds / 60))} min`
}
