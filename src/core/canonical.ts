/** Beyond this depth, values are not told apart. */
const deepest = 500

/** Writes a value so that equal values give equal texts: keys sorted, Map and Set by content, cycles cut. */
export function canonical(value: unknown): string {
  return write(value, new Map())
}

/** `within` has the objects that the value lies in, with their depth. */
function write(value: unknown, within: Map<object, number>): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'symbol' || typeof value === 'function') return `<${String(value)}>`
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value)
  const depth = within.get(value)
  if (depth !== undefined) return `<cycle ${within.size - depth}>`
  if (within.size === deepest) return '<deeper>'
  within.set(value, within.size)
  const text = writeObject(value, (part) => write(part, within))
  within.delete(value)
  return text
}

function writeObject(value: object, text: (part: unknown) => string): string {
  if (Array.isArray(value)) return `[${value.map(text).join()}]`
  if (value instanceof Map) return `Map{${sorted([...value].map(([key, part]) => `${text(key)}=>${text(part)}`))}}`
  if (value instanceof Set) return `Set{${sorted([...value].map(text))}}`
  const content = contentOf(value, text)
  const name = nameOf(value)
  const keys = content !== undefined && !(value instanceof Error) ? [] : Object.keys(value)
  const fields = keys.map((key) => `${JSON.stringify(key)}:${text((value as Record<string, unknown>)[key])}`)
  return content === undefined ? `${name}{${sorted(fields)}}` : `${name}(${[content, ...fields.sort()].join()})`
}

/** What an object holds that does not lie in its own properties. */
function contentOf(value: object, text: (part: unknown) => string): string | undefined {
  if (value instanceof Error) return `${value.name}:${text(value.message)}`
  if (value instanceof Date) return `${value.getTime()}`
  if (value instanceof RegExp || value instanceof URL || value instanceof URLSearchParams) return value.toString()
  if (value instanceof Number || value instanceof String || value instanceof Boolean) return text(value.valueOf())
  if (value instanceof ArrayBuffer) return Buffer.from(value).toString('hex')
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')
  return undefined
}

function nameOf(value: object): string {
  const { constructor } = value as { constructor?: unknown }
  return constructor !== Object && typeof constructor === 'function' ? constructor.name : ''
}

function sorted(texts: string[]): string {
  return texts.sort().join()
}
