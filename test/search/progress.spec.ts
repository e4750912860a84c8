import { expect, test } from 'vitest'
import { independentSteps } from '../../fixtures/independent-steps.ts'
import { programOf } from '../../src/machines/program-of.ts'
import { check } from '../../src/search/check.ts'
import type { Progress } from '../../src/search/progress.ts'

test('a search tells about once a second how far it is', async () => {
  const told: Progress[] = []
  const verdict = await check(programOf(independentSteps(4, 4)), {
    search: 'sampling',
    samples: () => Infinity,
    executions: 1_000_000_000,
    delays: 9,
    time: 1500,
    onProgress: (progress) => told.push(progress),
  })
  expect(verdict.endedBy).toBe('time')
  expect(told).not.toEqual([])
  const [{ executions, most, rate, stratum, strata, elapsed, left }] = told as [Progress, ...Progress[]]
  expect(executions).toBeGreaterThan(0)
  expect(executions).toBeLessThanOrEqual(verdict.executions)
  expect([most, strata]).toEqual([1_000_000_000, 9])
  expect(stratum).toBeLessThanOrEqual(verdict.strata.length)
  expect(elapsed).toBeGreaterThanOrEqual(1000)
  expect(rate).toBeCloseTo(executions / (elapsed / 1000), 6)
  expect(left).toBeCloseTo(1500 - elapsed, 6)
})

test('a short search tells nothing', async () => {
  const told: Progress[] = []
  await check(programOf(independentSteps(2, 2)), { onProgress: (progress) => told.push(progress) })
  expect(told).toEqual([])
})
