import { expect, test } from 'vitest'
import type { Outcome } from '../../src/core/outcome.ts'
import { failureOf } from '../../src/search/same-failure.ts'

const failed = (error: unknown): Outcome => ({ kind: 'failed', error, how: 'body' })
const unhandled = (machine: string, state: string, event: string, payload = ''): Outcome => ({
  kind: 'unhandled',
  machine,
  state,
  event,
  payload,
  sender: 'main',
})
const deadlocked = (...names: readonly string[]): Outcome => ({
  kind: 'deadlocked',
  waiting: names.map((process) => ({ process, for: 'a lock' })),
})

test.each<[string, Outcome, Outcome]>([
  ['errors of the same name and message', failed(new Error('a')), failed(new Error('a'))],
  ['equal values that are thrown', failed({ code: 1 }), failed({ code: 1 })],
  ['an unexpected event, whatever came with it', unhandled('m', 's', 'e', '1'), unhandled('m', 's', 'e', '2')],
  ['a deadlock, whoever came first', deadlocked('a', 'b'), deadlocked('b', 'a')],
  ['not ending', { kind: 'cut', steps: 5, waiting: [] }, { kind: 'cut', steps: 6, waiting: [] }],
])('takes for the same: %s', (_, one, other) => {
  expect(failureOf(one)).toBe(failureOf(other))
})

test.each<[string, Outcome, Outcome]>([
  ['messages', failed(new Error('a')), failed(new Error('b'))],
  ['names of errors', failed(new Error('a')), failed(new TypeError('a'))],
  ['values that are thrown', failed('a'), failed('b')],
  ['an error and its message', failed(new Error('a')), failed('a')],
  ['machines', unhandled('m', 's', 'e'), unhandled('n', 's', 'e')],
  ['states', unhandled('m', 's', 'e'), unhandled('m', 't', 'e')],
  ['events', unhandled('m', 's', 'e'), unhandled('m', 's', 'f')],
  ['those who wait', deadlocked('a', 'b'), deadlocked('a', 'c')],
  ['kinds', deadlocked(), { kind: 'cut', steps: 5, waiting: [] }],
])('tells apart: %s', (_, one, other) => {
  expect(failureOf(one)).not.toBe(failureOf(other))
})

test('is nothing for an execution that passes', () => {
  expect(failureOf({ kind: 'passed', value: 1 })).toBeUndefined()
  expect(failureOf(undefined)).toBeUndefined()
})
