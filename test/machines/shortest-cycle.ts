/** The length of the shortest cycle of a graph, given by the successors of each node; `undefined`: there is none. */
export function shortestCycle(next: readonly (readonly number[])[]): number | undefined {
  const candidates = withoutBeginnings(next)
  let shortest: number | undefined
  for (const node of candidates) {
    const length = wayBack(node, next, candidates, shortest ?? Infinity)
    if (length !== undefined) shortest = length
  }
  return shortest
}

/** What remains when nodes that nothing leads to are taken away, again and again: cycles, and what comes after them. */
function withoutBeginnings(next: readonly (readonly number[])[]): Set<number> {
  const rest = new Set(next.keys())
  const leading = next.map(() => 0)
  for (const targets of next) for (const target of targets) leading[target] = (leading[target] ?? 0) + 1
  const free = [...rest].filter((node) => leading[node] === 0)
  for (let node = free.pop(); node !== undefined; node = free.pop()) {
    rest.delete(node)
    for (const target of next[node] ?? []) {
      const others = (leading[target] ?? 0) - 1
      leading[target] = others
      if (others === 0) free.push(target)
    }
  }
  return rest
}

/** How many steps lead from a node to itself, if fewer than `limit`. */
function wayBack(
  start: number,
  next: readonly (readonly number[])[],
  within: ReadonlySet<number>,
  limit: number,
): number | undefined {
  const seen = new Set<number>()
  let layer = [start]
  for (let length = 1; length < limit && layer.length > 0; length++) {
    const following: number[] = []
    for (const node of layer) {
      for (const target of next[node] ?? []) {
        if (target === start) return length
        if (!within.has(target) || seen.has(target)) continue
        seen.add(target)
        following.push(target)
      }
    }
    layer = following
  }
  return undefined
}
