import type { InterlaceError } from '../core/errors.ts'
import type { Failure } from '../core/outcome.ts'
import type { Recorder } from '../core/trace.ts'
import type { Clock } from './clock.ts'
import type { HappensBefore } from './happens-before.ts'
import type { Process } from './process.ts'

/** What the replaced globals need of the execution that is running. */
export interface ActiveRun {
  readonly clockwork: Clock
  readonly recorder: Recorder | undefined
  /** Steps taken, the one under way included. */
  readonly taken: number
  /** Present when the search wants to know what happens before what. */
  readonly order: HappensBefore | undefined
  /** How often the program has looked at the clock in this step. */
  looks: number
  /** How many ticks and microtasks the program has queued by hand in this step. */
  ticks: number
  /** An error of misuse that the program has run into. */
  misuse: InterlaceError | undefined
  /** The process whose code is running. */
  current(): Process
  random(): number
  /** Refuses what a monitor may not do, and what comes after the end. */
  guard(what: string): void
  fail(error: unknown, how: Failure): void
}

/**
 * The execution that is running in this realm, and the process whose code is running in it; none outside of a search's
 * slices, where the replaced globals do what they always did.
 */
export const active: {
  run: ActiveRun | undefined
  /** The mark of the process whose code is running; 0: the main one. */
  mark: number
  /** The mark given out last. A number is cheaper to hand on than the process itself, and keeps nothing alive. */
  lastMark: number
  /** Whether no promise was made in this execution: nothing waits for a drain. */
  isPromiseless: boolean
} = {
  run: undefined,
  mark: 0,
  lastMark: 0,
  isPromiseless: true,
}
