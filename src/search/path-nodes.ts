const none = 0
const smallest = 1 << 8

/**
 * The nodes of a tree of paths, by number, in flat arrays: a search remembers hundreds of thousands of them, and the
 * garbage collector should not have to look at any. Number 0 is no node.
 */
export class PathNodes {
  /** How many there are. */
  count = 0
  /** Children with something left to run in the stratum being drawn from. */
  open = new Int32Array(smallest)
  /** The last stratum that has nothing left below, and the one that `open` is about; -1: none. */
  closed = new Int32Array(smallest)
  private stratum = new Int32Array(smallest)
  private span = new Int32Array(smallest) // places and first place, in one number
  private parent = new Int32Array(smallest)
  private place = new Int32Array(smallest)
  private slots = new Int32Array(2 * smallest) // a hash table from parent and place to child

  /** Adds a node that can have children at the places [firstPlace, places). */
  add(firstPlace: number, places: number): number {
    const node = ++this.count
    if (node === this.open.length) this.grow()
    this.describe(node, firstPlace, places)
    return node
  }

  /** Makes a node another one. */
  describe(node: number, firstPlace: number, places: number): void {
    this.span[node] = (places << 1) | firstPlace
    this.closed[node] = -1
    this.stratum[node] = -1
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

  /** Opens all children for a stratum, unless that has been done. */
  reopen(node: number, stratum: number): void {
    if (this.stratum[node] === stratum) return
    this.stratum[node] = stratum
    this.open[node] = this.width(node)
  }

  child(parent: number, place: number): number {
    return this.slots[this.slot(parent, place)] ?? none
  }

  link(parent: number, place: number, child: number): void {
    this.parent[child] = parent
    this.place[child] = place
    this.slots[this.slot(parent, place)] = child
  }

  /** Where the child stands in the table, or would. */
  private slot(parent: number, place: number): number {
    const mask = this.slots.length - 1
    let slot = Math.imul(Math.imul(parent, 0x9e3779b1) ^ place, 0x85ebca6b)
    for (slot = (slot ^ (slot >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const child = this.slots[slot] ?? none
      if (child === none || (this.parent[child] === parent && this.place[child] === place)) return slot
    }
  }

  private grow(): void {
    const length = 2 * this.open.length
    const longer = (old: Int32Array): Int32Array<ArrayBuffer> => {
      const array = new Int32Array(length)
      array.set(old)
      return array
    }
    this.open = longer(this.open)
    this.closed = longer(this.closed)
    this.stratum = longer(this.stratum)
    this.span = longer(this.span)
    this.parent = longer(this.parent)
    this.place = longer(this.place)
    const children = this.slots.filter((child) => child !== none)
    this.slots = new Int32Array(2 * length)
    for (const child of children) this.slots[this.slot(this.parent[child] ?? 0, this.place[child] ?? 0)] = child
  }
}
