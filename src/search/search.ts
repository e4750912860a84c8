import type { DelayingExplorer } from '../core/explorer.ts'
import type { NamedPath } from '../core/path.ts'
import type { EndedBy, Liveness, Stratum } from '../core/verdict.ts'
import type { Execution, Watch } from '../engine/execution.ts'
import type { Plan } from '../engine/plan.ts'
import type { TemperatureBound } from '../engine/temperature.ts'
import type { CacheOptions } from './cache-options.ts'
import type { Fairness } from '../core/fairness.ts'
import type { Progress } from './progress.ts'

/** How states are remembered. */
export type CacheSettings = Required<CacheOptions>

/** Options that have been checked and completed. */
export interface Settings {
  readonly explorers: readonly [DelayingExplorer, ...DelayingExplorer[]]
  readonly search: Search
  readonly delays: number
  readonly increment: number
  readonly cache: CacheSettings | undefined
  readonly samples: (delays: number) => number
  readonly executions: number
  readonly minimise: number
  readonly time: number
  readonly steps: number
  readonly latency: number
  readonly fairness: Fairness
  readonly temperature: TemperatureBound | undefined
  readonly seed: string
  readonly path: NamedPath | undefined
  readonly signal: AbortSignal | undefined
  readonly onProgress: ((progress: Progress) => void) | undefined
}

/** A way to pick the executions of a program. */
export interface Search {
  readonly name: string
  /** Its own default for the most executions. */
  readonly executions?: number
  /** Whether it recognises executions that go round for ever. */
  readonly seeksCycles?: boolean
  begin(settings: Settings): Searching
}

/** A search under way. It only says which executions to run; it may be stopped at any of them. */
export interface Searching {
  /** The executions to run. Each is handed back when it has ended; in the end it says why there are no more. */
  readonly requests: Generator<Request, EndedBy, Execution>
  /** The number of delays of the executions being run. */
  readonly stratum: number
  /** Distinct program states seen, for a search that keeps them. */
  readonly states?: number
  /** Executions that are known to be left, beyond the current bound. */
  readonly frontier?: number
  /** What it can say of executions without an end, if it looks for them. */
  readonly liveness?: Liveness | undefined
  strata(): readonly Stratum[]
  /** Whether every execution of the program has been run, or leads only through states from which all have. */
  isComplete(): boolean
  /** Whether every execution under this explorer with fewer delays has been covered. */
  isExhaustedBelow(explorer: DelayingExplorer, delays: number): boolean
}

export interface Request {
  readonly explorer: DelayingExplorer
  readonly plan: Plan
  /** Present when the execution may be stopped on its way. */
  readonly watch?: Watch
}
