import { misuse } from '../core/errors.ts'
import { describe } from '../runtime/describe.ts'
import { hiddenIn, holdsMore } from './hidden.ts'
import { Instance } from './instance.ts'
import { isPlain } from './plain.ts'

/** Deeper values are not looked at. */
export const deepest = 200

/** The error of a value that a fingerprint cannot tell apart from others: names whose it is, and the field. */
export function unfitFor(value: unknown, whose: string): Error {
  const [where, what] = find(value, whose, 0) ?? [whose, describe(value)]
  return misuse(
    `The state cannot be told apart from others: ${where} is ${what}.`,
    'A cache of states was asked for. Keep plain data in machines and messages, or search without a cache.',
  )
}

type Found = readonly [where: string, what: string]

function find(value: unknown, where: string, depth: number): Found | undefined {
  if (typeof value === 'function' || typeof value === 'symbol') return [where, `a ${typeof value}`]
  if (typeof value !== 'object' || value === null || value instanceof Instance || holdsMore(value)) return undefined
  if (depth === deepest) return [where, 'an object that contains itself, or is nested too deeply']
  const hidden = isPlain(value) || Array.isArray(value) ? undefined : hiddenIn(value)
  if (hidden !== undefined) return [where, hidden]
  for (const [place, part] of partsOf(value)) {
    const found = find(part, `${where}${place}`, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

function partsOf(value: object): readonly (readonly [place: string, part: unknown])[] {
  if (Array.isArray(value)) return value.map((part: unknown, index) => [`[${index}]`, part])
  const fields = Object.entries(value).map(([key, part]: [string, unknown]) => [`.${key}`, part] as const)
  if (value instanceof Set) return [...fields, ...[...value].map((part) => ['', part] as const)]
  if (!(value instanceof Map)) return fields
  return [
    ...fields,
    ...[...value].flatMap(([key, part]) => [['', key] as const, [`.get(${describe(key)})`, part] as const]),
  ]
}
