import type { Stratum } from '../core/verdict.ts'

/** The strata of a search that only counts what it has run, by number of delays. */
export function countedStrata(
  executed: ReadonlyMap<number, number>,
  explorer: string,
  exhausted = false,
): readonly Stratum[] {
  return [...executed]
    .sort(([a], [b]) => a - b)
    .map(([delays, executions]) => ({
      delays,
      executions,
      exhausted,
      explorers: [{ explorer, executions, exhausted, missed: exhausted ? 0 : 1 }],
    }))
}
