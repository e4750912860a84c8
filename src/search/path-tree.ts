import type { Path } from '../core/path.ts'
import type { Execution } from '../engine/execution.ts'
import { PathNodes } from './path-nodes.ts'

/** After so many closed places in a row, the next open one is looked for. */
const mostTries = 32

/** What is remembered of the executions at the most: beyond it, paths are drawn with replacement. */
const capacity = (1 << 16) - 1

/**
 * The tree of executions that one explorer induces (Fig. 4), as far as it has been run. Paths are drawn as in Fig. 7,
 * each place for a delay with the same probability, but never the same path twice and without running again what has
 * been run, so that a small stratum becomes exhausted.
 */
export class PathTree {
  /** Executions by number of delays. */
  readonly executed: number[] = []
  /** Draws by number of delays. */
  readonly drawn: number[] = []
  private readonly widest: number[] = []
  private readonly childrenOf: number[] = []
  private readonly exhausted: true[] = []
  private readonly nodes = new PathNodes()
  // A node for an execution that there is no room for, until the next one is learnt
  private readonly forgotten: number
  private root = 0
  // The draw under way: the first `depth` places of the path, and the nodes that it came through
  private delays = 0
  private depth = 0
  private child = 0 // at the place that was looked at last: to look for it again costs as much as a step
  private readonly path: number[] = []
  private readonly ancestors: number[] = []

  constructor(
    private readonly random: () => number,
    private readonly limit = capacity,
  ) {
    this.forgotten = this.nodes.add(0, 0)
  }

  /** Begins to draw a path with `delays` delays that was not run before. Hands out a path to run, or none if all are. */
  begin(delays: number): Path | undefined {
    this.delays = delays
    this.depth = 0
    if (this.root === 0) return []
    return delays === 0 ? undefined : this.descend(this.root)
  }

  /** Takes the execution of the path handed out last. Hands out the next one to run for the same draw, if it needs one. */
  learn(execution: Execution): Path | undefined {
    const { firstPlace, places } = execution
    const { nodes, path, depth } = this
    this.executed[depth] = (this.executed[depth] ?? 0) + 1
    this.childrenOf[depth] = (this.childrenOf[depth] ?? 0) + places - firstPlace
    this.widest[depth] = Math.max(this.widest[depth] ?? 0, places - firstPlace)
    if (this.root === 0) {
      this.root = nodes.add(firstPlace, places)
      this.exhausted[0] = true
      return this.delays === 0 ? undefined : this.descend(this.root)
    }
    const isRemembered = this.hasRoom()
    const node = isRemembered ? nodes.add(firstPlace, places) : this.forgotten
    if (isRemembered) nodes.link(this.ancestors[depth - 1] ?? 0, path[depth - 1] ?? 0, node)
    else nodes.describe(node, firstPlace, places)
    if (depth < this.delays) return this.descend(node)
    this.drawn[depth] = (this.drawn[depth] ?? 0) + 1
    if (isRemembered) this.closeUpwards()
    return undefined
  }

  /** All paths with this many delays have been run. */
  isExhausted(delays: number): boolean {
    if (this.exhausted[delays] !== undefined) return true
    // Nothing is run twice while all is remembered, so counting tells before the last dead end is looked at.
    if (!this.hasRoom() || (this.executed[delays] ?? 0) !== this.size(delays)) return false
    this.exhausted[delays] = true
    return true
  }

  /** All paths have been run. */
  isComplete(): boolean {
    return this.root !== 0 && this.size(this.executed.length) === 0
  }

  /** How many paths have this many delays; known when those with one less have all been run. */
  size(delays: number): number | undefined {
    if (delays === 0) return 1
    for (let fewer = 0; fewer < delays; fewer++) if (!this.isExhausted(fewer)) return undefined
    return this.childrenOf[delays - 1] ?? 0
  }

  /** How many paths with one more delay the executions with so many have led to. */
  widthOf(delays: number): number {
    return this.childrenOf[delays] ?? 0
  }

  /** An upper bound on the probability that a given path with this many delays was not drawn (Theorem 3). */
  missed(delays: number): number {
    if (this.isExhausted(delays)) return 0
    let paths = 1
    for (let depth = 0; depth < delays; depth++) paths *= this.widest[depth] ?? 0
    return paths <= 1 ? 1 : Math.exp((this.drawn[delays] ?? 0) * Math.log1p(-1 / paths))
  }

  private hasRoom(): boolean {
    return this.nodes.count < this.limit
  }

  /** Goes down along executions that are known, to the first that is not; begins again at the root after a dead end. */
  private descend(start: number): Path | undefined {
    const { nodes, delays } = this
    if (this.isExhausted(delays)) return undefined
    for (let node = start; ;) {
      nodes.reopen(node, delays)
      if (nodes.open[node] === 0) {
        // Where that cannot be remembered, the draw still has cost an execution.
        if (node !== this.forgotten) this.close(node)
        if (this.isExhausted(delays)) return undefined
        this.depth = 0
        node = this.root
        continue
      }
      const place = this.drawPlace(node)
      this.path[this.depth] = place
      this.ancestors[this.depth] = node
      this.depth++
      node = this.child
      if (node === 0) return this.path.slice(0, this.depth)
    }
  }

  /** Draws an open place, and finds its child; each has at least the probability that it has among all. */
  private drawPlace(node: number): number {
    const { nodes, random } = this
    const first = nodes.firstPlace(node)
    const width = nodes.width(node)
    let offset = Math.floor(random() * width)
    for (let tries = 1; !this.isOpen(node, first + offset); tries++) {
      offset = tries < mostTries ? Math.floor(random() * width) : (offset + 1) % width
    }
    return first + offset
  }

  /** A child of the stratum itself is done once it has been run, others when nothing is left below. */
  private isOpen(node: number, place: number): boolean {
    const child = this.nodes.child(node, place)
    this.child = child
    return child === 0 || (this.depth < this.delays - 1 && this.nodes.closed[child] !== this.delays)
  }

  /** Nothing is left below a node. */
  private close(node: number): void {
    this.nodes.closed[node] = this.delays
    this.closeUpwards()
  }

  /** The end of the path is closed, and with it every node above whose last open child that was. */
  private closeUpwards(): void {
    const { nodes, ancestors } = this
    for (let depth = this.depth - 1; depth >= 0; depth--) {
      const ancestor = ancestors[depth] ?? 0
      const open = (nodes.open[ancestor] ?? 0) - 1
      nodes.open[ancestor] = open
      if (open > 0) return
      nodes.closed[ancestor] = this.delays
    }
    this.exhausted[this.delays] = true
  }
}
