const smallest = 1 << 10

/** No state. */
export const none = 0

/** Where executions begin, before anything can be captured. */
export const root = 1

/** As many processes can go in one state as there are bits for them. */
export const mostProcesses = 31

// What is kept of a state: all of it together, as one look at memory costs more than anything else here.
const width = 8
const highAt = 0 // half of its fingerprint; the other one stands in the table
const depthAt = 1 // the steps before it
const stretchAt = 2 // the stretch that leads there, and how much of it
const decisionsAt = 3
const untakenAt = 4 // the processes that nobody has let go, as bits: the first is the one with the smallest number
const leftAt = 5 // the last of a list of moves that were left when a process made a choice

/**
 * States by number, each with the way that the first execution took to it, and with the steps out of it that nobody has
 * taken yet. In flat arrays: there are millions.
 */
export class StateTree {
  /** How many steps are known that nobody has taken. */
  left = 1
  private last = root
  private states = new Int32Array(width * smallest)
  private slots = new Int32Array(4 * smallest) // a hash table: the number of a state, and half of its fingerprint
  // What was decided on stretches of executions, one after the other; for each the state it departs from, and its place.
  private readonly decided: number[] = []
  private readonly stretches: number[] = []
  private departure = none // of the stretch under way, as long as it is not kept
  private readonly leftMoves: number[] = [none]
  private readonly leftBefore: number[] = [none]
  private free = none // cells of these two that are not in use, in a list
  /** States by depth; those before `shallowest` have nothing left. */
  private readonly byDepth: number[][] = [[root]]
  private shallowest = 0

  constructor() {
    this.set(root, untakenAt, 1)
  }

  /** How many states have been captured. */
  get size(): number {
    return this.last - root
  }

  /** The number of a state; 0 for one that is not known. */
  find(high: number, low: number): number {
    return this.slots[this.slot(high, low)] ?? none
  }

  /** Begins a stretch of an execution, in a state that is known. */
  depart(state: number): void {
    this.departure = state
  }

  /** Adds a state in which so many processes can go, at the end of the stretch, to which these decisions belong. */
  add(high: number, low: number, enabled: number, depth: number, decisions: readonly number[]): number {
    const state = ++this.last
    if (width * state === this.states.length) this.grow()
    const stretch = this.stretch()
    for (const decision of decisions) this.decided.push(decision)
    this.set(state, highAt, high)
    this.set(state, depthAt, depth)
    this.set(state, stretchAt, stretch)
    this.set(state, decisionsAt, this.decided.length - (this.stretches[stretch + 1] ?? 0))
    this.set(state, untakenAt, 2 ** enabled - 1)
    this.fill(this.slot(high, low), state, low)
    this.left += enabled
    if (enabled > 0) this.list(state, depth)
    return state
  }

  /** All decisions on the way to a state. */
  wayTo(state: number): number[] {
    const ends: number[] = []
    for (let end = state; end !== root; end = this.stretches[this.get(end, stretchAt)] ?? root) ends.push(end)
    const way: number[] = []
    for (let end = ends.pop(); end !== undefined; end = ends.pop()) {
      const beginning = this.stretches[this.get(end, stretchAt) + 1] ?? 0
      for (let index = 0; index < this.get(end, decisionsAt); index++) way.push(this.decided[beginning + index] ?? 0)
    }
    return way
  }

  depth(state: number): number {
    return this.get(state, depthAt)
  }

  hasLeft(state: number): boolean {
    return this.hasProcess(state) || this.get(state, leftAt) !== none
  }

  /** Whether a process is left that nobody has let go. */
  hasProcess(state: number): boolean {
    return this.get(state, untakenAt) !== 0
  }

  /** Takes a process, by its rank among those that can go; `false` if somebody has. */
  take(state: number, rank: number): boolean {
    const untaken = this.get(state, untakenAt)
    const bit = 1 << rank
    if ((untaken & bit) === 0) return false
    this.set(state, untakenAt, untaken & ~bit)
    this.left--
    return true
  }

  /** Leaves a move for later. */
  leave(state: number, move: number): void {
    let cell = this.free
    if (cell === none) cell = this.leftMoves.push(none) - 1
    else this.free = this.leftBefore[cell] ?? none
    this.leftMoves[cell] = move
    this.leftBefore[cell] = this.get(state, leftAt)
    this.set(state, leftAt, cell)
    this.left++
  }

  /** Takes a move that was left; there must be one. */
  takeLeft(state: number): number {
    const cell = this.get(state, leftAt)
    this.set(state, leftAt, this.leftBefore[cell] ?? none)
    this.leftBefore[cell] = this.free
    this.free = cell
    this.left--
    return this.leftMoves[cell] ?? none
  }

  /** A state with something left, of those the one with the fewest steps before it. */
  next(): number | undefined {
    for (; this.shallowest < this.byDepth.length; this.shallowest++) {
      const states = this.byDepth[this.shallowest] ?? []
      for (let state = states.at(-1); state !== undefined; state = states.at(-1)) {
        if (this.hasLeft(state)) return state
        states.pop()
      }
    }
    return undefined
  }

  /** The stretch under way. Most lead to no new state, and are never kept. */
  private stretch(): number {
    if (this.departure !== none) {
      this.stretches.push(this.departure, this.decided.length)
      this.departure = none
    }
    return this.stretches.length - 2
  }

  private list(state: number, depth: number): void {
    while (this.byDepth.length <= depth) this.byDepth.push([])
    this.byDepth[depth]?.push(state)
  }

  private get(state: number, what: number): number {
    return this.states[width * state + what] ?? none
  }

  private set(state: number, what: number, value: number): void {
    this.states[width * state + what] = value
  }

  /** Where a state stands in the table, or would. */
  private slot(high: number, low: number): number {
    const mask = this.slots.length - 1
    for (let slot = (2 * low) & mask; ; slot = (slot + 2) & mask) {
      const state = this.slots[slot] ?? none
      if (state === none || (this.slots[slot + 1] === low && this.get(state, highAt) === high)) return slot
    }
  }

  private fill(slot: number, state: number, low: number): void {
    this.slots[slot] = state
    this.slots[slot + 1] = low
  }

  private grow(): void {
    const { states, slots } = this
    this.states = new Int32Array(2 * states.length)
    this.states.set(states)
    this.slots = new Int32Array(2 * slots.length)
    for (let slot = 0; slot < slots.length; slot += 2) {
      const state = slots[slot] ?? none
      const low = slots[slot + 1] ?? 0
      if (state !== none) this.fill(this.slot(this.get(state, highAt), low), state, low)
    }
  }
}
