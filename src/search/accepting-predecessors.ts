import type { AcceptingGraph, CycleArc, CycleDetection } from './accepting-graph.ts'

/** The least of all: no accepting predecessor is known. */
const none = -1

/**
 * Cycle detection by maximal accepting predecessors (Figs. 3 to 5 of the liveness report). Every node learns the greatest
 * node that an accepting arc leads into and that it can be reached from. Whoever would hand a node its own number has found
 * a cycle. Orders of search do not matter, so that the numbers are kept while the graph grows.
 */
export class AcceptingPredecessors implements CycleDetection {
  /** By node; absent: the node has not been come to. */
  private readonly map = new Map<number, number>()

  constructor(private readonly graph: AcceptingGraph) {}

  find(): CycleArc | undefined {
    return this.calculate() ?? this.refine()
  }

  /** CalculateMap (Fig. 4), from the nodes that have changed. */
  private calculate(): CycleArc | undefined {
    const { graph, map } = this
    const pending = [...graph.takeChanged()]
    for (const node of pending) if (!map.has(node)) map.set(node, none)
    return propagate(
      pending,
      map,
      (node) => graph.arcs(node),
      () => true,
    )
  }

  /**
   * RefineMap (Fig. 5). A cycle lies within one part: the nodes with equal predecessors. The greatest one of a part is on no
   * cycle, or would have been found; so it counts no more, and what is left is looked at again, part by part.
   */
  private refine(): CycleArc | undefined {
    const { graph } = this
    let parts: ReadonlyMap<number, number> = this.map
    const spent = new Set<number>()
    for (;;) {
      const rest = cyclicPart(graph, parts)
      if (rest.size === 0) return undefined
      for (const root of rest.values()) spent.add(root)
      const map = new Map<number, number>()
      for (const node of rest.keys()) map.set(node, none)
      const within = (node: number) =>
        graph.arcs(node).filter(({ to }) => rest.has(to) && rest.get(to) === rest.get(node))
      const found = propagate([...rest.keys()], map, within, (node) => !spent.has(node))
      if (found !== undefined) return found
      parts = map
    }
  }
}

/** Hands predecessors on along arcs until nothing changes, or a node would be its own. */
function propagate(
  pending: number[],
  map: Map<number, number>,
  arcsOf: (node: number) => ReturnType<AcceptingGraph['arcs']>,
  counts: (node: number) => boolean,
): CycleArc | undefined {
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const own = map.get(node) ?? none
    for (const { to, accepting } of arcsOf(node)) {
      const isCounted = accepting && counts(to)
      if (isCounted && own === to) return { from: node, to }
      const greatest = isCounted && to > own ? to : own
      const before = map.get(to)
      if (before !== undefined && before >= greatest) continue
      map.set(to, greatest)
      pending.push(to)
    }
  }
  return undefined
}

/** What is left of the parts when nodes that cannot lie on a cycle within theirs are taken away, again and again. */
function cyclicPart(graph: AcceptingGraph, parts: ReadonlyMap<number, number>): Map<number, number> {
  const rest = new Map([...parts].filter(([, part]) => part !== none))
  const after = new Map<number, number[]>()
  const before = new Map<number, number[]>()
  for (const [node, part] of rest) {
    after.set(node, [])
    if (!before.has(node)) before.set(node, [])
    for (const { to } of graph.arcs(node)) {
      if (rest.get(to) !== part) continue
      after.get(node)?.push(to)
      const leading = before.get(to)
      if (leading === undefined) before.set(to, [node])
      else leading.push(node)
    }
  }
  takeEnds(rest, after, before)
  takeEnds(rest, before, after)
  return rest
}

/** Takes away the nodes that nothing leads to, and then those that only they have led to. */
function takeEnds(
  rest: Map<number, number>,
  after: ReadonlyMap<number, readonly number[]>,
  before: ReadonlyMap<number, readonly number[]>,
): void {
  const leading = new Map<number, number>()
  for (const node of rest.keys()) {
    leading.set(node, before.get(node)?.filter((one) => rest.has(one)).length ?? 0)
  }
  const free = [...rest.keys()].filter((node) => leading.get(node) === 0)
  for (let node = free.pop(); node !== undefined; node = free.pop()) {
    rest.delete(node)
    for (const to of after.get(node) ?? []) {
      if (!rest.has(to)) continue
      const others = (leading.get(to) ?? 0) - 1
      leading.set(to, others)
      if (others === 0) free.push(to)
    }
  }
}
