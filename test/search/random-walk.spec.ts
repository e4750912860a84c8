import { describe, expect, test } from 'vitest'
import { account } from '../../fixtures/account.ts'
import { go, graphProgram } from '../../fixtures/graph-program.ts'
import { independentSteps } from '../../fixtures/independent-steps.ts'
import { programOf } from '../../src/machines/program-of.ts'
import { check } from '../../src/search/check.ts'

const walk = { search: 'random-walk' } as const

describe('a random walk', () => {
  test.each(['a', 'b', 'c', 'd', 'e'])('finds the lost deposit and replays it, with the seed %s', async (seed) => {
    const found = await check(programOf(account), { ...walk, seed, minimise: 0 })
    expect(found).toMatchObject({ passed: false, endedBy: 'counterexample' })
    const { path, outcome, minimal } = found.counterexample!
    expect(minimal).toBe(false)
    let runs = 0
    const replayed = await check(
      programOf((runtime) => {
        runs++
        return account(runtime)
      }),
      { path },
    )
    expect(runs).toBe(1)
    expect(replayed.counterexample).toMatchObject({ path, outcome })
  })

  test('is the same one for the same seed, and another one for another', async () => {
    const program = programOf(independentSteps(3, 3))
    const results = async (seed: string) => (await check(program, { ...walk, seed, executions: 20 })).results
    expect(await results('a')).toEqual(await results('a'))
    expect(await results('a')).not.toEqual(await results('b'))
  })

  test('is another one each time for the seed random', async () => {
    const program = programOf(independentSteps(3, 3))
    const results = async () => (await check(program, { ...walk, seed: 'random', executions: 20 })).results
    // Two walks draw the same seed once in 65,536 times; five do so all with a probability of 65,536^-4.
    const five = [await results(), await results(), await results(), await results(), await results()]
    expect(new Set(five.map((one) => JSON.stringify(one))).size).toBeGreaterThan(1)
  })

  test('spends its budget and claims nothing', async () => {
    const verdict = await check(programOf(independentSteps(2, 2)), { ...walk, executions: 300 })
    expect(verdict).toMatchObject({ passed: true, complete: false, endedBy: 'executions', executions: 300 })
    expect(verdict.results).toHaveLength(6)
    expect(verdict.strata.reduce((sum, { executions }) => sum + executions, 0)).toBe(300)
    expect(verdict.strata.map(({ delays }) => delays)).toEqual([...verdict.strata.keys()])
    for (const stratum of verdict.strata) {
      expect(stratum.exhausted).toBe(false)
      expect(stratum.explorers).toMatchObject([{ exhausted: false, missed: 1 }])
    }
  })

  test('draws each choice uniformly in its state', async () => {
    const program = graphProgram([go], [go], [go])
    const { results } = await check(program, { ...walk, executions: 6000 })
    // Each of the six orders has a probability of 1/6: 1,000 times, with a standard deviation of 28.9; 6 of them are
    // exceeded by one of the six with a probability of 1.2e-8.
    expect(results).toHaveLength(6)
    for (const { executions } of results) expect(Math.abs(executions - 1000)).toBeLessThan(6 * 28.9)
  })
})
