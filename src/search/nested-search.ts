import type { AcceptingGraph, CycleArc, CycleDetection } from './accepting-graph.ts'

/**
 * Nested depth-first search, for comparison. What an accepting arc leads into is looked at when all behind it is done: a
 * second search from there, which never goes twice where an earlier one went, closes the cycle. It depends on the order in
 * which nodes are left, so that it begins from scratch each time.
 */
export class NestedSearch implements CycleDetection {
  private readonly starts = new Set<number>()

  constructor(private readonly graph: AcceptingGraph) {}

  find(): CycleArc | undefined {
    for (const node of this.graph.takeChanged()) this.starts.add(node)
    const seen = new Set<number>()
    const nested = new Set<number>()
    for (const start of this.starts) {
      for (const node of leavingFrom(enteredBy(start, false), seen, (at) => this.next(at))) {
        if (!isAccepting(node)) continue
        const from = this.wayBack(node, nested)
        if (from !== undefined) return { from, to: nodeOf(node) }
      }
    }
    return undefined
  }

  /** The nodes that arcs lead to, each told apart by whether the arc is accepting. */
  private next(at: number): readonly number[] {
    return this.graph.arcs(nodeOf(at)).map(({ to, accepting }) => enteredBy(to, accepting))
  }

  /** The node from which an arc leads back to where the nested search began. */
  private wayBack(start: number, nested: Set<number>): number | undefined {
    const pending = [start]
    nested.add(start)
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      for (const next of this.next(at)) {
        if (next === start) return nodeOf(at)
        if (nested.has(next)) continue
        nested.add(next)
        pending.push(next)
      }
    }
    return undefined
  }
}

/** Depth first: hands out nodes when all that follows them has been left. */
function* leavingFrom(
  start: number,
  seen: Set<number>,
  next: (node: number) => readonly number[],
): Generator<number, void> {
  if (seen.has(start)) return
  seen.add(start)
  const stack = [{ node: start, left: next(start).slice() }]
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const node = top.left.pop()
    if (node === undefined) {
      yield top.node
      stack.pop()
    } else if (!seen.has(node)) {
      seen.add(node)
      stack.push({ node, left: next(node).slice() })
    }
  }
}

/** A node with the way it was come to: acceptance lies on arcs, and the search wants it on nodes. */
function enteredBy(node: number, accepting: boolean): number {
  return 2 * node + (accepting ? 1 : 0)
}

function nodeOf(entered: number): number {
  return entered >>> 1
}

function isAccepting(entered: number): boolean {
  return (entered & 1) === 1
}
