import type { TestContext } from 'vitest'
import type { Counterexample, Verdict } from '../core/verdict.ts'
import { coloursFor, supportsColour, wantsColour } from '../report/colours.ts'
import { reportFailure } from '../report/failure.ts'
import { decorateError } from './decorate-error.ts'
import { provided } from './merged-options.ts'
import { errorOf } from './outcome-error.ts'
import { replayCommand } from './replay-command.ts'

type Task = TestContext['task']
type Suite = Task['file']['tasks'][number]

/** The error of the failing execution, with what the search found about it. */
export function failureOf(
  verdict: Verdict,
  counterexample: Counterexample,
  task: Task,
  origin: readonly string[],
): unknown {
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
  const { summary, block } = reportFailure(verdict, {
    name: task.name,
    colours: coloursFor({ enabled: wantsColour(process.env, supportsColour) }),
    width: columns,
    root: rootOf(task.file),
  })
  return decorateError(error, { text: `${summary}\n${replay}`, block, origin })
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

function rootOf({ filepath, name }: Task['file']): string {
  return filepath.endsWith(name) ? filepath.slice(0, -name.length) : filepath
}
