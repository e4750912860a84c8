import type { Path } from '../core/path.ts'

const smallest = 1 << 8

/**
 * The nodes of a tree of paths, by number, in flat arrays: a search remembers hundreds of thousands of them, and the
 * garbage collector should not have to look at any. Number 0 is no node.
 */
export class PathNodes {
  /** How many there are. */
  count = 0
  private span = new Int32Array(smallest) // places and first place, in one number
  private parents = new Int32Array(smallest)
  private ownPlaces = new Int32Array(smallest)
  private readonly path: number[] = [] // the one that was asked for last

  /** Adds a node at a place of another one; it can have children at the places [firstPlace, places). */
  add(parent: number, place: number, firstPlace: number, places: number): number {
    const node = ++this.count
    if (node === this.span.length) this.grow()
    this.parents[node] = parent
    this.ownPlaces[node] = place
    this.describe(node, firstPlace, places)
    return node
  }

  /** Gives a node other places for its children. */
  describe(node: number, firstPlace: number, places: number): void {
    this.span[node] = (places << 1) | firstPlace
  }

  parentOf(node: number): number {
    return this.parents[node] ?? 0
  }

  /** The place of its parent that a node stands at. */
  placeOf(node: number): number {
    return this.ownPlaces[node] ?? 0
  }

  firstPlace(node: number): number {
    return (this.span[node] ?? 0) & 1
  }

  places(node: number): number {
    return (this.span[node] ?? 0) >>> 1
  }

  width(node: number): number {
    return this.places(node) - this.firstPlace(node)
  }

  /** The path of so many delays that leads to a place of a node. */
  pathTo(node: number, place: number, delays: number): Path {
    const { path } = this
    while (path.length < delays) path.push(0)
    path[delays - 1] = place
    for (let index = delays - 2, above = node; index >= 0; index--, above = this.parentOf(above)) {
      path[index] = this.placeOf(above)
    }
    return path.slice(0, delays)
  }

  private grow(): void {
    const length = 2 * this.span.length
    this.span = longer(this.span, length)
    this.parents = longer(this.parents, length)
    this.ownPlaces = longer(this.ownPlaces, length)
  }
}

/** A longer list that begins with the same numbers. */
export function longer(old: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const list = new Int32Array(length)
  list.set(old)
  return list
}
