import type { Path } from '../core/path.ts'
import type { Execution } from '../engine/execution.ts'

/** An execution that has been run: its children have one more delay, each at a place of its own (Fig. 4). */
class PathNode {
  /** Children with something left to run in the stratum being drawn from. */
  open = 0
  /** The last stratum that has nothing left below here. */
  closed = -1
  private stratum = -1
  /** By place; a child without children of its own is kept as a number, for there are many. */
  private children: Map<number, PathNode | number> | undefined

  constructor(
    readonly firstPlace: number,
    readonly places: number,
  ) {}

  get width(): number {
    return this.places - this.firstPlace
  }

  child(place: number): PathNode | undefined {
    const child = this.children?.get(place)
    if (typeof child !== 'number') return child
    const unpacked = new PathNode(child & 1, child >>> 1)
    this.children?.set(place, unpacked)
    return unpacked
  }

  remember(place: number, child: PathNode, packed: boolean): void {
    this.children ??= new Map()
    this.children.set(place, packed ? (child.places << 1) | child.firstPlace : child)
  }

  reopen(stratum: number): void {
    if (this.stratum === stratum) return
    this.stratum = stratum
    this.open = this.width
  }

  /** Draws an open place; each has at least the probability that it has among all. */
  draw(random: () => number, isLast: boolean): number {
    let place = this.firstPlace + Math.floor(random() * this.width)
    for (let tries = 1; !this.isOpen(place, isLast); tries++) {
      if (tries < mostTries) place = this.firstPlace + Math.floor(random() * this.width)
      else if (++place === this.places) place = this.firstPlace
    }
    return place
  }

  /** A child of the stratum itself is done once it has been run, others when nothing is left below. */
  private isOpen(place: number, isLast: boolean): boolean {
    const child = this.children?.get(place)
    if (child === undefined) return true
    return !isLast && (typeof child === 'number' || child.closed !== this.stratum)
  }
}

/** After so many closed places in a row, the next open one is looked for. */
const mostTries = 32

/** What is remembered of the executions at the most: beyond it, paths are drawn with replacement. */
const capacity = 1 << 18

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
  private readonly exhausted: boolean[] = []
  private root: PathNode | undefined
  private remembered = 0
  // The draw under way: the path so far, and the way it took through the tree
  private delays = 0
  private path: number[] = []
  private readonly ancestors: PathNode[] = []

  constructor(
    private readonly random: () => number,
    private readonly limit = capacity,
  ) {}

  /** Begins to draw a path with `delays` delays that was not run before. Hands out a path to run, or none if all are. */
  begin(delays: number): Path | undefined {
    this.delays = delays
    if (this.root === undefined) return []
    return delays === 0 ? undefined : this.descend(this.root)
  }

  /** Takes the execution of the path handed out last. Hands out the next one to run for the same draw, if it needs one. */
  learn(execution: Execution): Path | undefined {
    const node = new PathNode(execution.firstPlace, execution.places)
    const depth = this.path.length
    this.executed[depth] = (this.executed[depth] ?? 0) + 1
    this.childrenOf[depth] = (this.childrenOf[depth] ?? 0) + node.width
    this.widest[depth] = Math.max(this.widest[depth] ?? 0, node.width)
    if (this.root === undefined) {
      this.root = node
      this.exhausted[0] = true
      return this.delays === 0 ? undefined : this.descend(node)
    }
    const hasRoom = this.hasRoom()
    if (hasRoom) {
      this.remembered++
      this.ancestors[depth - 1]?.remember(this.path[depth - 1] ?? 0, node, depth === this.delays)
    }
    if (depth < this.delays) return this.continueFrom(node, hasRoom)
    this.drawn[depth] = (this.drawn[depth] ?? 0) + 1
    if (hasRoom) this.closeUpwards()
    return undefined
  }

  /** All paths with this many delays have been run. */
  isExhausted(delays: number): boolean {
    // Nothing is run twice while all is remembered, so counting tells before the last dead end is looked at.
    return this.exhausted[delays] ?? (this.hasRoom() && (this.executed[delays] ?? 0) === this.size(delays))
  }

  /** All paths have been run. */
  isComplete(): boolean {
    return this.root !== undefined && this.size(this.executed.length) === 0
  }

  /** How many paths have this many delays; known when those with one less have all been run. */
  size(delays: number): number | undefined {
    if (delays === 0) return 1
    for (let fewer = 0; fewer < delays; fewer++) if (!this.isExhausted(fewer)) return undefined
    return this.childrenOf[delays - 1] ?? 0
  }

  /** An upper bound on the probability that a given path with this many delays was not drawn (Theorem 3). */
  missed(delays: number): number {
    if (this.isExhausted(delays)) return 0
    let paths = 1
    for (let depth = 0; depth < delays; depth++) paths *= this.widest[depth] ?? 0
    return paths <= 1 ? 1 : Math.exp((this.drawn[delays] ?? 0) * Math.log1p(-1 / paths))
  }

  private hasRoom(): boolean {
    return this.remembered < this.limit
  }

  private descend(root: PathNode): Path | undefined {
    this.ancestors.length = 0
    this.path = []
    return this.isExhausted(this.delays) ? undefined : this.continueFrom(root, true)
  }

  /** Goes down along executions that are known to the first that is not. */
  private continueFrom(start: PathNode, isRemembered: boolean): Path | undefined {
    let node = start
    for (;;) {
      node.reopen(this.delays)
      if (node.open === 0) {
        // Nothing is left below. Where that cannot be remembered, the draw still has cost an execution.
        node.closed = this.delays
        if (isRemembered) this.closeUpwards()
        return this.root && this.descend(this.root)
      }
      const place = node.draw(this.random, this.path.length === this.delays - 1)
      this.path.push(place)
      this.ancestors.push(node)
      const child = node.child(place)
      if (child === undefined) return this.path.slice()
      node = child
      isRemembered = true
    }
  }

  /** The child at the end of the path has nothing left, and so has every node above whose last open child that was. */
  private closeUpwards(): void {
    for (let depth = this.ancestors.length - 1; depth >= 0; depth--) {
      const ancestor = this.ancestors[depth]
      if (ancestor === undefined || --ancestor.open > 0) return
      ancestor.closed = this.delays
    }
    this.exhausted[this.delays] = true
  }
}
