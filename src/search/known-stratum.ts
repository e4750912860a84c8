import type { PathNodes } from './path-nodes.ts'

/** The most paths of which it is remembered, with a bit each, which were drawn. */
const capacity = 1 << 26

/**
 * The paths of a stratum, where all executions with one delay less are known and stand side by side among the nodes: each
 * of them can be followed by one delay more, at any of its places. Draws every path with the same probability, none twice.
 */
export class KnownStratum {
  readonly size: number
  /** Whether there are too many to remember which were drawn: then one may be drawn twice. */
  readonly mayRepeat: boolean
  /** What was drawn last: a place of a node. */
  node = 0
  place = 0
  private drawn = 0
  /** How many paths the nodes have up to each of them. */
  private readonly ends: Float64Array
  /** For as many equal parts of the paths as there are nodes, the node where each begins: a guide into `ends`. */
  private readonly guide: Int32Array
  private readonly wasDrawn: Uint8Array // eight paths in each
  /** When half of them are drawn: the others, in any order. */
  private others: Int32Array | undefined = undefined

  constructor(
    readonly delays: number,
    private readonly nodes: PathNodes,
    private readonly first: number,
    last: number,
    private readonly random: () => number,
  ) {
    this.ends = new Float64Array(last - first + 1)
    let size = 0
    for (let node = first; node <= last; node++) {
      size += nodes.width(node)
      this.ends[node - first] = size
    }
    this.size = size
    this.guide = guideInto(this.ends)
    this.mayRepeat = size > capacity
    this.wasDrawn = new Uint8Array(this.mayRepeat ? 0 : (size >>> 3) + 1)
  }

  /** Draws a path; `false` when all have been drawn. */
  draw(): boolean {
    if (!this.mayRepeat && this.drawn === this.size) return false
    const path = this.others === undefined ? this.drawAny() : this.drawOther(this.others)
    this.drawn++
    if (!this.mayRepeat && this.others === undefined && this.drawn >= this.size / 2) this.others = this.undrawn()
    const index = this.nodeOf(path)
    const before = index === 0 ? 0 : (this.ends[index - 1] ?? 0)
    this.node = this.first + index
    // An integer for V8, too: what comes out of `ends` is a float, and so would be the path, and every look at it a detour.
    this.place = this.nodes.firstPlace(this.node) + ((path - before) | 0)
    return true
  }

  /** Draws until it is one that was not drawn before: twice, on average, when half of them are. */
  private drawAny(): number {
    for (;;) {
      const path = Math.floor(this.random() * this.size)
      if (this.mayRepeat) return path
      const eight = this.wasDrawn[path >>> 3] ?? 0
      const bit = 1 << (path & 7)
      if ((eight & bit) !== 0) continue
      this.wasDrawn[path >>> 3] = eight | bit
      return path
    }
  }

  private drawOther(others: Int32Array): number {
    const left = this.size - this.drawn
    const place = Math.floor(this.random() * left)
    const path = others[place] ?? 0
    others[place] = others[left - 1] ?? 0
    return path
  }

  private undrawn(): Int32Array {
    const others = new Int32Array(this.size - this.drawn)
    let count = 0
    for (let path = 0; path < this.size; path++) {
      if (((this.wasDrawn[path >>> 3] ?? 0) & (1 << (path & 7))) === 0) others[count++] = path
    }
    return others
  }

  /** The node that a path goes through last: one or two looks from where the guide points, whatever the number of nodes. */
  private nodeOf(path: number): number {
    const { ends, guide } = this
    let node = guide[Math.floor((path / this.size) * guide.length)] ?? 0
    while ((ends[node] ?? Infinity) <= path) node++
    return node
  }
}

function guideInto(ends: Float64Array): Int32Array {
  const guide = new Int32Array(ends.length)
  const size = ends.at(-1) ?? 0
  let node = 0
  for (let part = 0; part < guide.length; part++) {
    while ((ends[node] ?? Infinity) <= Math.floor((part / guide.length) * size)) node++
    guide[part] = node
  }
  return guide
}

/** The probability that a given path is not among so many drawn from a stratum of this size, which is not exhausted. */
export function missedOf(size: number, drawn: number): number {
  return size > capacity ? Math.exp(drawn * Math.log1p(-1 / size)) : 1 - drawn / size
}
