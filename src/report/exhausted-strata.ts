import type { Stratum } from '../core/verdict.ts'
import { counted } from './phrases.ts'

/** The most delays such that all executions with at most as many were run under the explorer; -1 if there is none. */
export function exhaustedDepth(strata: readonly Stratum[], explorer: string): number {
  let depth = -1
  while (isExhausted(strata, depth + 1, explorer)) depth++
  return depth
}

function isExhausted(strata: readonly Stratum[], delays: number, explorer: string): boolean {
  const stratum = strata.find((one) => one.delays === delays)
  const shares = stratum?.explorers.filter((share) => share.explorer === explorer) ?? []
  return shares.length > 0 && shares.every(({ exhausted }) => exhausted)
}

/** The explorers that a search has used, in their order. */
export function explorersIn(strata: readonly Stratum[]): readonly string[] {
  return [...new Set(strata.flatMap((stratum) => stratum.explorers.map(({ explorer }) => explorer)))]
}

/** Claims that no execution fails with as many delays as were exhausted, for each explorer what holds for it. */
export function describeExhausted(strata: readonly Stratum[]): readonly string[] {
  const byDepth = new Map<number, string[]>()
  for (const explorer of explorersIn(strata)) {
    const depth = exhaustedDepth(strata, explorer)
    byDepth.set(depth, [...(byDepth.get(depth) ?? []), explorer])
  }
  return [...byDepth]
    .filter(([depth]) => depth >= 0)
    .sort(([a], [b]) => b - a)
    .map(([depth, names]) => {
      const claim =
        depth === 0
          ? 'The execution without a delay passes'
          : `No execution with at most ${counted(depth, 'delay')} fails`
      return `${claim} (${names.join(', ')}).`
    })
}
