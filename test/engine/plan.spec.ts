import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Path } from '../../src/core/path.ts'
import { randomFrom } from '../../src/core/random.ts'
import { GuidedPlan, PathPlan, type Plan, RandomPlan } from '../../src/engine/plan.ts'

/** What a plan spends at decision points with so many choices each. */
const spend = (plan: Plan, points: readonly number[]): number[] =>
  points.map((choices) => plan.spend(choices, { isPreemptible: false }))

/** The path that spends these delays at the points, written down point by point as design.md says. */
function pathOf(delays: readonly number[]): Path {
  const path: number[] = []
  let passed = 0
  for (const here of delays) {
    for (let delay = 0; delay < here; delay++) {
      path.push(passed)
      passed = 0
    }
    passed++
  }
  return path
}

/** Decision points, and delays that may be spent there. */
const decisions = fc.array(
  fc
    .integer({ min: 2, max: 5 })
    .chain((choices) => fc.record({ choices: fc.constant(choices), delays: fc.nat(choices - 1) })),
)

describe('a path', () => {
  test.each<[Path, readonly number[], readonly number[]]>([
    [[], [2, 2, 2], [0, 0, 0]],
    [[0], [2, 2, 2], [1, 0, 0]],
    [[2], [2, 2, 2], [0, 0, 1]],
    [
      [0, 0],
      [3, 3],
      [2, 0],
    ],
    [
      [0, 1],
      [2, 2, 2],
      [1, 1, 0],
    ],
    [
      [0, 2],
      [2, 2, 2],
      [1, 0, 1],
    ],
    [
      [1, 0, 2],
      [2, 3, 2, 2],
      [0, 2, 0, 1],
    ],
    [
      [0, 0, 0, 1, 0],
      [4, 3],
      [3, 2],
    ],
  ])('%j spends at points with %j choices the delays %j', (path, points, delays) => {
    const plan = new PathPlan(path)
    expect(spend(plan, points)).toEqual(delays)
    expect(plan.spent).toEqual(path)
    expect(plan.fits).toBe(true)
  })

  test.each<[string, Path, readonly number[], readonly number[], Path]>([
    ['more delays than a point has', [0, 0], [2, 2], [1, 0], [0]],
    ['more delays than a later point has', [1, 0, 0, 5], [2, 3, 2, 2, 2, 2, 2, 2], [0, 2, 0, 0, 0, 0, 0, 0], [1, 0]],
    ['a point after the end', [3], [2, 2, 2], [0, 0, 0], []],
    ['a point after the end, counted from a delay', [1, 2], [2, 2, 2], [0, 1, 0], [1]],
    ['a point where there is none', [0], [], [], []],
  ])('does not fit when it asks for %s', (_, path, points, delays, spent) => {
    const plan = new PathPlan(path)
    expect(spend(plan, points)).toEqual(delays)
    expect(plan.spent).toEqual(spent)
    expect(plan.fits).toBe(false)
  })

  test('says what has been spent so far', () => {
    const plan = new PathPlan([1, 0, 1])
    const seen = [2, 3, 2].map((choices) => {
      plan.spend(choices)
      return plan.spent.length
    })
    expect(seen).toEqual([0, 2, 3])
  })

  test('exists for every way to spend delays, and spends them there', () => {
    fc.assert(
      fc.property(decisions, (points) => {
        const delays = points.map((point) => point.delays)
        const plan = new PathPlan(pathOf(delays))
        expect(
          spend(
            plan,
            points.map(({ choices }) => choices),
          ),
        ).toEqual(delays)
        expect(plan.fits).toBe(true)
      }),
      { seed: 1, numRuns: 1000 },
    )
  })
})

describe('a random plan', () => {
  test('writes down the path that it takes', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 2, max: 5 })), fc.string(), (points, seed) => {
        const plan = new RandomPlan(randomFrom(seed))
        const delays = spend(plan, points)
        expect(plan.spent).toEqual(pathOf(delays))
        expect(spend(new PathPlan(plan.spent), points)).toEqual(delays)
      }),
      { seed: 1, numRuns: 1000 },
    )
  })

  test('draws every choice as often as any other', () => {
    const plan = new RandomPlan(randomFrom('uniform'))
    const counts = [0, 0, 0, 0]
    for (let point = 0; point < 4000; point++) counts[plan.spend(4)]! += 1
    // Each is expected 1,000 times, with a standard deviation of 27.4: 6 of them are exceeded with a probability of 8e-9.
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(6 * 27.4)
  })
})

describe('a guided plan', () => {
  const at = (...offered: readonly number[]) => ({
    isPreemptible: false,
    comingUp: (delays: number) => offered[delays] ?? 0,
  })

  test('takes the choices it is given, and writes down what they cost', () => {
    const plan = new GuidedPlan([7, 1, 3])
    expect(plan.spend(3, at(5, 6, 7))).toBe(2)
    expect(plan.spend(2, at(1, 2))).toBe(0)
    expect(plan.fits).toBe(false)
    expect(plan.spend(2, at(2, 3))).toBe(1)
    expect(plan.fits).toBe(true)
    expect(plan.spend(2, at(2, 3))).toBe(0)
    expect(plan.spent).toEqual([0, 0, 2])
  })
})
