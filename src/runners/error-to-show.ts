import { inspect, stripVTControlCharacters } from 'node:util'
import type { ErrorToShow } from '../report/html-trace.ts'

/** The words of an error, and what it compares where it is an assertion's. */
export function errorToShow(thrown: unknown): ErrorToShow {
  const message = stripVTControlCharacters(messageOf(thrown))
  if (typeof thrown !== 'object' || thrown === null || !('expected' in thrown && 'actual' in thrown)) return { message }
  const [expected, actual] = [written(thrown.expected), written(thrown.actual)]
  return expected === actual ? { message } : { message, expected, actual }
}

function messageOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null || !('message' in thrown))
    return `the program threw ${written(thrown)}`
  const name = 'name' in thrown && typeof thrown.name === 'string' ? `${thrown.name}: ` : ''
  return `${name}${String(thrown.message)}`
}

function written(value: unknown): string {
  if (typeof value === 'string') return value
  try {
    return inspect(value, { depth: 8, sorted: true, breakLength: 80 })
  } catch {
    return 'something that cannot be written as a text'
  }
}
