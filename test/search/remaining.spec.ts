import { describe, expect, test } from 'vitest'
import { independentSteps, writers } from '../../fixtures/independent-steps.ts'
import { programOf } from '../../src/machines/program-of.ts'
import { check } from '../../src/search/check.ts'
import type { Progress } from '../../src/search/progress.ts'
import { estimateRemaining, sumOf } from '../../src/search/remaining.ts'

describe('an estimate of what remains', () => {
  test('is what is known, where no stratum lies beyond it', () => {
    expect(estimateRemaining({ executed: [1, 3], left: 2, beyond: 7 }, 1)).toBe(2)
    expect(estimateRemaining({ executed: [1, 5], left: 0, beyond: 9 }, 2)).toBe(9)
    expect(estimateRemaining({ executed: [1, 5], left: 0, beyond: 0 }, Infinity)).toBe(0)
  })

  test('scales up what a stratum under way has shown so far', () => {
    expect(estimateRemaining({ executed: [1, 4], left: 4, beyond: 6 }, 2)).toBe(4 + 12)
  })

  test('lets the growth slow down as it did', () => {
    // 1, 8, 32: it grew by 8, then by 4, so by 2, by 1, by a half and so on.
    expect(estimateRemaining({ executed: [1, 8], left: 0, beyond: 32 }, 4)).toBe(32 + 64 + 64)
    expect(estimateRemaining({ executed: [1, 8], left: 0, beyond: 32 }, Infinity)).toBe(32 + 64 + 64 + 32 + 8 + 1)
  })

  test('is none where nothing slows down', () => {
    expect(estimateRemaining({ executed: [1, 2, 4], left: 0, beyond: 8 }, Infinity)).toBeUndefined()
    expect(estimateRemaining({ executed: [], left: 1, beyond: 0 }, 3)).toBeUndefined()
    expect(sumOf([1, 2])).toBe(3)
    expect(sumOf([1, undefined])).toBeUndefined()
  })

  test.each([
    ['writers(6)', writers(6), 720],
    ['three processes of three steps', independentSteps(3, 3), 1680],
  ])('of %s is within a factor of 8 in the fourth stratum', async (_, body, all) => {
    const { strata } = await check(programOf(body), { search: 'exhaustive', explorer: 'round-robin', delays: 4 })
    const executed = strata.map(({ executions }) => executions)
    const beyond = executed.pop() ?? 0
    const run = executed.reduce((sum, executions) => sum + executions, 0)
    const remaining = estimateRemaining({ executed, left: 0, beyond }, Infinity) ?? Infinity
    expect(remaining).toBeGreaterThan((all - run) / 8)
    expect(remaining).toBeLessThan((all - run) * 8)
  })
})

test.each(['exhaustive', 'auto'] as const)('%s tells how far it is', async (search) => {
  const told: Progress[] = []
  await check(programOf(independentSteps(4, 4)), {
    search,
    explorer: 'round-robin',
    delays: 12,
    executions: 1_000_000_000,
    time: 1300,
    onProgress: (progress) => told.push(progress),
  })
  const [{ done, stratum, frontier, remaining }] = told as [Progress, ...Progress[]]
  expect(done).toBe(stratum)
  expect(done).toBeGreaterThan(2)
  expect(frontier).toBeGreaterThan(0)
  expect(remaining).toBeGreaterThan(0)
})
