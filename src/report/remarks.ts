import type { Verdict } from '../core/verdict.ts'
import { describeUncontrolled } from './uncontrolled.ts'
import { describeWaiting } from './waiting.ts'

/** What is to be said of a failure besides its trace: who waits for what, and what nobody controls. */
export function remarksOn({ counterexample, uncontrolled }: Verdict, root?: string): readonly string[] {
  const outcome = counterexample?.outcome
  const waiting = outcome !== undefined && 'waiting' in outcome ? describeWaiting(outcome.waiting, root) : []
  return [...waiting, ...describeUncontrolled(uncontrolled, root)]
}
