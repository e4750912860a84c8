import type { DelayingExplorer } from '../core/explorer.ts'
import type { Sampled, Stratum } from '../core/verdict.ts'

/** The executions under one explorer of a search, as far as its claims go. */
interface Part {
  readonly explorer: DelayingExplorer
  /** How many strata it has come to. */
  readonly depth: number
  /** All executions with so many delays have been run, or lead through states whose every continuation has. */
  isCovered(delays: number): boolean
  share(delays: number): Sampled
}

/** The strata of a search under several explorers. */
export function strataOf(parts: readonly Part[], isComplete: boolean): readonly Stratum[] {
  const deepest = Math.max(...parts.map(({ depth }) => depth))
  return Array.from({ length: deepest }, (_, delays) => {
    const explorers = parts.filter(({ depth }) => depth > delays).map((part) => part.share(delays))
    return {
      delays,
      executions: explorers.reduce((sum, { executions }) => sum + executions, 0),
      exhausted: isComplete || parts.every((part) => part.isCovered(delays)),
      explorers,
    }
  })
}

/** Whether every execution under an explorer with fewer delays has been covered. */
export function isExhaustedBelow(parts: readonly Part[], explorer: DelayingExplorer, delays: number): boolean {
  const part = parts.find((one) => one.explorer === explorer)
  for (let fewer = 0; fewer < delays; fewer++) if (part?.isCovered(fewer) !== true) return false
  return true
}
