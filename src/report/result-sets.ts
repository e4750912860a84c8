import { canonical } from '../core/canonical.ts'
import { misuse } from '../core/errors.ts'
import type { Result, Verdict } from '../core/verdict.ts'

/** Every execution that passed returned the same value; returns it. */
export function expectAlwaysSame(verdict: Verdict): unknown {
  const [first, ...others] = resultsOf(verdict)
  if (others.length > 0) throw unlike('always the same', verdict.results)
  return first?.value
}

/** The values returned are exactly these, in any order. */
export function expectExactly(verdict: Verdict, values: readonly unknown[]): void {
  const results = resultsOf(verdict)
  const missing = values.filter((value) => !has(results, value))
  const others = results.filter(({ value }) => !values.some((expected) => canonical(expected) === canonical(value)))
  if (others.length > 0) throw unlike(`one of ${values.map(canonical).join(', ')}`, others)
  if (missing.length > 0) throw unlike(`also ${missing.map(canonical).join(', ')}`, results)
}

/** No execution that was run returned this value. */
export function expectNever(verdict: Verdict, value: unknown): void {
  const found = resultsOf(verdict).filter((result) => canonical(result.value) === canonical(value))
  if (found.length > 0) throw unlike(`never ${canonical(value)}`, found)
}

/** Some execution returned this value; returns a path to it. */
export function expectSometimes(verdict: Verdict, value: unknown): string {
  const results = resultsOf(verdict)
  const found = results.find((result) => canonical(result.value) === canonical(value))
  if (found === undefined) throw unlike(`sometimes ${canonical(value)}`, results)
  return found.path
}

/** What the executions returned. A failing search has stopped on its way: nothing can be said of its results. */
function resultsOf({ passed, results, counterexample, executions, pruned }: Verdict): readonly Result[] {
  if (!passed) {
    throw misuse(
      `The search failed on the path ${String(counterexample?.path)}.`,
      'Look at verdict.passed first: results are those of a search that passed.',
    )
  }
  if (results.length === 0) {
    throw misuse(
      `No execution of ${executions - pruned} returned anything.`,
      'A search that has run nothing has no results: look at verdict.endedBy.',
    )
  }
  return results
}

function has(results: readonly Result[], value: unknown): boolean {
  return results.some((result) => canonical(result.value) === canonical(value))
}

function unlike(expected: string, found: readonly Result[]): Error {
  const lines = found.slice(0, 10).map(({ value, path }) => `  ${canonical(value)}  on the path ${path}`)
  const more = found.length > lines.length ? [`  and ${found.length - lines.length} more`] : []
  return new Error([`The result should be ${expected}, but it is`, ...lines, ...more].join('\n'))
}
