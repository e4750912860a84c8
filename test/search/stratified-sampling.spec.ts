import { describe, expect, test } from 'vitest'
import { acquire, choose, create, go, graphProgram, release, timer } from '../../fixtures/graph-program.ts'
import { randomFrom } from '../../src/core/random.ts'
import { roundRobin } from '../../src/explorers/round-robin.ts'
import { runToCompletion } from '../../src/explorers/run-to-completion.ts'
import { PathTree } from '../../src/search/path-tree.ts'
import { allPaths, draw, type Execute, executing } from './draw-paths.ts'

/**
 * Theorem 3: an execution with d delays is drawn with a probability of at least 1/L'^d, where L' is the most decision
 * points of any execution.
 *
 * Each search makes one draw; there are as many searches as seeds. For every path with d delays, a one-sided binomial
 * test asks whether it was drawn significantly less often than the theorem promises. The tests of a case raise a false
 * alarm with a probability of at most 1e-7, shared out among its paths (Bonferroni). So do those which ask, from both sides,
 * whether all paths are drawn equally often where they are known. There are nine cases of each, so all of them together
 * stay below 2e-6. The seeds are fixed: once green, always green.
 */
const seeds = 20_000
const seedsWhereKnown = 5000 // each of these searches runs all that has fewer delays
const alarm = 1e-7

const cases = [
  ['two processes of three steps', graphProgram([go, go, go], [go, go, go]), runToCompletion],
  ['four writers', graphProgram([go], [go], [go], [go]), roundRobin],
  [
    'locks, options, timers and a new process',
    graphProgram([acquire(), create(go), release()], [acquire(), choose([go], [])], [timer]),
    runToCompletion,
  ],
] as const

const fair = (random: () => number) => random

/** How often a draw of `delays` delays gives each path: the first of its search, or after all with fewer delays. */
function frequencies(execute: Execute, delays: number, skew: (random: () => number) => () => number, isKnown = false) {
  const strata = allPaths(execute)
  const counts = new Map(strata[delays]!.map((path) => [path.join('.'), 0]))
  for (let seed = 0; seed < (isKnown ? seedsWhereKnown : seeds); seed++) {
    const tree = new PathTree(skew(randomFrom(`search ${seed}`)))
    if (isKnown)
      for (const [fewer, paths] of strata.slice(0, delays).entries()) paths.forEach(() => draw(tree, fewer, execute))
    const ran = draw(tree, delays, execute)
    if (isKnown) expect(ran).toHaveLength(1)
    const path = ran.at(-1)!.join('.')
    counts.set(path, counts.get(path)! + 1)
  }
  return counts
}

/** The paths that are drawn significantly less often than promised. */
function brokenPromises(execute: Execute, delays: number, skew = fair): string[] {
  const mostPoints = Math.max(
    ...allPaths(execute)
      .flat()
      .map((path) => execute(path).points),
  )
  const counts = frequencies(execute, delays, skew)
  return [...counts]
    .filter(([, count]) => atMost(count, seeds, 1 / mostPoints ** delays) < alarm / counts.size)
    .map(([path]) => path)
}

/** The probability of at most `count` successes in `trials` trials of probability p. */
function atMost(count: number, trials: number, p: number): number {
  let term = trials * Math.log1p(-p) // the logarithm of the probability of no success
  let sum = Math.exp(term)
  for (let successes = 1; successes <= count; successes++) {
    term += Math.log((trials - successes + 1) / successes) + Math.log(p) - Math.log1p(-p)
    sum += Math.exp(term)
  }
  return sum
}

describe.each(cases)('stratified sampling of %s', (_, program, explorer) => {
  const execute = executing(program, explorer)

  test.each([1, 2, 3])('draws every path with %i delays as often as Theorem 3 promises', (delays) => {
    const drawn = frequencies(execute, delays, fair)
    expect([...drawn.values()].reduce((sum, count) => sum + count)).toBe(seeds)
    expect(brokenPromises(execute, delays)).toEqual([])
  })

  test.each([1, 2, 3])('draws every path with %i delays equally often, once all with fewer are known', (delays) => {
    expect(unevenPaths(frequencies(execute, delays, fair, true))).toEqual([])
  })
})

/** The paths that are drawn significantly more often or less often than the others. */
function unevenPaths(counts: ReadonlyMap<string, number>): string[] {
  const p = 1 / counts.size
  const isRare = (count: number, p: number) => atMost(count, seedsWhereKnown, p) < alarm / counts.size / 2
  return [...counts]
    .filter(([, count]) => isRare(count, p) || isRare(seedsWhereKnown - count, 1 - p))
    .map(([path]) => path)
}

describe('the test of the promise', () => {
  test.each([1, 2])('fails for a sampler that prefers the last places, at %i delays', (delays) => {
    const execute = executing(cases[0][1], cases[0][2])
    const preferLast = (random: () => number) => () => Math.sqrt(random())
    expect(brokenPromises(execute, delays, preferLast)).not.toEqual([])
  })

  test.each([1, 2, 3])('fails for a sampler that never draws the first place, at %i delays', (delays) => {
    const execute = executing(cases[2][1], cases[2][2])
    const neverFirst = (random: () => number) => () => 0.3 + 0.7 * random()
    expect(brokenPromises(execute, delays, neverFirst)).not.toEqual([])
  })

  test.each([1, 2])('fails for a sampler that prefers some of the paths that are known, at %i delays', (delays) => {
    const execute = executing(cases[0][1], cases[0][2])
    const preferLast = (random: () => number) => () => Math.sqrt(random())
    expect(unevenPaths(frequencies(execute, delays, preferLast, true))).not.toEqual([])
  })

  test('computes binomial tails', () => {
    expect(atMost(0, 10, 0.5)).toBeCloseTo(1 / 1024, 12)
    expect(atMost(4, 10, 0.5)).toBeCloseTo(386 / 1024, 12)
    expect(atMost(10, 10, 0.3)).toBeCloseTo(1, 12)
    // A normal approximation: 0.0001 is 3.72 standard deviations below the mean of 1,000.
    expect(atMost(1000 - 115, 20_000, 0.05)).toBeLessThan(1e-4)
    expect(atMost(1000 - 110, 20_000, 0.05)).toBeGreaterThan(1e-4)
  })
})
