/**
 * A hash of 64 bits, as two halves of 32: what stands for a state in a cache. Parts are added in order; a part that is
 * hashed on its own and added as two numbers can be kept while it does not change.
 */
export class Fingerprint {
  high = 0x6a09e667
  low = 0xbb67ae85 | 0

  reset(): this {
    this.high = 0x6a09e667
    this.low = 0xbb67ae85 | 0
    return this
  }

  number(value: number): this {
    // The halves are mixed with different constants, and each into the other: they do not collide together.
    const low = Math.imul(this.low ^ value, 0x9e3779b1)
    const high = Math.imul(this.high ^ value ^ (low >>> 15), 0x85ebca6b)
    this.low = low ^ (high >>> 13)
    this.high = high ^ (high >>> 16)
    return this
  }

  text(value: string): this {
    for (let index = 0; index < value.length; index++) this.number(value.charCodeAt(index))
    return this.number(value.length)
  }

  add(part: Fingerprint): this {
    return this.number(part.high).number(part.low)
  }
}
