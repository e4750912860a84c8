/** Deeper than any list that is written. */
const deepest = 8

/**
 * Whether MessagePack bytes hold one value of nothing but lists, texts, numbers, booleans and nil, and end with it.
 * Only such bytes are decoded: no map that sets a prototype, no record, reference or other extension, and no list that
 * claims to be longer than the file.
 */
export function isPlainData(bytes: Uint8Array): boolean {
  return new Scanner(bytes).isOneValue()
}

class Scanner {
  private position = 0

  constructor(private readonly bytes: Uint8Array) {}

  isOneValue(): boolean {
    return this.skip(0) && this.position === this.bytes.length
  }

  /** Passes over one value; `false` if it is none of ours. */
  private skip(depth: number): boolean {
    const token = this.bytes[this.position++]
    if (token === undefined || depth > deepest) return false
    if (token <= 0x7f || token >= 0xe0) return true
    if (token >= 0x90 && token <= 0x9f) return this.items(token - 0x90, depth)
    if (token >= 0xa0 && token <= 0xbf) return this.pass(token - 0xa0)
    const size = sizes[token]
    if (size !== undefined) return this.pass(size)
    const text = texts[token]
    if (text !== undefined) return this.pass(this.length(text))
    const list = lists[token]
    return list !== undefined && this.items(this.length(list), depth)
  }

  private items(count: number, depth: number): boolean {
    if (!(count <= this.bytes.length - this.position)) return false
    for (let item = 0; item < count; item++) if (!this.skip(depth + 1)) return false
    return true
  }

  private pass(size: number): boolean {
    this.position += size
    return this.position <= this.bytes.length
  }

  private length(size: number): number {
    let length = 0
    for (let byte = 0; byte < size; byte++) length = length * 256 + (this.bytes[this.position++] ?? NaN)
    return length
  }
}

/** The bytes that follow: nil, booleans, floats, and integers of up to 32 bits. */
const sizes: Readonly<Record<number, number>> = {
  0xc0: 0,
  0xc2: 0,
  0xc3: 0,
  0xca: 4,
  0xcb: 8,
  0xcc: 1,
  0xcd: 2,
  0xce: 4,
  0xd0: 1,
  0xd1: 2,
  0xd2: 4,
}
/** The bytes that the length takes. */
const texts: Readonly<Record<number, number>> = { 0xd9: 1, 0xda: 2, 0xdb: 4 }
const lists: Readonly<Record<number, number>> = { 0xdc: 2, 0xdd: 4 }
