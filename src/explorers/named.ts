import { misuse } from '../core/errors.ts'
import type { DelayingExplorer } from '../core/explorer.ts'
import { nonPreemptive } from './non-preemptive.ts'
import { ordered } from './ordered.ts'
import { probabilisticRoundRobin } from './probabilistic-round-robin.ts'
import { random } from './random.ts'
import { roundRobin } from './round-robin.ts'
import { runToCompletion } from './run-to-completion.ts'

/** The explorers that come with interlace. */
export const explorers: readonly DelayingExplorer[] = [
  roundRobin,
  runToCompletion,
  probabilisticRoundRobin,
  random,
  ordered,
]

export type ExplorerName = 'round-robin' | 'run-to-completion' | 'probabilistic-round-robin' | 'random' | 'ordered'

/** Finds an explorer by its name, among the given ones first. */
export function explorerNamed(name: string, given: readonly DelayingExplorer[] = []): DelayingExplorer {
  const known = [...given, ...explorers]
  // Paths of the search `preemption-bounding` are replayed by the order that it has for itself.
  const found = [...known, nonPreemptive].find((explorer) => explorer.name === name)
  if (found !== undefined) return found
  throw misuse(
    `There is no explorer called ${JSON.stringify(name)}.`,
    `Known are ${[...new Set(known.map((explorer) => explorer.name))].join(', ')}; pass an explorer of your own as a value, not by its name.`,
  )
}
