import type { Sampled, Stratum } from '../core/verdict.ts'
import { exhaustedDepth } from './exhausted-strata.ts'
import { counted } from './phrases.ts'

/** Says of the sampled strata what was run, and how probable it is that a failing execution was missed. */
export function describeSampled(strata: readonly Stratum[]): readonly string[] {
  const open = strata.map(({ delays, explorers }) => ({
    delays,
    shares: explorers.filter(({ explorer }) => exhaustedDepth(strata, explorer) < delays),
  }))
  const bounded = open.flatMap(({ delays, shares }) => withBounds(delays, shares))
  return [...bounded, ...withoutBounds(open)]
}

function withBounds(delays: number, shares: readonly Sampled[]): readonly string[] {
  const parts = shares.flatMap(({ explorer, executions, missed }) => {
    const bound = roundedUp(missed)
    return bound === undefined
      ? []
      : [{ explorer, run: `${counted(executions, 'execution')} under ${explorer}`, bound }]
  })
  if (parts.length === 0) return []
  const run = parts.map((part) => part.run).join(', ')
  const bounds = parts.map(({ bound, explorer }) => (parts.length === 1 ? bound : `${bound} (${explorer})`)).join(', ')
  return [
    `Stratum ${delays}: ${run}; a given failing execution there was missed with probability at most ${bounds}, ` +
      'if no execution has more places for a delay than those seen.',
  ]
}

function withoutBounds(strata: readonly { readonly delays: number; readonly shares: readonly Sampled[] }[]) {
  const unknown = strata.flatMap(({ delays, shares }) =>
    shares.filter(({ missed }) => roundedUp(missed) === undefined).map((share) => ({ delays, ...share })),
  )
  const [first] = unknown
  const last = unknown.at(-1)
  if (first === undefined || last === undefined) return []
  const executions = unknown.reduce((sum, share) => sum + share.executions, 0)
  const delays = first.delays === last.delays ? '' : `${first.delays} to `
  const names = [...new Set(unknown.map(({ explorer }) => explorer))].join(', ')
  return [
    `${counted(executions, 'execution')} with ${delays}${counted(last.delays, 'delay')} (${names}) passed; ` +
      'no bound is known on what was missed there.',
  ]
}

/** Two digits that are never less than the probability; nothing when they would be 1. */
function roundedUp(probability: number): string | undefined {
  if (probability <= 1e-6) return '0.000001'
  const near = Number(probability.toPrecision(2))
  const exponent = Number(near.toExponential().split('e')[1])
  const up = near >= probability ? near : near + 10 ** (exponent - 1)
  return up < 1 ? String(Number(up.toPrecision(2))) : undefined
}
