import type { TestContext } from 'vitest'
import type { Counterexample, Verdict } from '../core/verdict.ts'
import { coloursFor, supportsColour, wantsColour } from '../report/colours.ts'
import { type FailureReport, reportFailure } from '../report/failure.ts'
import { remarksOn } from '../report/remarks.ts'
import { decorateError } from './decorate-error.ts'
import { errorToShow } from './error-to-show.ts'
import { provided } from './merged-options.ts'
import { errorOf } from './outcome-error.ts'
import { replayCommand } from './replay-command.ts'
import { identityOf, isAmbiguous, namesOf } from './task-identity.ts'
import type { TestAtHand } from './test-at-hand.ts'
import type { TracedTest } from './trace-file-name.ts'
import { writtenTrace } from './written-trace.ts'

type Task = TestContext['task']

/** What is said of a failure besides what the search found. */
export interface Remarks {
  /** What the path is called, if it was given. */
  readonly given?: string | undefined
  /** What a replay needs in the environment besides the path. */
  readonly variables: Readonly<Record<string, string>>
  /** What stands below the line that replays it. */
  readonly lines: readonly string[]
}

/** The error of the failing execution, with what the search found about it; its page goes into a folder, if any. */
export async function failureOf(
  verdict: Verdict,
  counterexample: Counterexample,
  { context, origin, merged }: TestAtHand,
  { given, variables, lines }: Remarks,
): Promise<unknown> {
  const { task } = context
  const error = errorOf(counterexample.outcome)
  const { config, columns = 100 } = provided()
  const replay = replayCommand(
    {
      path: counterexample.path,
      variables,
      file: task.file.name,
      names: namesOf(task),
      ambiguous: isAmbiguous(task),
      config,
    },
    process.platform,
  )
  const { summary, block } = reportOf(verdict, task, wantsColour(process.env, supportsColour), columns, given)
  const text = [summary, replay, ...lines]
  if (merged.html !== undefined) {
    const { name, file } = task
    const root = rootOf(file)
    const remarks = remarksOn(verdict, root)
    const failure = { name, file: file.name, summary, counterexample, error: errorToShow(error), replay, remarks, root }
    text.push(await writtenTrace(failure, tracedTest(task), merged.html, context))
  }
  return decorateError(error, { text: text.join('\n'), block, origin })
}

/** The trace as it is kept: for no terminal in particular. */
export function plainTraceOf(verdict: Verdict, task: Task): string {
  return reportOf(verdict, task, false, 100).block
}

function reportOf(verdict: Verdict, task: Task, enabled: boolean, width: number, given?: string): FailureReport {
  return reportFailure(verdict, {
    name: task.name,
    colours: coloursFor({ enabled }),
    width,
    root: rootOf(task.file),
    given,
  })
}

/** What `context.skip()` throws: no failure, but a message to Vitest. */
export function isSkip(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'VITEST_PENDING'
}

function tracedTest(task: Task): TracedTest {
  const { name: file, projectName: project = '' } = task.file
  const { names, place } = identityOf(task)
  return { file, names, project, namesakes: place }
}

function rootOf({ filepath, name }: Task['file']): string {
  return filepath.endsWith(name) ? filepath.slice(0, -name.length) : filepath
}
