import type { StepEvent } from './event.ts'
import type { Fingerprint } from './fingerprint.ts'
import type { HotMonitor, Outcome, Waiting } from './outcome.ts'
import type { ProcessId } from './process.ts'
import type { Recorder } from './trace.ts'
import type { Uncontrolled } from './verdict.ts'

/** The program (S, Cid, T, s0) of the paper: it can be started afresh any number of times. */
export interface Program {
  /** Starts one execution in the initial state. */
  start(host: Host): Run
  /**
   * Takes hold of what the executions share with the rest of the world, for the length of a search. It may be told to follow
   * what happens before what.
   */
  open?(happensBefore?: boolean): World
}

/** One execution of a program. A state is never copied: to come back to one, the program is run again. */
export interface Run {
  /** Choices(s): the processes that can go next, in any order, but for the clock. */
  readonly choices: readonly ProcessId[]
  /** Whether the clock may fire its earliest timer now: one more choice. */
  readonly clock: boolean
  /** Whether delays are out of the question here (`sealed`). */
  readonly sealed: boolean
  /** How the execution ended, once it has. */
  readonly outcome: Outcome | undefined
  /** An error of misuse that the program has run into, whatever it did with the exception. */
  readonly misuse: Error | undefined
  isEnabled(process: ProcessId): boolean
  nameOf(process: ProcessId): string
  /** T(choice, s): releases the pending operation of a process and lets the program run until it is quiet. */
  take(choice: ProcessId): void
  /** Draws up what the last step has led to, now that the program is quiet and has waited so long for the outside. */
  settle(waited: number): void
  /** Whether something from outside, which nobody controls, may still arrive after `waited` ms of real time. */
  isAwaitingOutside(waited: number): boolean
  /** The processes that cannot go on, and why. */
  waiting(): readonly Waiting[]
  /** Called once when the execution is over, for whatever reason. */
  end(): void
  /** Adds the whole state to a fingerprint; `false`, or no such function: it cannot be captured. */
  fingerprint?(into: Fingerprint): boolean
  /** Adds the partial order of all that has happened to a fingerprint; `false`, or no such function: it is not followed. */
  happened?(into: Fingerprint): boolean
  /** The monitors that want something to happen yet: an execution must neither end nor go on so for ever. */
  hot?(): readonly HotMonitor[]
}

/** What an execution is given by the engine. */
export interface Host {
  /** Resolves an explicit choice among `options` alternatives: the paper's `$`. */
  choose(options: number): number
  /** Tells the explorer. */
  step(event: StepEvent): void
  /** Present when the execution is to be told afterwards. */
  readonly recorder: Recorder | undefined
  /** Seeded random numbers for the program; the path then carries the seed. */
  random(): () => number
  /** The virtual time an operation may take at most, in ms. */
  readonly latency: number
}

/** The world around the executions of a search. */
export interface World {
  /** Whether a step is over when `take` returns; if not, it is over after one turn of the event loop. */
  readonly synchronous: boolean
  /** Brackets every stretch in which the program runs: outside, the world is as it was. */
  enter(): void
  leave(): void
  /** What recorded executions did outside of anybody's control. */
  readonly uncontrolled: readonly Uncontrolled[]
  close(): void
}
