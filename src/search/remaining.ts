/** How far the executions under one explorer have been run, stratum by stratum. */
export interface Extent {
  /** The executions of each stratum so far; the last one may be under way. */
  readonly executed: readonly number[]
  /** Those of the last one that are left. */
  readonly left: number
  /** Those with one more delay that are known of. */
  readonly beyond: number
}

/** Strata smaller than this do not count. */
const least = 0.5

/**
 * An estimate of how many executions are left within a delay bound: each stratum is taken to grow by less than the one
 * before it, as the last two that are known did. `undefined` when it can only be said that there is no end.
 */
export function estimateRemaining({ executed, left, beyond }: Extent, delays: number): number | undefined {
  const last = executed.length - 1
  const run = executed[last] ?? 0
  if (run === 0) return undefined
  const size = run + left
  let next = (beyond * size) / run
  let growth = next / size
  const before = last > 0 ? size / (executed[last - 1] ?? size) : Infinity
  const slowing = Math.min(1, growth / before)
  let sum = left
  for (let stratum = last + 1; stratum <= delays && next > least; stratum++) {
    sum += next
    growth *= slowing === 0 ? 1 : slowing
    next *= growth
    if (sum > Number.MAX_SAFE_INTEGER) return undefined
  }
  return Math.round(sum)
}

/** The sum, if every part is known. */
export function sumOf(parts: readonly (number | undefined)[]): number | undefined {
  return parts.reduce((sum, part) => (sum === undefined || part === undefined ? undefined : sum + part), 0)
}
