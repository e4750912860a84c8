/** Writes a value so that equal values give equal texts: keys sorted, Map and Set by content, cycles cut. */
export function canonical(value: unknown, within: readonly object[] = []): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'symbol' || typeof value === 'function') return `<${String(value)}>`
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value)
  const cycle = within.indexOf(value)
  if (cycle >= 0) return `<cycle ${within.length - cycle}>`
  const inside = [...within, value]
  const text = (part: unknown): string => canonical(part, inside)
  if (Array.isArray(value)) return `[${value.map(text).join()}]`
  if (value instanceof Date) return `Date(${value.getTime()})`
  if (value instanceof RegExp) return String(value)
  if (value instanceof Error) return `${value.name}(${text(value.message)})`
  if (value instanceof Map) {
    const entries = [...value].map(([key, part]) => `${text(key)}=>${text(part)}`)
    return `Map{${entries.sort().join()}}`
  }
  if (value instanceof Set) return `Set{${[...value].map(text).sort().join()}}`
  if (ArrayBuffer.isView(value))
    return `${value.constructor.name}[${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}]`
  const named = value.constructor !== Object && typeof value.constructor === 'function' ? value.constructor.name : ''
  const fields = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${text((value as Record<string, unknown>)[key])}`)
  return `${named}{${fields.join()}}`
}
