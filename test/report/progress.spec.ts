import { expect, test } from 'vitest'
import { describeProgress } from '../../src/report/progress.ts'

const progress = {
  executions: 1234,
  most: 2000,
  rate: 456.7,
  stratum: 2,
  strata: 4,
  done: 2,
  elapsed: 2700,
  left: 1677,
}

test('says how far a search is', () => {
  expect(describeProgress(progress)).toBe('1,234 of 2,000 executions, 457/s, stratum 2 of 4, 2 done, at most 2 s left')
})

test('says nothing about limits that are not there', () => {
  const endless = { ...progress, most: Infinity, strata: Infinity, left: Infinity }
  expect(describeProgress(endless)).toBe('1,234 executions, 457/s, stratum 2, 2 done')
  expect(describeProgress({ ...progress, done: 0, rate: NaN, left: NaN })).toBe(
    '1,234 of 2,000 executions, stratum 2 of 4',
  )
})

test('gives longer times in minutes', () => {
  expect(describeProgress({ ...progress, left: 300_000 })).toMatch(/at most 5 min left$/)
  expect(describeProgress({ ...progress, left: -5 })).toMatch(/at most 0 s left$/)
})

test('names no stratum when all are run at once', () => {
  const inOneGo = { ...progress, stratum: Infinity, strata: Infinity, done: 0, states: 5678, frontier: 910 }
  expect(describeProgress(inOneGo)).toBe(
    '1,234 of 2,000 executions, 457/s, 5,678 states, 910 left at least, at most 2 s left',
  )
})

test('says how many states were seen, how many executions wait beyond the stratum, and what may remain', () => {
  expect(describeProgress({ ...progress, states: 5678, frontier: 910, remaining: 2500 })).toBe(
    '1,234 of 2,000 executions, 457/s, stratum 2 of 4, 2 done, 5,678 states, 910 beyond it, ' +
      'perhaps 2,500 executions to go, at most 2 s left',
  )
})
