import type { TestContext } from 'vitest'
import { InterlaceError, misuse } from '../core/errors.ts'
import type { Program } from '../core/program.ts'
import type { Verdict } from '../core/verdict.ts'
import { describeVerdict } from '../report/claims.ts'
import { describeProgress } from '../report/progress.ts'
import { describeOutlived } from '../report/saved.ts'
import { isThenable } from '../runtime/thenable.ts'
import { programOf } from '../machines/program-of.ts'
import { check } from '../search/check.ts'
import type { Options } from '../search/options.ts'
import type { Progress } from '../search/progress.ts'
import { pathsFileOf } from '../store/location.ts'
import { PathStore } from '../store/path-store.ts'
import { Assertions } from './assertions.ts'
import { withUserFrames } from './decorate-error.ts'
import { experimental } from './environment.ts'
import { mergedOptions } from './merged-options.ts'
import { nothingToSearch } from './nothing-to-search.ts'
import { runPath } from './run-path.ts'
import { updateOf } from './save-option.ts'
import { savedFailure } from './saved-failure.ts'
import { type Failing, SavedPaths } from './saved-paths.ts'
import { summaryOf } from './search-summary.ts'
import type { BodyContext } from './systematic-test.ts'
import { identityOf } from './task-identity.ts'
import { type TestAtHand, wantsTwin, type WrittenTest } from './test-at-hand.ts'
import { isDebugged, timeBudget } from './time-limits.ts'
import { vitestUpdate } from './vitest-update.ts'

/** Searches the executions of a body within a Vitest test, and throws what a failing one threw. */
export async function runSearch(
  test: WrittenTest,
  context: TestContext,
  body: (context: BodyContext) => unknown,
): Promise<void> {
  try {
    const { task, signal } = context
    const merged = mergedOptions(test.options, task.fullTestName)
    const store = new PathStore(pathsFileOf(task.file.filepath))
    const isExperiment = experimental(merged.environment).length > 0
    const update = isExperiment ? 'none' : updateOf(merged.save, vitestUpdate())
    const saved = new SavedPaths(store, identityOf(task), update)
    const time = timeBudget(merged.search.time, task.timeout)
    const options = { ...merged.search, time, signal, onProgress: announcer(task.name) }
    const at = { ...test, context, merged, saved }
    const program = programIn(context, body)
    const { path } = options
    const verdict =
      path === undefined ? await searchFrom(program, options, at) : await runPath(program, { ...options, path }, at)
    judge(verdict, options, context)
    const problem = path === undefined ? await saved.keep() : undefined
    if (problem !== undefined) console.warn(`${task.name}: saved paths cannot be removed: ${problem}`)
  } catch (error) {
    throw error instanceof InterlaceError ? withUserFrames(error, test.origin) : error
  }
}

/** Replays what is saved, and searches if all of it passes. */
async function searchFrom(program: Program, options: Options, at: TestAtHand): Promise<Verdict> {
  const { context, saved } = at
  const isExperiment = experimental(at.merged.environment).length > 0
  const failing = isExperiment ? undefined : await saved.replay(program, options, isDebugged(), wantsTwin(at))
  announce(at, failing)
  const verdict = failing?.verdict ?? (await check(program, options))
  context.task.meta.interlace = summaryOf(verdict, saved.regressions)
  if (verdict.counterexample === undefined) return verdict
  throw await savedFailure(verdict, verdict.counterexample, at, failing)
}

function programIn(context: TestContext, body: (context: BodyContext) => unknown): Program {
  const assertions = new Assertions(context)
  return programOf((runtime) => {
    assertions.begin()
    // The runtime is new in every execution: to put the context below it costs half of what a copy of both does.
    const result = body(Object.setPrototypeOf(runtime, context) as BodyContext)
    if (!isThenable(result)) {
      assertions.end()
      return result
    }
    return result.then((value: unknown) => {
      assertions.end()
      return value
    })
  })
}

/** Prints which saved paths are of no use any more, and what the execution printed that still fails. */
function announce({ context, saved }: TestAtHand, failing: Failing | undefined): void {
  for (const { saved: path, came, difference = '' } of saved.regressions) {
    if (came === 'outlived')
      console.warn(`${context.task.name}: ${describeOutlived(path, difference, saved.update === 'all')}`)
  }
  if (failing === undefined || isDebugged()) return
  for (const { kind, process, text } of failing.trace.flatMap(({ notes }) => notes)) {
    if (kind === 'console') console.log(text)
    if (kind === 'log') console.log(`${process}: ${text}`)
  }
}

/** Lets a long search be heard of: after 3 seconds, and then every 5. */
function announcer(name: string): (progress: Progress) => void {
  let next = 3000
  return (progress) => {
    if (progress.elapsed < next) return
    next = progress.elapsed + 5000
    console.info(`${name}: ${describeProgress(progress)}`)
  }
}

/** What is to be said, or thrown, of a search that found nothing. */
function judge(verdict: Verdict, options: Options, { task, signal }: TestContext): void {
  if (verdict.endedBy === 'abort') {
    throw misuse(
      `The search was aborted after ${verdict.executions} executions.`,
      'Vitest was cancelled, or the test has run into its timeout.',
      signal.reason,
    )
  }
  if (verdict.executions === 0) {
    throw misuse('The search ended before its first execution.', 'Give it more time: the option time is too small.')
  }
  if (options.path !== undefined) return
  if (verdict.decisionPoints === 0) throw nothingToSearch(verdict)
  if (verdict.liveness?.hot === false) {
    throw misuse(
      'No monitor was ever hot: the search for liveness had nothing to look for.',
      'Add a monitor with a hot state, and see that what heats it is announced, or observed, under the name that it handles.',
    )
  }
  const claims = describeVerdict(verdict, process.cwd()).replaceAll('\n', ' ')
  if (verdict.endedBy === 'time') console.warn(`${task.name}: the time is over. ${claims}`)
  else if (verdict.uncontrolled.length > 0) console.warn(`${task.name}: ${claims}`)
}
