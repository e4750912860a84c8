const smallest = 1 << 10
const fullest = 0.8
const growth = 1.25
/** How far a state is looked for in a table that cannot grow any more. */
const longestReach = 128
/** Beyond so many delays, a state is not remembered. */
const mostDelays = 0xffff

/**
 * The fingerprints of the states that a search has come to, each with the least delays that it took. Open addressing in
 * flat arrays: 10 bytes a slot, so at most 16 a state once it has grown. To forget a state is always sound: it is
 * expanded again.
 */
export class StateCache {
  /** How many states are remembered. */
  size = 0
  private capacity: number
  private keys: Int32Array // two halves a slot; a slot with both 0 is empty
  private delays: Uint16Array
  private reach: number

  /** Remembers at most `limit` states; then new ones are left out, or take the place of others. */
  constructor(
    private readonly limit = Infinity,
    private readonly replaces = false,
  ) {
    this.capacity = Math.min(smallest, limit)
    this.keys = new Int32Array(2 * this.capacity)
    this.delays = new Uint16Array(this.capacity)
    this.reach = this.reachNow()
  }

  /** The bytes that it takes. */
  get bytes(): number {
    return this.keys.byteLength + this.delays.byteLength
  }

  /** Remembers that a state was reached with so many delays. Returns the least it took before; -1 for a new one. */
  visit(high: number, low: number, delays: number): number {
    if (delays >= mostDelays || this.capacity === 0) return -1
    // A slot with both halves 0 is empty, so this state borrows the key of its neighbour.
    const first = high === 0 && low === 0 ? 1 : high
    const home = (low >>> 0) % this.capacity
    let slot = home
    for (let probes = 0; probes < this.reach; probes++) {
      const left = this.keys[2 * slot] ?? 0
      const right = this.keys[2 * slot + 1] ?? 0
      if (left === first && right === low) {
        const before = this.delays[slot] ?? 0
        if (delays < before) this.delays[slot] = delays
        return before
      }
      if (left === 0 && right === 0) {
        this.put(slot, first, low, delays)
        if (++this.size > fullest * this.capacity && this.capacity < this.limit) this.grow()
        return -1
      }
      slot = slot + 1 === this.capacity ? 0 : slot + 1
    }
    if (this.replaces) this.put(home, first, low, delays)
    return -1
  }

  private put(slot: number, high: number, low: number, delays: number): void {
    this.keys[2 * slot] = high
    this.keys[2 * slot + 1] = low
    this.delays[slot] = delays
  }

  private grow(): void {
    const { keys, delays } = this
    this.capacity = Math.min(Math.ceil(growth * this.capacity), this.limit)
    this.keys = new Int32Array(2 * this.capacity)
    this.delays = new Uint16Array(this.capacity)
    this.reach = this.reachNow()
    for (let slot = 0; slot < delays.length; slot++) {
      const high = keys[2 * slot] ?? 0
      const low = keys[2 * slot + 1] ?? 0
      if (high !== 0 || low !== 0) this.move(high, low, delays[slot] ?? 0)
    }
  }

  private move(high: number, low: number, delays: number): void {
    let slot = (low >>> 0) % this.capacity
    while ((this.keys[2 * slot] ?? 0) !== 0 || (this.keys[2 * slot + 1] ?? 0) !== 0) {
      slot = slot + 1 === this.capacity ? 0 : slot + 1
    }
    this.put(slot, high, low, delays)
  }

  private reachNow(): number {
    return this.capacity < this.limit ? this.capacity : Math.min(this.capacity, longestReach)
  }
}
