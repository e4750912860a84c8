import type { Loop } from '../core/outcome.ts'
import { type CycleArc, shortestWay } from './accepting-graph.ts'
import type { FairArc, FairGraph } from './fair-graph.ts'
import type { Edge, GraphState, StateGraph } from './state-graph.ts'

/** An execution without an end: a way to a state, and one that leads from there to the same state again. */
export interface Lasso {
  readonly loop: Loop
  /** What to take at each decision point, to go there and round once. */
  readonly decisions: readonly number[]
}

/** The edges of a shortest cycle through an accepting arc. */
export function cycleThrough(graph: FairGraph, { from, to }: CycleArc): readonly Edge[] {
  const closing = graph.arcs(from).find((arc) => arc.accepting && arc.to === to)
  const way = shortestWay<FairArc>((node) => graph.arcs(node), to, from)
  if (closing === undefined || way === undefined) throw new Error('the cycle is not closed')
  return [closing, ...way].map(({ edge }) => edge)
}

/** Begins a cycle at the state of it that is nearest to the beginning of the program. */
export function lassoOf(graph: StateGraph, cycle: readonly Edge[]): Lasso {
  const stem = stemTo(graph, new Set(cycle.map(({ from }) => from)))
  const turn = cycle.findIndex(({ from }) => from === stem.to)
  const round = [...cycle.slice(turn), ...cycle.slice(0, turn)]
  return {
    loop: { stem: stem.steps, steps: round.length },
    decisions: [...stem.decisions, ...round.flatMap(({ decisions }) => decisions)],
  }
}

interface Stem {
  readonly to: GraphState
  readonly steps: number
  readonly decisions: readonly number[]
}

/** A way with the fewest steps from where states begin to be known to one of the goals. */
function stemTo({ states }: StateGraph, goals: ReadonlySet<GraphState>): Stem {
  const entries = states.filter(({ entry }) => entry !== undefined)
  const before = new Map<GraphState, Edge | undefined>(entries.map((state) => [state, undefined]))
  for (const to of before.keys()) {
    if (!goals.has(to)) {
      for (const edge of to.edges) if (!before.has(edge.to)) before.set(edge.to, edge)
      continue
    }
    const way: Edge[] = []
    let first = to
    for (let edge = before.get(to); edge !== undefined; edge = before.get(first)) {
      way.unshift(edge)
      first = edge.from
    }
    const { steps, decisions } = first.entry ?? { steps: 0, decisions: [] }
    return { to, steps: steps + way.length, decisions: [...decisions, ...way.flatMap((edge) => edge.decisions)] }
  }
  throw new Error('no way leads to the cycle')
}
