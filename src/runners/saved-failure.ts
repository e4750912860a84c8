import type { Counterexample, Verdict } from '../core/verdict.ts'
import { describeChanged, describeOtherOutcome } from '../report/saved.ts'
import { pathsFileOf } from '../store/location.ts'
import type { SavedPath } from '../store/saved-path.ts'
import { experimental } from './environment.ts'
import { newSavedPath } from './new-saved-path.ts'
import { errorOf } from './outcome-error.ts'
import type { Failing } from './saved-paths.ts'
import { failureOf, isSkip, plainTraceOf } from './search-failure.ts'
import type { TestAtHand } from './test-at-hand.ts'

/** Saves a failing path, or the one that still fails as it fails now, and makes the error that reports it. */
export async function savedFailure(
  verdict: Verdict,
  counterexample: Counterexample,
  at: TestAtHand,
  failing: Failing | undefined,
): Promise<unknown> {
  const { task } = at.context
  const error = errorOf(counterexample.outcome)
  if (isSkip(error)) return error
  const found = newSavedPath(counterexample, {
    test: at.saved.test,
    options: at.merged.search,
    environment: failing?.saved.conditions.environment ?? at.merged.environment,
    trace: plainTraceOf(verdict, task),
  })
  // A test that is meant to fail passes: nothing is to be kept of it.
  const problem = await at.saved.keep(task.fails ? undefined : found)
  return failureOf(verdict, counterexample, at, {
    given: failing && `a path saved on ${failing.saved.date}`,
    variables: Object.fromEntries(found.conditions.environment),
    lines: [...since(failing?.saved, found.message, failing?.difference), ...whereSaved(at, failing, problem)],
  })
}

/** What has changed since a path was saved. */
export function since(
  saved: SavedPath | undefined,
  message: string,
  difference: string | undefined,
): readonly string[] {
  return saved ? [...describeOtherOutcome(saved, message), ...describeChanged(saved, difference)] : []
}

/** The line that names the file of saved paths. */
export function savedIn({ context }: TestAtHand): string {
  return `saved    ${pathsFileOf(context.task.file.name).replaceAll('\\', '/')}`
}

function whereSaved(at: TestAtHand, failing: Failing | undefined, problem: string | undefined): readonly string[] {
  if (problem !== undefined) return [`not saved: ${problem}`]
  const names = experimental(at.merged.environment)
  if (names.length > 0) return [`not saved: ${names.join(' and ')} holds for this run only`]
  const isSaved = failing !== undefined || (at.saved.update !== 'none' && !at.context.task.fails)
  return isSaved ? [savedIn(at)] : []
}
