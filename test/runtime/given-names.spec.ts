import { expect, test } from 'vitest'
import { GivenNames } from '../../src/runtime/given-names.ts'

/** Which names were taken, execution by execution. */
function takenIn(...executions: readonly (readonly string[])[]): string[][] {
  const names = new GivenNames()
  return executions.map((given, index) => given.filter((name) => names.isTaken(name, index + 1)))
}

test('a name is taken from its second use on', () => {
  expect(takenIn(['a', 'b', 'a', 'a'])).toEqual([['a', 'a']])
})

test('every execution gives out names afresh', () => {
  expect(takenIn(['a', 'b'], ['a', 'b'], ['b', 'a'], ['a'], [], ['b', 'c', 'a'])).toEqual([[], [], [], [], [], []])
})

test.each([
  { order: 'the usual one', given: ['a', 'b', 'c', 'b'], taken: ['b'] },
  { order: 'the usual one, at first', given: ['a', 'b', 'a', 'c', 'b', 'c'], taken: ['a', 'b', 'c'] },
  { order: 'another one', given: ['c', 'a', 'b', 'c'], taken: ['c'] },
  { order: 'one that skips', given: ['a', 'c', 'c', 'a', 'b'], taken: ['c', 'a'] },
  { order: 'one that goes on', given: ['a', 'b', 'c', 'd', 'd', 'a'], taken: ['d', 'a'] },
])('a name used twice is found in a later execution whose order is $order', ({ given, taken }) => {
  expect(takenIn(['a', 'b', 'c'], given, given)).toEqual([[], taken, taken])
})

test('the names of processes that nobody creates are taken, in every execution', () => {
  const all = ['main', 'a', 'clock', 'main']
  expect(takenIn(all, all, ['clock'])).toEqual([['main', 'clock', 'main'], ['main', 'clock', 'main'], ['clock']])
})
