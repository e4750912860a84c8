import { describe } from './describe.ts'

/** What is refused, and what to do instead. */
export type Refusal = readonly [what: string, advice: string]

/** A monitor has called something that changes the program. */
export function meddling(monitor: string, what: string): Refusal {
  return [`The monitor ${monitor} calls ${what}.`, 'A monitor never changes the program: it may only look, and throw.']
}

/** A runtime was used after its execution. */
export function tooLate(what: string): Refusal {
  return [
    `${what} was called after its execution had ended.`,
    'A body is run many times, and each execution has a runtime of its own: do not keep one in a variable outside ' +
      'of the body, and await what the body starts.',
  ]
}

/** Something was given no name, or one that is given out already. */
export function badName(kind: string, name: unknown): Refusal {
  const what = kind === 'target' ? 'controlled target' : kind
  if (typeof name !== 'string' || name === '') {
    return [`A ${what} needs a name, and was given ${describe(name)}.`, 'Names stand in the trace.']
  }
  return [
    `There is a ${what} called ${JSON.stringify(name)} already.`,
    'Give each a name of its own, for instance `worker ${i}` in a loop: the trace and the explorers tell them apart by it.',
  ]
}
