import { close, open } from 'node:inspector'
import { expect, test } from 'vitest'
import { timeBudget, timeoutBeyond } from '../../src/runners/time-limits.ts'

test('a search takes what it is given, or most of the timeout of its test', () => {
  expect(timeBudget(undefined, 5000)).toBe(4000)
  expect(timeBudget(100, 5000)).toBe(100)
  expect(timeBudget(undefined, 0)).toBe(Infinity)
  expect(timeBudget(undefined, Infinity)).toBe(Infinity)
})

test('a timeout comes well after the search', () => {
  expect(timeoutBeyond(1000)).toBeGreaterThan(5000)
  expect(timeoutBeyond(Infinity)).toBe(0)
})

test('nobody is hurried at a breakpoint', () => {
  open(0)
  try {
    expect(timeBudget(100, 5000)).toBe(Infinity)
  } finally {
    close()
  }
})
