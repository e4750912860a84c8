/** How a search remembers the states that it has come to. */
export interface CacheOptions {
  /**
   * What a state is. `composition`, the default: the states of program and explorer together, so that a stratum that is
   * through is really exhausted. `program`, the paper's: the state of the program alone, which prunes more; strata are
   * then not claimed, but when nothing is left, all states have been reached. `happens-before`: what has happened so far,
   * up to the order of independent steps; for async bodies whose processes share nothing but what is under control. It
   * claims what `program` claims, and is wrong where processes share variables.
   */
  readonly key?: 'composition' | 'program' | 'happens-before'
  /** Whether a state is expanded again when it is reached with `fewer` delays (the default), or only `once` (the paper's). */
  readonly rule?: 'fewer' | 'once'
  /** At most so many states are remembered. Default: 10,000,000, which is 100 MB. */
  readonly states?: number
  /** When there is no room left, a new state is not remembered (`stop`, the default), or takes the place of another. */
  readonly full?: 'stop' | 'replace'
}
