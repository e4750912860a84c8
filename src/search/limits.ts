import { misuse } from '../core/errors.ts'

/** A whole number, `Infinity` included: a limit that is not there. */
export function natural(name: string, value: unknown, least = 0): number {
  if (typeof value === 'number' && value >= least && (Number.isInteger(value) || value === Infinity)) return value
  throw misuse(
    `The option ${name} is ${String(value)}.`,
    `It takes a whole number of at least ${least}, or Infinity for no limit.`,
  )
}

/** Milliseconds. */
export function amount(name: string, value: unknown): number {
  if (typeof value === 'number' && value >= 0) return value
  throw misuse(`The option ${name} is ${String(value)}.`, 'It takes a number of milliseconds, 0 or more, or Infinity.')
}
