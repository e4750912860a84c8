import { misuse, type InterlaceError } from '../core/errors.ts'
import type { Step } from '../core/trace.ts'

const causes =
  'The same path must give the same execution. Usual causes: state kept between executions (a module-level variable, ' +
  'a cache, a singleton: create it inside the body), a clock or random source that was captured before the test, ' +
  'I/O that nobody controls, iteration over something unordered.'

/** The error that says that a program behaves differently on replay, naming the first step that differs. */
export function divergence(path: string, once: readonly Step[], again: readonly Step[]): InterlaceError {
  const index = once.findIndex((step, place) => !alike(step, again[place]))
  const at = index < 0 && again.length > once.length ? once.length : index
  if (at < 0) {
    return misuse(
      `The program behaves differently on replay (path ${path}): it did something in the search that it did not do again.`,
      causes,
    )
  }
  return misuse(
    `The program behaves differently on replay (path ${path}). Step ${at + 1} is the first that differs:\n` +
      `  once:  ${describe(once[at])}\n  again: ${describe(again[at])}`,
    causes,
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
