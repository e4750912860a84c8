import { InterlaceError, misuse } from '../core/errors.ts'
import type { Program } from '../core/program.ts'
import { Recorder } from '../core/trace.ts'
import type { Verdict } from '../core/verdict.ts'
import { describeChanged } from '../report/saved.ts'
import { replay } from '../search/check.ts'
import type { Options } from '../search/options.ts'
import { firstDifference } from '../store/outline.ts'
import type { SavedPath } from '../store/saved-path.ts'
import { outcomeMessage } from './new-saved-path.ts'
import { errorOf } from './outcome-error.ts'
import { savedIn, since } from './saved-failure.ts'
import { failureOf, isSkip } from './search-failure.ts'
import { summaryOf } from './search-summary.ts'
import { type TestAtHand, wantsTwin } from './test-at-hand.ts'

/** Runs the one path that a test or the environment asks for, prints what it prints, and throws what it throws. */
export async function runPath(
  program: Program,
  options: Options & { readonly path: string },
  at: TestAtHand,
): Promise<Verdict> {
  // Taken now: while the program runs, the global one is under control.
  const print = console.log.bind(console)
  const recorder = new Recorder(true, (process, text) => print(`${process}: ${text}`))
  const saved = knownAs(options.path, at)
  const difference = (): string | undefined => saved && firstDifference(saved, recorder.steps)
  const verdict = await replay(program, options, recorder, wantsTwin(at)).catch((error: unknown) => {
    throw explained(error, saved, difference())
  })
  const { counterexample } = verdict
  const { task } = at.context
  task.meta.interlace = summaryOf(verdict)
  if (counterexample === undefined) {
    for (const line of saved ? describeChanged(saved, difference()) : [])
      console.info(`${task.name}: the path passes. ${line}`)
    return verdict
  }
  const error = errorOf(counterexample.outcome)
  if (isSkip(error)) throw error
  throw await failureOf(verdict, counterexample, at, {
    variables: Object.fromEntries(at.merged.environment),
    lines: saved ? [...since(saved, outcomeMessage(counterexample.outcome), difference()), savedIn(at)] : [],
  })
}

/** What is saved of a path, if anything is: whoever gives a path need not have saved it. */
function knownAs(path: string, { saved }: TestAtHand): SavedPath | undefined {
  try {
    return saved.read().find((known) => known.path === path.trim())
  } catch {
    return undefined
  }
}

/** Adds to an error what has changed since the path was saved. */
function explained(error: unknown, saved: SavedPath | undefined, difference: string | undefined): unknown {
  if (!(error instanceof InterlaceError) || saved === undefined) return error
  const [changed] = describeChanged(saved, difference)
  return changed === undefined ? error : misuse(error.message, changed, error)
}
