/** How far a search is. */
export interface Progress {
  readonly executions: number
  /** The most executions that the search will run. */
  readonly most: number
  /** Executions a second, since the start. */
  readonly rate: number
  /** The number of delays of the executions being drawn, and the last number that will be. */
  readonly stratum: number
  readonly strata: number
  /** How many strata are through, from the first one on. */
  readonly done: number
  /** Real time in ms since the start, and what is left at the most. */
  readonly elapsed: number
  readonly left: number
  /** Distinct program states seen, for a search that keeps them. */
  readonly states?: number
  /** Executions that are known to be left beyond the stratum, for a search that keeps them. */
  readonly frontier?: number
  /**
   * How many executions are left before the search is through, if strata grow on as they did. An estimate: it may be wrong
   * by much, and the limits may come first.
   */
  readonly remaining?: number
}
