import type { Path } from '../core/path.ts'
import { longer, type PathNodes } from './path-nodes.ts'

const none = 0
const smallest = 1 << 8

/** After so many closed places in a row, the next open one is looked for. */
const mostTries = 32

/**
 * Draws the paths of a stratum as Fig. 7 does: goes down from the root along executions that are known, each place for a
 * delay with the same probability, to the first one that is not. What has nothing left below is closed for the stratum.
 */
export class PathDescent {
  /** The places drawn so far are those of the first `depth` delays. */
  depth = 0
  /** Nothing is left to draw in the stratum. */
  isThrough = false
  private delays = 0
  private child = none // at the place that was looked at last: to look for it again costs as much as a step
  private readonly path: number[] = []
  private readonly ancestors: number[] = []
  /** A node for an execution that there is no room for, until the next one is learnt. */
  private readonly forgotten: number
  // By node: children with something left to run in a stratum, that stratum, and the last one with nothing left below
  private open = new Int32Array(smallest)
  private stratum = new Int32Array(smallest)
  private closed = new Int32Array(smallest)
  private slots = new Int32Array(2 * smallest) // a hash table from parent and place to child
  private indexed = 0 // as many of the nodes are in it

  constructor(
    private readonly nodes: PathNodes,
    private readonly root: number,
    private readonly random: () => number,
  ) {
    this.forgotten = nodes.add(none, 0, 0, 0)
  }

  /** Begins to draw a path with so many delays. Hands out the path to run, or none if all have been. */
  begin(delays: number): Path | undefined {
    if (delays !== this.delays) this.isThrough = false
    this.delays = delays
    this.depth = 0
    return this.isThrough ? undefined : this.descend(this.root)
  }

  /** Takes the execution of the path handed out last, which can be remembered or not. */
  learn(firstPlace: number, places: number, isRemembered: boolean): void {
    const { nodes, path, ancestors, depth } = this
    if (isRemembered) {
      this.child = nodes.add(ancestors[depth - 1] ?? none, path[depth - 1] ?? 0, firstPlace, places)
      if (depth === this.delays) this.closeUpwards()
    } else {
      this.child = this.forgotten
      this.stratum[this.forgotten] = none
      nodes.describe(this.forgotten, firstPlace, places)
    }
  }

  /** Goes on from the execution that was learnt last. Hands out the path to run, or none if all have been. */
  goOn(): Path | undefined {
    return this.descend(this.child)
  }

  /** Goes down along executions that are known, to the first that is not; begins again at the root after a dead end. */
  private descend(start: number): Path | undefined {
    this.index()
    for (let node = start; ;) {
      this.reopen(node)
      if (this.open[node] === 0) {
        // Where that cannot be remembered, the draw still has cost an execution.
        if (node !== this.forgotten) this.close(node)
        if (this.isThrough) return undefined
        this.depth = 0
        node = this.root
        continue
      }
      const place = this.drawPlace(node)
      this.path[this.depth] = place
      this.ancestors[this.depth] = node
      this.depth++
      node = this.child
      if (node === none) return this.path.slice(0, this.depth)
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
    const child = this.slots[this.slot(node, place)] ?? none
    this.child = child
    return child === none || (this.depth < this.delays - 1 && this.closed[child] !== this.delays)
  }

  /** Opens all children for the stratum, unless that has been done. */
  private reopen(node: number): void {
    if (this.stratum[node] === this.delays) return
    this.stratum[node] = this.delays
    this.open[node] = this.nodes.width(node)
  }

  /** Nothing is left below a node. */
  private close(node: number): void {
    this.closed[node] = this.delays
    this.closeUpwards()
  }

  /** The end of the path is closed, and with it every node above whose last open child that was. */
  private closeUpwards(): void {
    for (let depth = this.depth - 1; depth >= 0; depth--) {
      const ancestor = this.ancestors[depth] ?? none
      const open = (this.open[ancestor] ?? 0) - 1
      this.open[ancestor] = open
      if (open > 0) return
      this.closed[ancestor] = this.delays
    }
    this.isThrough = true
  }

  /** Takes up the nodes that have been added. */
  private index(): void {
    const { nodes } = this
    if (nodes.count >= this.open.length) this.grow()
    while (this.indexed < nodes.count) {
      const node = ++this.indexed
      if (node !== this.forgotten && node !== this.root) {
        this.slots[this.slot(nodes.parentOf(node), nodes.placeOf(node))] = node
      }
    }
  }

  /** Where the child stands in the table, or would. */
  private slot(parent: number, place: number): number {
    const { nodes, slots } = this
    const mask = slots.length - 1
    let slot = Math.imul(Math.imul(parent, 0x9e3779b1) ^ place, 0x85ebca6b)
    for (slot = (slot ^ (slot >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const child = slots[slot] ?? none
      if (child === none || (nodes.parentOf(child) === parent && nodes.placeOf(child) === place)) return slot
    }
  }

  private grow(): void {
    let { length } = this.open
    while (this.nodes.count >= length) length *= 2
    this.open = longer(this.open, length)
    this.stratum = longer(this.stratum, length)
    this.closed = longer(this.closed, length)
    this.slots = new Int32Array(2 * length)
    this.indexed = 0
  }
}
