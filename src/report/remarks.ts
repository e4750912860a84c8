import type { Verdict } from '../core/verdict.ts'
import { explained, outside } from './failure.ts'

/** What is to be said of a failure besides its trace, a sentence or a fact a line, not yet broken to a width. */
export function remarksOn(verdict: Verdict, root?: string): readonly string[] {
  const { counterexample } = verdict
  const text = counterexample === undefined ? '' : explained(counterexample.outcome, Infinity, root)
  return `${text}\n${outside(verdict, Infinity, root)}`
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
