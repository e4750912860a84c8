import type { Fairness } from './fairness.ts'
import type { Outcome } from './outcome.ts'
import type { Step } from './trace.ts'

/** What a search found, and what it may claim. */
export interface Verdict {
  readonly passed: boolean
  readonly strata: readonly Stratum[]
  /**
   * Every execution of the program was covered, with the random numbers of this seed: it was run, or it leads through
   * states from which everything was.
   */
  readonly complete: boolean
  readonly executions: number
  /** The executions run to make the counterexample smaller and to find its twin; `executions` does not count them. */
  readonly minimising: number
  readonly steps: number
  /** Distinct program states seen, as far as there was room to tell them apart; 0 where no search kept them. */
  readonly states: number
  /** The executions that were stopped on their way, at a state from which all was known. */
  readonly pruned: number
  /** The most decision points met in one execution. */
  readonly decisionPoints: number
  readonly results: readonly Result[]
  /** What the random numbers of explorers, sampling and program came from. */
  readonly seed: string
  readonly endedBy: EndedBy
  readonly uncontrolled: readonly Uncontrolled[]
  /** Present when the search looked for executions without an end. */
  readonly liveness?: Liveness
  readonly counterexample?: Counterexample
}

/** Which executions without an end would have been found, among the states seen. */
export interface Liveness {
  readonly fairness: Fairness
  /** How many states had been seen when loops were last looked for. */
  readonly states: number
  /** Whether a monitor was hot in any of them: otherwise there was nothing to look for. */
  readonly hot: boolean
  /** The bound that stood in for recognising loops, where a monitor was hot in states that could not be captured. */
  readonly temperature?: number
}

export type EndedBy = 'exhausted' | 'counterexample' | 'delays' | 'executions' | 'time' | 'abort'

/** The executions with equally many delays. */
export interface Stratum {
  readonly delays: number
  readonly executions: number
  /** All of them were covered, under every explorer of the search. */
  readonly exhausted: boolean
  readonly explorers: readonly Sampled[]
}

/** One explorer's share of a stratum. */
export interface Sampled {
  readonly explorer: string
  readonly executions: number
  readonly exhausted: boolean
  /**
   * An upper bound on the probability that one given execution of this stratum was missed; 0 when exhausted. Where not
   * all executions with one delay less have been run, none may have more places for a delay than those seen (Theorem 3).
   */
  readonly missed: number
}

/** A value that the body returned, how often, and a path that leads to it. */
export interface Result {
  readonly value: unknown
  readonly executions: number
  readonly path: string
}

/** Something that happened outside of interlace's control. */
export interface Uncontrolled {
  readonly what: string
  readonly stack: string
}

export interface Counterexample {
  readonly path: string
  readonly outcome: Outcome
  readonly trace: readonly Step[]
  /** No execution with fewer delays fails, under the same explorer. */
  readonly minimal: boolean
  /** The path of an execution with fewer delays that fails in another way, if one was met. */
  readonly simpler?: string
  /** A smaller execution failed once and not again: the program does not behave the same way each time. */
  readonly flaky?: true
  /** The nearest execution known to pass, to see what makes the difference. */
  readonly twin?: Twin
}

/** An execution that passes, close to one that fails. */
export interface Twin {
  readonly path: string
  readonly trace: readonly Step[]
}
