import { expect, test } from 'vitest'
import { errorOf } from '../../src/runners/outcome-error.ts'

const waiting = [
  { process: 'main', for: 'a promise that nothing settles' },
  { process: 'reader', for: 'a message on the channel votes', stack: 'at read (/project/vote.ts:3:4)' },
]

test('a failing execution throws its own error', () => {
  const error = new Error('own')
  expect(errorOf({ kind: 'failed', error, how: 'body' })).toBe(error)
})

test('a deadlock says who waits for what, at the place of the first that is seen waiting', () => {
  const error = errorOf({ kind: 'deadlocked', waiting }) as Error
  expect(error.name).toBe('Deadlock')
  expect(error.message).toBe(
    'nothing can go on: main waits for a promise that nothing settles; reader waits for a message on the channel votes',
  )
  expect(error.stack).toBe(`Deadlock: ${error.message}\n    at read (/project/vote.ts:3:4)`)
})

test('an endless execution says after how many steps it was cut', () => {
  expect(errorOf({ kind: 'cut', steps: 10_000, waiting: [] })).toMatchObject({
    name: 'StepLimit',
    message: 'the execution has not ended after 10000 steps',
  })
})
