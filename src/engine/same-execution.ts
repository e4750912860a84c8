import { misuse, type InterlaceError } from '../core/errors.ts'
import type { Step } from '../core/trace.ts'
import type { Uncontrolled } from '../core/verdict.ts'

const causes =
  'The same path must give the same execution. Usual causes: state kept between executions (a module-level variable, ' +
  'a cache, a singleton: create it inside the body), a clock or random source that was captured before the test, ' +
  'I/O that nobody controls, iteration over something unordered.'

/** Two executions of the same path that differ, as far as is known: their steps, and what came of them. */
export interface Difference {
  readonly path: string
  readonly once: readonly Step[]
  readonly again: readonly Step[]
  readonly cameOnce: string
  readonly cameAgain: string
  readonly uncontrolled: readonly Uncontrolled[]
  /** How it failed, if it did so once and not again. */
  readonly failure?: Failure | undefined
}

/** A failure in words, and the error that was thrown, if one was. */
export interface Failure {
  readonly came: string
  readonly error: unknown
}

/** The error that says that a program behaves differently on replay, naming the first step that differs. */
export function divergence({ path, once, again, ...difference }: Difference): InterlaceError {
  const outside = difference.uncontrolled.map(
    ({ what, stack }) => `\nNobody controls ${what} ${stack.split('\n')[0] ?? ''}`,
  )
  const { failure } = difference
  const flaky = failure === undefined ? '' : `It once ${failure.came}, and not again: the failure is flaky.\n`
  const advice = flaky + causes + outside.join('')
  const index = once.findIndex((step, place) => !alike(step, again[place]))
  const at = index < 0 && again.length > once.length ? once.length : index
  if (at < 0) {
    const { cameOnce, cameAgain } = difference
    const came =
      cameOnce === cameAgain ? 'it took other steps in the search' : `once it ${cameOnce}, then it ${cameAgain}`
    return misuse(`The program behaves differently on replay (path ${path}): ${came}.`, advice, failure?.error)
  }
  return misuse(
    `The program behaves differently on replay (path ${path}). Step ${at + 1} is the first that differs:\n` +
      `  once:  ${describe(once[at])}\n  again: ${describe(again[at])}`,
    advice,
    failure?.error,
  )
}

/** Whether two recordings show the same execution. */
export function sameSteps(once: readonly Step[], again: readonly Step[]): boolean {
  return once.length === again.length && once.every((step, index) => alike(step, again[index]))
}

function alike(step: Step, other: Step | undefined): boolean {
  return (
    other !== undefined &&
    step.process === other.process &&
    step.what === other.what &&
    step.choices === other.choices &&
    step.delays === other.delays
  )
}

function describe(step: Step | undefined): string {
  if (step === undefined) return 'the execution is over'
  const where = step.stack === undefined ? '' : `\n         ${step.stack.split('\n').slice(0, 3).join('\n         ')}`
  return `${step.process} ${step.what} (one of ${step.choices} choices)${where}`
}
