import { type InterlaceError, misuse } from '../core/errors.ts'
import type { Verdict } from '../core/verdict.ts'

/** The error of a body that has one execution only: a search of it would say nothing. */
export function nothingToSearch({ steps, executions, uncontrolled }: Verdict): InterlaceError {
  const perExecution = Math.round(steps / Math.max(1, executions))
  const seen = [
    perExecution === 1 ? '  1 step, with a single choice' : `  ${perExecution} steps, each with a single choice`,
    ...uncontrolled.map(({ what, stack }) => `  ${what}, which nobody controls${placeOf(stack)}`),
  ]
  return misuse(
    'The body has no decision point: it has one execution, and there is nothing to search.',
    [
      'Seen were',
      ...seen,
      'Usual causes:',
      '  - a mock or client is not wrapped in controlled(name, target), so its answers come at once',
      '  - nothing runs beside the body: start at least two processes with spawn(name, body)',
      '  - every call is awaited before the next one begins; start them together and use Promise.all',
      '  - the only race is with a timer further away than the latency (1,000 ms by default) of what it races with',
      '  - the waiting is done by I/O that nobody controls (network, files, another process)',
    ].join('\n'),
  )
}

function placeOf(stack: string): string {
  const [frame] = stack.split('\n')
  return frame === undefined || frame === '' ? '' : ` (${frame.replace(/^at /, '')})`
}
