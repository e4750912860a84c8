import type { Path } from '../core/path.ts'
import type { Execution } from '../engine/execution.ts'

/** An execution that has been run: its children have one more delay, each at a place of its own (Fig. 4). */
class PathNode {
  children: Map<number, PathNode> | undefined
  /** Children with something left to run in the stratum being drawn from; they stand in front in the order of places. */
  open = 0
  private stratum = -1
  private moved: Map<number, number> | undefined // the order of places, where it is not the natural one

  constructor(
    readonly firstPlace: number,
    readonly places: number,
  ) {}

  get width(): number {
    return this.places - this.firstPlace
  }

  reopen(stratum: number): void {
    if (this.stratum === stratum) return
    this.stratum = stratum
    this.open = this.width
  }

  place(index: number): number {
    return this.moved?.get(index) ?? this.firstPlace + index
  }

  /** Moves a place behind the open ones. */
  close(index: number): void {
    const last = --this.open
    if (index === last) return
    this.moved ??= new Map()
    const closed = this.place(index)
    this.moved.set(index, this.place(last))
    this.moved.set(last, closed)
  }
}

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

  constructor(
    private readonly random: () => number,
    private readonly limit = capacity,
  ) {}

  /** Draws a path with `delays` delays that was not run before; `false` when there is none. Yields the paths to run. */
  *draw(delays: number): Generator<Path, boolean, Execution> {
    if (this.root === undefined) {
      this.root = this.learn(yield [], 0)
      this.exhausted[0] = true
      if (delays === 0) return true
    }
    if (delays === 0) return false
    while (!this.isExhausted(delays)) {
      if (yield* this.descend(this.root, delays)) {
        this.drawn[delays] = (this.drawn[delays] ?? 0) + 1
        return true
      }
    }
    return false
  }

  /** All paths with this many delays have been run. */
  isExhausted(delays: number): boolean {
    return this.exhausted[delays] ?? false
  }

  /** All paths have been run. */
  isComplete(): boolean {
    const last = this.executed.length - 1
    return last >= 0 && this.exhausted.slice(0, last + 1).every(Boolean) && this.size(last + 1) === 0
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

  /** One draw from the root; `false` when it ran into a part of the tree with nothing left. */
  private *descend(root: PathNode, delays: number): Generator<Path, boolean, Execution> {
    const ancestors: PathNode[] = []
    const indices: number[] = []
    const path: number[] = []
    let node = root
    let known = true
    for (let depth = 0; depth < delays; depth++) {
      node.reopen(delays)
      if (node.open === 0) {
        if (known || this.hasRoom()) this.closeUpwards(ancestors, indices, delays)
        return false
      }
      const index = Math.floor(this.random() * node.open)
      const place = node.place(index)
      path.push(place)
      ancestors.push(node)
      indices.push(index)
      let child = node.children?.get(place)
      known = child !== undefined
      if (child === undefined) {
        child = this.learn(yield path.slice(), depth + 1)
        if (this.hasRoom()) {
          this.remembered++
          node.children ??= new Map()
          node.children.set(place, child)
        }
      }
      node = child
    }
    if (this.hasRoom()) this.closeUpwards(ancestors, indices, delays)
    return true
  }

  private hasRoom(): boolean {
    return this.remembered < this.limit
  }

  private closeUpwards(ancestors: readonly PathNode[], indices: readonly number[], delays: number): void {
    for (let depth = ancestors.length - 1; depth >= 0; depth--) {
      const ancestor = ancestors[depth]
      const index = indices[depth]
      if (ancestor === undefined || index === undefined) return
      this.remembered++
      ancestor.close(index)
      if (ancestor.open > 0) return
    }
    this.exhausted[delays] = true
  }

  private learn(execution: Execution, depth: number): PathNode {
    const node = new PathNode(execution.firstPlace, execution.places)
    this.executed[depth] = (this.executed[depth] ?? 0) + 1
    this.childrenOf[depth] = (this.childrenOf[depth] ?? 0) + node.width
    this.widest[depth] = Math.max(this.widest[depth] ?? 0, node.width)
    return node
  }
}
