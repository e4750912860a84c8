import type { Outcome } from '../core/outcome.ts'
import type { Counterexample } from '../core/verdict.ts'
import type { Options } from '../search/options.ts'
import { settingsOf } from '../search/settings.ts'
import { outlineOf } from '../store/outline.ts'
import { type SavedPath, type TestIdentity, type Variable, wellFormed } from '../store/saved-path.ts'
import { messageOf } from './decorate-error.ts'
import { optionsOnce } from './environment.ts'
import { errorOf } from './outcome-error.ts'

const longestMessage = 500

/** What a failing path is saved with. */
export interface Circumstances {
  readonly test: TestIdentity
  readonly options: Options
  /** What the environment says about the execution. */
  readonly environment: readonly Variable[]
  /** The trace as it is reported. */
  readonly trace: string
}

/** The failing path of a counterexample, as it is saved. */
export function newSavedPath(
  { path, outcome, trace: steps }: Counterexample,
  { test, options, environment, trace }: Circumstances,
): SavedPath {
  const { latency, steps: most } = settingsOf({ ...options, ...optionsOnce(environment) })
  return {
    test,
    path,
    conditions: { latency, steps: most, environment },
    kind: outcome.kind,
    message: outcomeMessage(outcome),
    ...outlineOf(steps),
    trace,
    date: new Date().toISOString().slice(0, 10),
  }
}

/** How an outcome is told, at a length that can be kept. */
export function outcomeMessage(outcome: Outcome): string {
  const message = wellFormed(messageOf(errorOf(outcome)))
  return message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message
}
