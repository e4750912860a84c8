import type { TestContext } from 'vitest'
import { isSameTest, type TestIdentity } from '../store/saved-path.ts'

type Task = TestContext['task']
type Suite = Task['file']['tasks'][number]

/** The names of the suites around a test, and its own. */
export function namesOf(task: Suite): string[] {
  return [...(task.suite === undefined ? [] : namesOf(task.suite)), task.name]
}

/** What tells a test from the others of its file, in every version of Vitest. */
export function identityOf(task: Task): TestIdentity {
  const first = { names: namesOf(task), place: 0 }
  const namesakes = testsIn(task.file.tasks).filter(
    (other) => other.name === task.name && isSameTest({ names: namesOf(other), place: 0 }, first),
  )
  return { ...first, place: Math.max(0, namesakes.indexOf(task)) }
}

/** Whether Vitest would take other tests of the file, too, when it is given the name of this one. */
export function isAmbiguous(task: Task): boolean {
  return testsIn(task.file.tasks).some(
    (other) => other.id !== task.id && other.fullTestName.includes(task.fullTestName),
  )
}

function testsIn(tasks: readonly Suite[]): readonly Task[] {
  return tasks.flatMap((task): readonly Task[] => ('tasks' in task ? testsIn(task.tasks) : [task]))
}
