import { canonical } from '../core/canonical.ts'
import type { Outcome } from '../core/outcome.ts'

/**
 * Equal for executions that fail in the same way: by an error of the same name and message, by the same event that the
 * same machine did not expect in the same state, by the same processes that wait for the same, or by not ending.
 * Undefined for those that do not fail.
 */
export function failureOf(outcome: Outcome | undefined): string | undefined {
  switch (outcome?.kind) {
    case 'failed':
      return `failed ${errorText(outcome.error)}`
    case 'unhandled':
      return `unhandled ${canonical([outcome.machine, outcome.state, outcome.event])}`
    case 'deadlocked':
      // Who came to wait first is no part of it.
      return `deadlocked ${canonical(outcome.waiting.map((one) => `${one.process} ${one.for}`).sort())}`
    case 'hot':
      return `hot ${canonical(outcome.monitors.map(({ name, state }) => `${name} ${state}`))} ${outcome.rounds}`
    case 'cut':
      return 'cut'
    default:
      return undefined
  }
}

function errorText(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('message' in error)) return canonical(error)
  return canonical(['name' in error ? error.name : undefined, error.message])
}
