import { InterlaceError } from '../core/errors.ts'
import type { BodyRun } from '../runtime/body-run.ts'
import { isThenable } from '../runtime/thenable.ts'
import { type CompiledMachine, type CompiledState, unknownState } from './machine.ts'

/** Transitions and raised events within one step, before it is taken for endless. */
export const mostTransitions = 10_000

interface Handling {
  readonly run: BodyRun
  readonly name: string
  readonly type: CompiledMachine
  readonly current: CompiledState
}

/** The error of a handler that returns what is no state. */
export function refuseResult({ run, name, type, current }: Handling, result: unknown): never {
  if (isThenable(result)) {
    result.then(undefined, () => undefined) // its failure would only hide the cause
    run.refuse(
      `A handler of ${name} in state ${current.name} is async.`,
      'A handler is a plain function: send a message to go on later, or write that part as a process of the body.',
    )
  }
  const error = unknownState(`A handler of ${name} in state ${current.name}`, result, type.states)
  if (error instanceof InterlaceError) run.misuse ??= error
  throw error
}

export function refuseEndless(run: BodyRun, name: string): never {
  run.refuse(
    `${name} does not come to rest: ${mostTransitions} transitions in one step.`,
    'An entry that always returns a state, or an event that is raised again by its own handler, never ends.',
  )
}
