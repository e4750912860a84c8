import { canonical } from '../core/canonical.ts'
import { misuse } from '../core/errors.ts'
import type { Fingerprint } from '../core/fingerprint.ts'

/** Beyond this many, executions that are the same up to the order of independent steps count as different ones. */
const most = 1_000_000

/** The ends of executions, by what has happened before what. */
export class KnownEnds {
  private readonly results = new Map<string, string>()

  /** Whether an execution with the same order has come to its end before, with the same result as it must have. */
  has({ high, low }: Fingerprint, value: unknown): boolean {
    const key = `${high} ${low}`
    const result = canonical(value)
    const known = this.results.get(key)
    if (known === undefined) {
      if (this.results.size < most) this.results.set(key, result)
      return false
    }
    if (known === result) return true
    throw misuse(
      `Two executions that differ in the order of independent steps only return ${known} and ${result}.`,
      "The processes share something that is not under control, such as a variable, so the cache cannot have the key 'happens-before'. " +
        'Put what they share behind controlled(), or take another key.',
    )
  }
}
