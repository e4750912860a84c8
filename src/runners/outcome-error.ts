import { livenessText, unhandledText } from '../report/phrases.ts'
import type { Outcome, Waiting } from '../core/outcome.ts'
import { userFrames } from './frames.ts'

/** What an execution that failed throws: its own error, or one that says who waits for what. */
export function errorOf(outcome: Outcome): unknown {
  switch (outcome.kind) {
    case 'failed':
      return outcome.error
    case 'deadlocked':
      return stuck('Deadlock', `nothing can go on${listed(outcome.waiting)}`, outcome.waiting)
    case 'cut':
      return stuck(
        'StepLimit',
        `the execution has not ended after ${outcome.steps} steps${listed(outcome.waiting)}`,
        outcome.waiting,
      )
    case 'unhandled':
      return named('UnhandledEvent', unhandledText(outcome), [])
    case 'hot':
    case 'livelocked':
      return named('Liveness', livenessText(outcome), [])
    case 'passed':
      throw new Error('an execution that passed has no error')
  }
}

/** Its stack is that of the first process that is seen waiting in the user's code. */
function stuck(name: string, message: string, waiting: readonly Waiting[]): Error {
  return named(name, message, waiting.map(({ stack }) => userFrames(stack)).find((lines) => lines.length > 0) ?? [])
}

function named(name: string, message: string, frames: readonly string[]): Error {
  const error = new Error(message)
  error.name = name
  error.stack = [`${name}: ${message}`, ...frames].join('\n')
  return error
}

function listed(waiting: readonly Waiting[]): string {
  if (waiting.length === 0) return ''
  return `: ${waiting.map((process) => `${process.process} waits for ${process.for}`).join('; ')}`
}
