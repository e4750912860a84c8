import type { AcceptingGraph, Arc } from './accepting-graph.ts'
import type { Edge, GraphState, StateGraph } from './state-graph.ts'

/** A state in which a monitor is hot, on a round in which the processes have their turns in order. */
export interface FairNode {
  readonly state: GraphState
  readonly monitor: string
  /** All processes before this one have had their turn, or could not go on. */
  readonly waitsFor: number
}

/** An arc, and the step that it stands for. */
export interface FairArc extends Arc {
  readonly edge: Edge
}

/**
 * The part of a state graph in which one monitor stays hot, with rounds: an arc is accepting where the last process gets its
 * turn. So a cycle with an accepting arc is an execution that stays hot for ever and is fair; and there is one for each.
 */
export class FairGraph implements AcceptingGraph {
  private readonly nodes: FairNode[] = []
  private readonly numbers = new Map<string, number>()
  private readonly nodesOf = new Map<GraphState, number[]>()

  constructor(
    private readonly graph: StateGraph,
    private readonly isFair: boolean,
    /** Edges that count, if not all do. */
    private readonly counts?: (edge: Edge, monitor: string) => boolean,
  ) {}

  node(number: number): FairNode {
    const node = this.nodes[number]
    if (node === undefined) throw new Error(`there is no node ${number}`)
    return node
  }

  takeChanged(): readonly number[] {
    const changed: number[] = []
    for (const state of this.graph.changed) {
      for (const monitor of state.hot) this.numberOf(state, monitor, 0)
      changed.push(...(this.nodesOf.get(state) ?? []))
    }
    this.graph.changed.clear()
    return changed
  }

  arcs(number: number): readonly FairArc[] {
    const { state, monitor, waitsFor } = this.node(number)
    const arcs: FairArc[] = []
    for (const edge of state.edges) {
      if (!edge.hot.includes(monitor) || this.counts?.(edge, monitor) === false) continue
      const next = this.isFair
        ? state.enabled.find((process) => process >= waitsFor && process !== edge.process)
        : undefined
      arcs.push({ to: this.numberOf(edge.to, monitor, next ?? 0), accepting: next === undefined, edge })
    }
    return arcs
  }

  private numberOf(state: GraphState, monitor: string, waitsFor: number): number {
    const key = `${state.index} ${waitsFor} ${monitor}`
    const known = this.numbers.get(key)
    if (known !== undefined) return known
    const number = this.nodes.push({ state, monitor, waitsFor }) - 1
    this.numbers.set(key, number)
    const nodes = this.nodesOf.get(state)
    if (nodes === undefined) this.nodesOf.set(state, [number])
    else nodes.push(number)
    return number
  }
}
