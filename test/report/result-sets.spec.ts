import { expect, test } from 'vitest'
import { expectAlwaysSame, expectExactly, expectNever, expectSometimes } from '../../src/index.ts'
import { verdict } from './hand-made.ts'

const result = (value: unknown, path: string) => ({ value, executions: 1, path })
const one = verdict({ results: [result({ sum: 30 }, 'round-robin:')] })
const two = verdict({ results: [result(10, 'round-robin:'), result(30, 'round-robin:1')] })

test('always the same', () => {
  expect(expectAlwaysSame(one)).toEqual({ sum: 30 })
  expect(() => expectAlwaysSame(two)).toThrow(
    'The result should be always the same, but it is\n  10  on the path round-robin:\n  30  on the path round-robin:1',
  )
})

test('exactly these', () => {
  expectExactly(one, [{ sum: 30 }])
  expectExactly(two, [30, 10])
  expect(() => expectExactly(two, [30])).toThrow('should be one of 30, but it is\n  10  on the path round-robin:')
  expect(() => expectExactly(two, [30, 10, 20])).toThrow('should be also 20, but it is\n  10 ')
})

test('never', () => {
  expectNever(two, 20)
  expect(() => expectNever(two, 30)).toThrow('should be never 30, but it is\n  30  on the path round-robin:1')
})

test('sometimes', () => {
  expect(expectSometimes(two, 30)).toBe('round-robin:1')
  expect(() => expectSometimes(two, 20)).toThrow('should be sometimes 20, but it is\n  10 ')
})

test('says nothing of a search that failed or ran nothing', () => {
  expect(() => expectNever(verdict({ passed: false }), 1)).toThrow('The search failed')
  expect(() => expectNever(verdict({ executions: 0 }), 1)).toThrow('No execution of 0 returned anything')
})
