import type { DelayingExplorer } from '../core/explorer.ts'
import type { ExplorerName } from '../explorers/named.ts'
import type { CacheOptions } from './cache-options.ts'
import type { Fairness } from '../core/fairness.ts'
import type { Progress } from './progress.ts'
import type { SearchName } from './searches.ts'

/** What a user may say about a search. */
export interface Options {
  /** The delaying explorer, or a portfolio of them. Default: run-to-completion and round-robin. */
  readonly explorer?: ExplorerName | DelayingExplorer | readonly (ExplorerName | DelayingExplorer)[]
  /** Which executions to run, in which order. Default: `auto`. */
  readonly search?: SearchName
  /** The delay budget: the last stratum. Default: 4. */
  readonly delays?: number
  /**
   * By how many delays the bound of an exhaustive search is raised (δ of Fig. 5). Default: 1. With `Infinity`, no bound on
   * delays and states of the program, every step out of every state is taken once, in as few executions as can be.
   */
  readonly increment?: number
  /**
   * How states are remembered where they can be captured, so that what follows one is not run twice. Default: `true` for an
   * exhaustive search and for liveness, `false` for the others: whatever a machine knows must lie in its data then.
   */
  readonly cache?: boolean | CacheOptions
  /** NumSamples: how many executions to draw from a stratum. Default: 100 + 3 ** delays, the paper's. */
  readonly samples?: (delays: number) => number
  /** At most this many executions. Default: 2,000; for an exhaustive search 100,000. */
  readonly executions?: number
  /** At most this many executions, besides, to make a failing one smaller. Default: 5,000; 0: it stays as it is. */
  readonly minimise?: number
  /** At most this long, in ms of real time. */
  readonly time?: number
  /** The step limit of one execution. Default: 10,000. */
  readonly steps?: number
  /** The virtual time that an operation may take at most, in ms. Default: 1,000. */
  readonly latency?: number
  /** Which executions without an end a search for liveness reports. Default: `processes`. */
  readonly fairness?: Fairness
  /**
   * A monitor that stays hot for so many rounds, in each of which every process has had its turn, is taken for one that stays
   * so for ever. Default: 100 in a search for liveness, where states cannot be captured; no bound in others.
   */
  readonly temperature?: number
  /** Makes another search of the same kind; `random` makes another one each time. */
  readonly seed?: string
  /** Runs this one path and nothing else. */
  readonly path?: string
  /** Ends the search early, with what it has. */
  readonly signal?: AbortSignal
  /** Told about once a second how far the search is. */
  readonly onProgress?: (progress: Progress) => void
}
