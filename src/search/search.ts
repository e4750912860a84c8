import type { DelayingExplorer } from '../core/explorer.ts'
import type { NamedPath } from '../core/path.ts'
import type { EndedBy, Stratum } from '../core/verdict.ts'
import type { Execution } from '../engine/execution.ts'
import type { Plan } from '../engine/plan.ts'
import type { Progress } from './progress.ts'

/** Options that have been checked and completed. */
export interface Settings {
  readonly explorers: readonly [DelayingExplorer, ...DelayingExplorer[]]
  readonly search: Search
  readonly delays: number
  readonly samples: (delays: number) => number
  readonly executions: number
  readonly time: number
  readonly steps: number
  readonly latency: number
  readonly seed: string
  readonly path: NamedPath | undefined
  readonly signal: AbortSignal | undefined
  readonly onProgress: ((progress: Progress) => void) | undefined
}

/** A way to pick the executions of a program. */
export interface Search {
  readonly name: string
  begin(settings: Settings): Searching
}

/** A search under way. It only says which executions to run; it may be stopped at any of them. */
export interface Searching {
  /** The executions to run. Each is handed back when it has ended; in the end it says why there are no more. */
  readonly requests: Generator<Request, EndedBy, Execution>
  /** The number of delays of the executions being run. */
  readonly stratum: number
  strata(): readonly Stratum[]
  /** Whether every execution of the program has been run. */
  isComplete(): boolean
  /** Whether every execution under this explorer with fewer delays has been run. */
  isExhaustedBelow(explorer: DelayingExplorer, delays: number): boolean
}

export interface Request {
  readonly explorer: DelayingExplorer
  readonly plan: Plan
}
