import { Fingerprint } from '../core/fingerprint.ts'
import { canonical } from '../core/canonical.ts'
import { misuse } from '../core/errors.ts'
import { Instance } from './instance.ts'
import type { Message } from './mailbox.ts'
import type { Item } from './outbox.ts'

const number = new Float64Array(1)
const halves = new Int32Array(number.buffer)
const deepest = 200

/** Adds a value to a fingerprint: equal values add the same, whatever the order of keys, of a Map or of a Set. */
export function addValue(into: Fingerprint, value: unknown, where: string, depth = 0): void {
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
      else addObject(into, value, where, depth)
      return
    default:
      throw unfit(where, `a ${typeof value}`)
  }
}

function addObject(into: Fingerprint, value: object, where: string, depth: number): void {
  if (value instanceof Instance) into.number(9).number(value.index)
  else if (depth === deepest) throw unfit(where, 'an object that contains itself, or is nested too deeply')
  else if (Array.isArray(value)) {
    into.number(10).number(value.length)
    for (let index = 0; index < value.length; index++) addValue(into, value[index], `${where}[${index}]`, depth + 1)
  } else if (value instanceof Map) {
    addUnordered(into.number(11), value, (hash, [key, part]: [unknown, unknown]) => {
      addValue(hash, key, where, depth + 1)
      addValue(hash, part, `${where}.get(${String(key)})`, depth + 1)
    })
  } else if (value instanceof Set) {
    addUnordered(into.number(12), value, (hash, part) => addValue(hash, part, where, depth + 1))
  } else if (holdsMore(value)) into.number(13).text(canonical(value))
  else addFields(into, value, where, depth)
}

/** Whether what matters of a value does not lie in its fields. */
function holdsMore(value: object): boolean {
  return (
    value instanceof Date ||
    value instanceof RegExp ||
    value instanceof Error ||
    value instanceof URL ||
    value instanceof URLSearchParams ||
    value instanceof ArrayBuffer ||
    ArrayBuffer.isView(value) ||
    value instanceof Number ||
    value instanceof String ||
    value instanceof Boolean
  )
}

/** Plain objects, and those whose class keeps its state in fields. */
function addFields(into: Fingerprint, value: object, where: string, depth: number): void {
  if (typeof (value as { then?: unknown }).then === 'function') throw unfit(where, 'a promise')
  if (value instanceof WeakMap || value instanceof WeakSet || value instanceof WeakRef) throw unfit(where, 'weak')
  const { constructor } = value as { constructor?: unknown }
  if (typeof constructor === 'function' && constructor !== Object) into.text(constructor.name)
  addUnordered(into.number(15), Object.keys(value), (hash, key) => {
    hash.text(key)
    addValue(hash, (value as Record<string, unknown>)[key], `${where}.${key}`, depth + 1)
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

export function addMessage(into: Fingerprint, { event, payload, sender, answering }: Message, where: string): void {
  into
    .text(event)
    .text(sender)
    .number(answering === undefined ? 0 : 1)
  addValue(into, payload, `${where}: ${event}`)
}

export function addItem(into: Fingerprint, item: Item, where: string): void {
  into.text(item.kind)
  if (item.kind === 'creation') into.number(item.created.index)
  else if (item.kind === 'answer') addValue(into, item.value, `${where}: an answer`)
  else {
    into.number(item.to.index)
    addMessage(into, item, where)
  }
}

function unfit(where: string, what: string): Error {
  return misuse(
    `The state cannot be told apart from others: ${where} is ${what}.`,
    'A cache of states was asked for. Keep plain data in machines and messages, or search without a cache.',
  )
}
