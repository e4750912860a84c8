import { componentsOf } from './components.ts'
import type { Edge, GraphState } from './state-graph.ts'

/** Shares add up to 1 within this. */
const rounding = 1e-9

/**
 * The edges on which an execution can stay for ever with a monitor hot, whatever explicit choices come out. A step whose
 * options have not all been seen, or of which one leads away, is not among them.
 */
export function closedChoices(states: readonly GraphState[], monitor: string): ReadonlySet<Edge> {
  const hot = states.filter((state) => state.hot.includes(monitor))
  let edges = new Set(hot.flatMap((state) => state.edges))
  for (;;) {
    const component = componentsOf(hot, (state) => state.edges.filter((edge) => edges.has(edge)).map(({ to }) => to))
    const staying = new Set<Edge>()
    for (const state of hot) {
      for (const step of stepsOf(state, edges)) {
        const isClosed = step.every((edge) => {
          return edge.hot.includes(monitor) && component.get(edge.to) === component.get(state)
        })
        const isWhole = Math.abs(step.reduce((sum, { share }) => sum + share, 0) - 1) < rounding
        if (isClosed && isWhole) for (const edge of step) staying.add(edge)
      }
    }
    if (staying.size === edges.size) return staying
    edges = staying
  }
}

/** The edges of a state, those of one process together: they are the options of one step. */
function stepsOf({ edges }: GraphState, among: ReadonlySet<Edge>): readonly (readonly Edge[])[] {
  const steps = new Map<number, Edge[]>()
  for (const edge of edges) {
    if (among.has(edge)) steps.set(edge.process, [...(steps.get(edge.process) ?? []), edge])
  }
  return [...steps.values()]
}

/**
 * The edges that have to be taken again and again by whoever goes round a cycle, when choices come out in every way: all
 * options of the steps on the cycle, the shortest ways back to it, and so on.
 */
export function withAllOptions(cycle: readonly Edge[], closed: ReadonlySet<Edge>): ReadonlySet<Edge> {
  const taken = new Set(cycle)
  const states = new Set(cycle.map(({ from }) => from))
  for (const { from, process } of taken) {
    for (const option of from.edges) {
      if (option.process !== process || !closed.has(option)) continue
      taken.add(option)
      if (states.has(option.to)) continue
      for (const edge of wayTo(option.to, closed, ({ to }) => states.has(to)) ?? []) {
        taken.add(edge)
        states.add(edge.from)
      }
    }
  }
  return taken
}

/** A way through all of these edges that can be reached from a state, and back to it. */
export function roundTrip(start: GraphState, edges: ReadonlySet<Edge>): readonly Edge[] {
  const trip: Edge[] = []
  const left = new Set(edges)
  let at = start
  for (;;) {
    const way = wayTo(at, edges, (edge) => left.has(edge))
    if (way === undefined) break
    for (const edge of way) left.delete(edge)
    trip.push(...way)
    at = way.at(-1)?.to ?? at
  }
  if (at === start) return trip
  return [...trip, ...(wayTo(at, edges, ({ to }) => to === start) ?? [])]
}

/** The edges of a shortest way whose last one is looked for. */
function wayTo(
  from: GraphState,
  edges: ReadonlySet<Edge>,
  isLast: (edge: Edge) => boolean,
): readonly Edge[] | undefined {
  const before = new Map<GraphState, Edge | undefined>([[from, undefined]])
  for (const state of before.keys()) {
    for (const edge of state.edges) {
      if (!edges.has(edge)) continue
      if (isLast(edge)) {
        const way = [edge]
        for (let last = before.get(state); last !== undefined; last = before.get(last.from)) way.unshift(last)
        return way
      }
      if (!before.has(edge.to)) before.set(edge.to, edge)
    }
  }
  return undefined
}
