import type { TestContext } from 'vitest'
import { InterlaceError, misuse } from '../core/errors.ts'
import type { Verdict } from '../core/verdict.ts'
import { describeVerdict } from '../report/claims.ts'
import { describeProgress } from '../report/progress.ts'
import { isThenable } from '../runtime/thenable.ts'
import { programOf } from '../machines/program-of.ts'
import { check } from '../search/check.ts'
import type { Options } from '../search/options.ts'
import type { Progress } from '../search/progress.ts'
import { Assertions } from './assertions.ts'
import { withUserFrames } from './decorate-error.ts'
import { htmlFolder } from './html-option.ts'
import { mergedOptions } from './merged-options.ts'
import { nothingToSearch } from './nothing-to-search.ts'
import { failureOf } from './search-failure.ts'
import { summaryOf } from './search-summary.ts'
import type { BodyContext, SearchOptions } from './systematic-test.ts'
import { timeBudget } from './time-limits.ts'

/** A test as it was written. */
export interface WrittenTest {
  readonly options: SearchOptions
  /** Where it stands, as frames of a stack. */
  readonly origin: readonly string[]
}

/** Searches the executions of a body within a Vitest test, and throws what a failing one threw. */
export async function runSearch(
  test: WrittenTest,
  context: TestContext,
  body: (context: BodyContext) => unknown,
): Promise<void> {
  try {
    const { html, ...options } = mergedOptions(test.options, context.task.fullTestName)
    const folder = htmlFolder(html)
    const verdict = await search(context, options, body)
    context.task.meta.interlace = summaryOf(verdict)
    if (verdict.counterexample !== undefined)
      throw await failureOf(verdict, verdict.counterexample, context, test.origin, folder)
    judge(verdict, options, context)
  } catch (error) {
    throw error instanceof InterlaceError ? withUserFrames(error, test.origin) : error
  }
}

function search(context: TestContext, options: Options, body: (context: BodyContext) => unknown): Promise<Verdict> {
  const { task, signal } = context
  const assertions = new Assertions(context)
  const program = programOf((runtime) => {
    assertions.begin()
    const result = body(Object.assign(Object.create(context) as TestContext, runtime))
    if (!isThenable(result)) {
      assertions.end()
      return result
    }
    return result.then((value: unknown) => {
      assertions.end()
      return value
    })
  })
  const time = timeBudget(options.time, task.timeout)
  return check(program, { ...options, time, signal, onProgress: announcer(task.name) })
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
  const claims = describeVerdict(verdict, process.cwd()).replaceAll('\n', ' ')
  if (verdict.endedBy === 'time') console.warn(`${task.name}: the time is over. ${claims}`)
  else if (verdict.uncontrolled.length > 0) console.warn(`${task.name}: ${claims}`)
}
