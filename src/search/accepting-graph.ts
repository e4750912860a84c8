/** An arc of a graph; a cycle with an accepting one is what is looked for. */
export interface Arc {
  readonly to: number
  readonly accepting: boolean
}

/** A graph in which accepting cycles are looked for. Nodes are numbers from 0 on; it may grow between two looks. */
export interface AcceptingGraph {
  /** The nodes to begin from: new ones, and those with new arcs. All others are reached from them or known already. */
  takeChanged(): readonly number[]
  arcs(node: number): readonly Arc[]
}

/** An accepting arc that lies on a cycle. */
export interface CycleArc {
  readonly from: number
  readonly to: number
}

/** Looks for accepting cycles in what a graph has become. */
export interface CycleDetection {
  find(): CycleArc | undefined
}

/** The arcs of a shortest way; `undefined`: there is none. */
export function shortestWay<Own extends Arc>(
  arcsOf: (node: number) => readonly Own[],
  from: number,
  to: number,
): readonly Own[] | undefined {
  const before = new Map<number, { readonly node: number; readonly arc: Own } | undefined>([[from, undefined]])
  for (const node of before.keys()) {
    if (node === to) break
    for (const arc of arcsOf(node)) if (!before.has(arc.to)) before.set(arc.to, { node, arc })
  }
  if (!before.has(to)) return undefined
  const way: Own[] = []
  for (let last = before.get(to); last !== undefined; last = before.get(last.node)) way.unshift(last.arc)
  return way
}
