/**
 * The strongly connected components of a graph (Tarjan), as a number for each node: two nodes with the same number can be
 * reached from each other.
 */
export function componentsOf<Node>(
  nodes: Iterable<Node>,
  next: (node: Node) => readonly Node[],
): ReadonlyMap<Node, number> {
  const component = new Map<Node, number>()
  const order = new Map<Node, number>()
  const lowest = new Map<Node, number>()
  const open: Node[] = []
  const lower = (node: Node, to: number | undefined): void => {
    if (to !== undefined && to < (lowest.get(node) ?? Infinity)) lowest.set(node, to)
  }

  function enter(node: Node): { node: Node; left: Node[] } {
    order.set(node, order.size)
    lower(node, order.get(node))
    open.push(node)
    return { node, left: next(node).slice() }
  }

  /** All nodes that the component of a node can reach have been left. */
  function leave(node: Node): void {
    if (lowest.get(node) !== order.get(node)) return
    for (let member = open.pop(); member !== undefined; member = open.pop()) {
      component.set(member, order.get(node) ?? 0)
      if (member === node) return
    }
  }

  for (const start of nodes) {
    if (order.has(start)) continue
    const stack = [enter(start)]
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const { node, left } = top
      const to = left.pop()
      if (to === undefined) {
        leave(node)
        stack.pop()
        const above = stack.at(-1)
        if (above !== undefined) lower(above.node, lowest.get(node))
      } else if (!order.has(to)) stack.push(enter(to))
      else if (!component.has(to)) lower(node, order.get(to))
    }
  }
  return component
}
