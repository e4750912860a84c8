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
  /** Real time in ms since the start, and what is left at the most. */
  readonly elapsed: number
  readonly left: number
  /** Distinct program states seen, for a search that keeps them. */
  readonly states?: number
  /** Executions that are known to be left beyond the stratum, for a search that keeps them. */
  readonly frontier?: number
}
