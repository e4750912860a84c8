import type { TestContext } from 'vitest'
import type { Counterexample, Verdict } from '../core/verdict.ts'
import { coloursFor, supportsColour, wantsColour } from '../report/colours.ts'
import { reportFailure } from '../report/failure.ts'
import { remarksOn } from '../report/remarks.ts'
import { decorateError } from './decorate-error.ts'
import { errorToShow } from './error-to-show.ts'
import { provided } from './merged-options.ts'
import { errorOf } from './outcome-error.ts'
import { replayCommand } from './replay-command.ts'
import type { TracedTest } from './trace-file-name.ts'
import { writtenTrace } from './written-trace.ts'

type Task = TestContext['task']
type Suite = Task['file']['tasks'][number]

/** The error of the failing execution, with what the search found about it; its page goes into a folder, if any. */
export async function failureOf(
  verdict: Verdict,
  counterexample: Counterexample,
  context: TestContext,
  origin: readonly string[],
  folder: string | undefined,
): Promise<unknown> {
  const { task } = context
  const error = errorOf(counterexample.outcome)
  if (isSkip(error)) return error
  const { config, columns = 100 } = provided()
  const replay = replayCommand(
    {
      path: counterexample.path,
      file: task.file.name,
      names: namesOf(task),
      ambiguous: isAmbiguous(task),
      config,
    },
    process.platform,
  )
  const root = rootOf(task.file)
  const { summary, block } = reportFailure(verdict, {
    name: task.name,
    colours: coloursFor({ enabled: wantsColour(process.env, supportsColour) }),
    width: columns,
    root,
  })
  const text = [summary, replay]
  if (folder !== undefined) {
    const { name, file } = task
    const remarks = remarksOn(verdict, root)
    const failure = { name, file: file.name, summary, counterexample, error: errorToShow(error), replay, remarks, root }
    text.push(await writtenTrace(failure, tracedTest(task), folder, context))
  }
  return decorateError(error, { text: text.join('\n'), block, origin })
}

/** What `context.skip()` throws: no failure, but a message to Vitest. */
function isSkip(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'VITEST_PENDING'
}

function namesOf(task: Suite): string[] {
  return [...(task.suite === undefined ? [] : namesOf(task.suite)), task.name]
}

/** Whether Vitest would take other tests of the file, too, when it is given the name of this one. */
function isAmbiguous(task: Task): boolean {
  const others = (suite: Suite): boolean =>
    'tasks' in suite ? suite.tasks.some(others) : suite.id !== task.id && suite.fullTestName.includes(task.fullTestName)
  return task.file.tasks.some(others)
}

function tracedTest(task: Task): TracedTest {
  const { name: file, projectName: project = '' } = task.file
  return { file, names: namesOf(task), project, namesakes: namesakesBefore(task) }
}

/** How many tests of the file have the same full name and stand before this one. */
function namesakesBefore(task: Task): number {
  const tests = (suite: Suite): readonly Suite[] => ('tasks' in suite ? suite.tasks.flatMap(tests) : [suite])
  const namesakes = task.file.tasks.flatMap(tests).filter(({ fullTestName }) => fullTestName === task.fullTestName)
  return namesakes.findIndex(({ id }) => id === task.id)
}

function rootOf({ filepath, name }: Task['file']): string {
  return filepath.endsWith(name) ? filepath.slice(0, -name.length) : filepath
}
