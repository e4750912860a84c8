import { inspect } from 'node:util'

const longest = 60

/** A value in a few words of the trace. */
export function describe(value: unknown): string {
  const text = inspect(value, {
    depth: 2,
    breakLength: Infinity,
    compact: true,
    maxStringLength: 40,
    maxArrayLength: 6,
  })
  const line = text.replaceAll('\n', ' ')
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line
}

export function describeAll(values: readonly unknown[]): string {
  return values.map(describe).join(', ')
}
