import { Fingerprint } from '../core/fingerprint.ts'
import { canonical } from '../core/canonical.ts'
import { hiddenIn, holdsMore } from './hidden.ts'
import { Instance } from './instance.ts'
import { isPlain } from './plain.ts'
import { deepest, unfitFor } from './unfit.ts'

const number = new Float64Array(1)
const halves = new Int32Array(number.buffer)

/** Thrown where a value cannot be told apart from others; where that is, is looked for only then. */
const unfit = new Error('unfit')

/** Adds a value to a fingerprint: equal values add the same, whatever the order of keys, of a Map or of a Set. */
export function addValue(into: Fingerprint, value: unknown, whose: string): void {
  try {
    add(into, value, 0)
  } catch (error) {
    throw error === unfit ? unfitFor(value, whose) : error
  }
}

function add(into: Fingerprint, value: unknown, depth: number): void {
  switch (typeof value) {
    case 'number':
      if ((value | 0) === value && !Object.is(value, -0)) into.number(1).number(value)
      else {
        number[0] = Number.isNaN(value) ? NaN : value
        into
          .number(2)
          .number(halves[0] ?? 0)
          .number(halves[1] ?? 0)
      }
      return
    case 'string':
      into.number(3).text(value)
      return
    case 'boolean':
      into.number(value ? 4 : 5)
      return
    case 'undefined':
      into.number(6)
      return
    case 'bigint':
      into.number(7).text(value.toString())
      return
    case 'object':
      if (value === null) into.number(8)
      else addObject(into, value, depth)
      return
    default:
      throw unfit
  }
}

function addObject(into: Fingerprint, value: object, depth: number): void {
  if (value instanceof Instance) into.number(9).number(value.index)
  else if (depth === deepest) throw unfit
  else if (Array.isArray(value)) {
    into.number(10).number(value.length)
    for (const part of value) add(into, part, depth + 1)
  } else if (value instanceof Map) {
    addUnordered(into.number(11), value, (hash, [key, part]: [unknown, unknown]) => {
      add(hash, key, depth + 1)
      add(hash, part, depth + 1)
    })
    if (value.constructor !== Map) addFields(into, value, depth)
  } else if (value instanceof Set) {
    addUnordered(into.number(12), value, (hash, part) => add(hash, part, depth + 1))
    if (value.constructor !== Set) addFields(into, value, depth)
  } else if (holdsMore(value)) into.number(13).text(canonical(value))
  else addFields(into, value, depth)
}

/** Plain objects, and those whose class keeps its state in fields. */
function addFields(into: Fingerprint, value: object, depth: number): void {
  if (!isPlain(value)) {
    if (hiddenIn(value) !== undefined) throw unfit
    into.text(value.constructor.name)
  }
  addUnordered(into.number(15), Object.keys(value), (hash, key) => {
    hash.text(key)
    add(hash, (value as Record<string, unknown>)[key], depth + 1)
  })
}

/** The sum of the parts' hashes does not depend on their order. */
function addUnordered<Part>(
  into: Fingerprint,
  parts: Iterable<Part>,
  add: (hash: Fingerprint, part: Part) => void,
): void {
  let high = 0
  let low = 0
  let count = 0
  for (const part of parts) {
    const hash = new Fingerprint()
    add(hash, part)
    high = (high + hash.high) | 0
    low = (low + hash.low) | 0
    count++
  }
  into.number(count).number(high).number(low)
}
