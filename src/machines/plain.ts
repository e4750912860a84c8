import { misuse } from '../core/errors.ts'

const deepest = 200

/** Whether an object is a record of fields and nothing else; also if it comes from another realm. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return true
  const { constructor } = prototype as { constructor?: unknown }
  return typeof constructor === 'function' && constructor.name === 'Object' && Object.getPrototypeOf(prototype) === null
}

/** A copy of plain data, lists, maps and sets; whatever has a class of its own is shared, as machines are. */
export function copyOf(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth === deepest) {
    throw misuse(
      'Data of a machine contains itself, or is nested too deeply.',
      'What machines are given and send is copied: keep it plain, and refer to other machines by their refs.',
    )
  }
  if (Array.isArray(value)) {
    const copy: unknown[] = []
    for (const part of value) copy.push(copyOf(part, depth + 1))
    return copy
  }
  if (value instanceof Map && value.constructor === Map) {
    const copy = new Map<unknown, unknown>()
    for (const [key, part] of value) copy.set(copyOf(key, depth + 1), copyOf(part, depth + 1))
    return copy
  }
  if (value instanceof Set && value.constructor === Set) {
    const copy = new Set<unknown>()
    for (const part of value) copy.add(copyOf(part, depth + 1))
    return copy
  }
  if (!isPlain(value)) return value
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) copy[key] = copyOf((value as Record<string, unknown>)[key], depth + 1)
  return copy
}
