import { describe, expect, test } from 'vitest'
import { account } from '../../fixtures/account.ts'
import { evenTree } from '../../fixtures/choices.ts'
import { bruteForce, failingOn, go, graphProgram, randomScripts } from '../../fixtures/graph-program.ts'
import { independentSteps, writers } from '../../fixtures/independent-steps.ts'
import { modelProgram, opaque } from '../../fixtures/model-program.ts'
import { randomModel, twoPhaseCommit } from '../../fixtures/models.ts'
import type { DelayingExplorer } from '../../src/core/explorer.ts'
import { parsePath } from '../../src/core/path.ts'
import { explorers } from '../../src/explorers/named.ts'
import { roundRobin } from '../../src/explorers/round-robin.ts'
import { runToCompletion } from '../../src/explorers/run-to-completion.ts'
import { programOf } from '../../src/machines/program-of.ts'
import { check } from '../../src/search/check.ts'
import type { Options } from '../../src/search/options.ts'
import { allPaths, executing } from './draw-paths.ts'
import { resultOf } from '../engine/execute-path.ts'

const named = explorers.map((explorer) => [explorer.name, explorer] as const)

describe('auto', () => {
  test('is the default, with run-to-completion and round-robin, four delays and 2,000 executions', async () => {
    const program = programOf(independentSteps(3, 3))
    const defaults: Options = {
      search: 'auto',
      explorer: ['run-to-completion', 'round-robin'],
      delays: 4,
      executions: 2000,
      samples: (delays) => 100 + 3 ** delays,
      steps: 10_000,
      latency: 1000,
    }
    expect(await check(program)).toEqual(await check(program, defaults))
  })

  test.each(named)('exhausts what fits, and says that it is complete, under %s', async (_, explorer) => {
    const verdict = await check(programOf(writers(4)), { explorer, delays: Infinity })
    expect(verdict.strata.map(({ executions }) => executions)).toEqual([1, 3, 5, 6, 5, 3, 1])
    expect(verdict.strata.map(({ exhausted }) => exhausted)).toEqual(Array(7).fill(true))
    expect(verdict).toMatchObject({ complete: true, endedBy: 'exhausted', executions: 24 })
  })

  test('exhausts what fits up to the last stratum', async () => {
    const verdict = await check(programOf(writers(5)), { explorer: 'round-robin', delays: 4 })
    expect(verdict.strata.map(({ executions, exhausted }) => [executions, exhausted])).toEqual([
      [1, true],
      [4, true],
      [9, true],
      [15, true],
      [20, true],
    ])
    expect(verdict).toMatchObject({ complete: false, endedBy: 'delays', executions: 49 })
  })

  test('samples what does not fit in half of what is left', async () => {
    const options = { explorer: 'round-robin', samples: () => 7 } as const
    const last = async (delays: number, executions: number) => {
      const stratum = (await check(evenTree(10, 4), { ...options, delays, executions })).strata.at(-1)
      return [stratum?.executions, stratum?.exhausted]
    }
    // The stratum of one delay has 10 paths, and one execution has been run before.
    expect(await last(1, 21)).toEqual([10, true])
    expect(await last(1, 20)).toEqual([7, false])
    // The stratum of two delays has 40 paths; 11 executions have been run before.
    expect(await last(2, 91)).toEqual([40, true])
    expect(await last(2, 90)).toEqual([7, false])
  })

  test('runs each stratum under each explorer in turn', async () => {
    const turns: string[] = []
    const watched = (explorer: DelayingExplorer): DelayingExplorer => ({
      ...explorer,
      create(random) {
        if (turns.at(-1) !== explorer.name) turns.push(explorer.name)
        return explorer.create(random)
      },
    })
    const program = graphProgram([go, go, go], [go, go, go], [go, go, go])
    const verdict = await check(program, { explorer: [roundRobin, runToCompletion].map(watched), delays: 3 })
    expect(verdict.strata.map(({ explorers: parts }) => parts.map(({ explorer }) => explorer))).toEqual(
      Array(4).fill(['round-robin', 'run-to-completion']),
    )
    // In the end, the first execution is run once more.
    expect(turns).toEqual([...Array(4).fill(['round-robin', 'run-to-completion']), 'round-robin'].flat())
  })

  test('adds up strata over its explorers', async () => {
    const verdict = await check(programOf(writers(4)), { delays: 2 })
    expect(verdict.strata.map(({ executions, explorers: parts }) => [executions, parts])).toEqual(
      [1, 3, 5].map((executions) => [
        2 * executions,
        ['run-to-completion', 'round-robin'].map((explorer) => ({ explorer, executions, exhausted: true, missed: 0 })),
      ]),
    )
    expect(verdict.executions).toBe(18)
  })

  test('calls a stratum exhausted only when every explorer of the search has exhausted it', async () => {
    const options = { explorer: ['run-to-completion', 'round-robin'] as const, delays: 1 }
    const exhausted = async (executions: number) =>
      (await check(graphProgram([go], [go], [go]), { ...options, samples: () => Infinity, executions })).strata.map(
        (stratum) => stratum.exhausted,
      )
    // Stratum 0 takes an execution of each explorer, stratum 1 takes two of each.
    expect(await exhausted(1)).toEqual([false])
    expect(await exhausted(2)).toEqual([true])
    expect(await exhausted(3)).toEqual([true, false])
    expect(await exhausted(4)).toEqual([true, false])
    expect(await exhausted(5)).toEqual([true, false])
    expect(await exhausted(6)).toEqual([true, true])
  })

  test('ends, however many delays it may spend, when there is nothing left to run', async () => {
    const samples = (delays: number): number => {
      if (delays > 100) throw new Error('it goes on for ever')
      return 1
    }
    for (const search of ['sampling', 'auto'] as const) {
      const verdict = await check(evenTree(6, 5), { search, samples, delays: Infinity, executions: 100 })
      expect(verdict.endedBy).toBe('exhausted')
      expect(verdict.complete).toBe(true)
    }
  })
})

describe('a verdict of sampling', () => {
  test('says the probability of a miss, or bounds it, and claims nothing else', async () => {
    const verdict = await check(evenTree(30, 4), {
      search: 'sampling',
      samples: () => 6,
      delays: 2,
      explorer: 'ordered',
    })
    expect(verdict.strata.slice(1, 3)).toEqual([
      {
        delays: 1,
        executions: expect.any(Number) as number,
        exhausted: false,
        explorers: [
          {
            explorer: 'ordered',
            executions: expect.any(Number) as number,
            exhausted: false,
            missed: 24 / 30, // each of the 30 paths was as likely as the others
          },
        ],
      },
      expect.objectContaining({
        exhausted: false,
        explorers: [expect.objectContaining({ missed: expect.closeTo((119 / 120) ** 6, 10) as number })],
      }),
    ])
    expect(verdict.complete).toBe(false)
  })

  test('is another one for another seed, and the same one for the same', async () => {
    const program = evenTree(30, 30)
    const options = { search: 'sampling', samples: () => 5, delays: 2, explorer: 'round-robin' } as const
    const results = async (seed: string) => (await check(program, { ...options, seed })).results
    expect(await results('a')).toEqual(await results('a'))
    expect(await results('a')).not.toEqual(await results('b'))
  })

  test('runs no path twice', async () => {
    const verdict = await check(evenTree(30, 30, 30), { search: 'sampling', samples: () => 50, explorer: 'random' })
    expect(verdict.executions).toBeGreaterThan(100)
    expect(verdict.results).toHaveLength(verdict.executions)
  })
})

describe('a counterexample is minimal', () => {
  test('when the strata below are exhausted', async () => {
    const { counterexample } = await check(programOf(account))
    expect(counterexample).toMatchObject({ path: 'run-to-completion:1', minimal: true })
  })

  test('never, when they are not', async () => {
    const program = failingOn(evenTree(10, 10), (result) => result.includes('.'))
    const options = { search: 'sampling', samples: () => 3, explorer: 'round-robin', minimise: 0 } as const
    const verdict = await check(program, options)
    expect(verdict.counterexample).toMatchObject({ minimal: false })
    expect(parsePath(verdict.counterexample!.path).delays).toHaveLength(2)
  })

  test('only if no execution with fewer delays fails under its explorer', async () => {
    let minimal = 0
    let searches = 0
    for (let seed = 0; seed < 150; seed++) {
      const program = graphProgram(...randomScripts(`${seed}`))
      const executions = bruteForce(program, 300)
      if (executions.length > 300) continue
      const bugs = new Set(executions.filter((_, index) => (index * 7 + seed) % 11 === 0))
      const failing = failingOn(program, (result) => bugs.has(result))
      for (const explorer of [runToCompletion, roundRobin]) {
        const execute = executing(program, explorer)
        const fewest = allPaths(execute).findIndex((paths) =>
          paths.some((path) => bugs.has(String(resultOf(execute(path))))),
        )
        for (const samples of [1, 2, 1000]) {
          const options = { search: 'sampling', delays: 8, samples: () => samples, explorer, seed: `${seed}` } as const
          const { counterexample } = await check(failing, options)
          if (counterexample === undefined) continue
          searches++
          const delays = parsePath(counterexample.path).delays.length
          expect(delays).toBeGreaterThanOrEqual(fewest)
          if (counterexample.minimal) minimal++
          if (counterexample.minimal) expect(delays).toBe(fewest)
          if (samples === 1000) expect(counterexample.minimal).toBe(true)
        }
      }
    }
    expect(searches).toBeGreaterThan(200)
    expect(minimal).toBeLessThan(searches)
    expect(minimal).toBeGreaterThan(100)
  })
})

describe('auto, where states can be captured and a cache is asked for', () => {
  test('passes over what follows a known state, and claims what exhaustive search claims', async () => {
    const program = modelProgram(twoPhaseCommit(3))
    const options = { explorer: 'round-robin', delays: Infinity, executions: 100_000 } as const
    const verdict = await check(program, { ...options, cache: true })
    expect(verdict).toMatchObject({ passed: true, complete: true, endedBy: 'exhausted', states: 288 })
    const exhaustive = await check(program, { ...options, search: 'exhaustive' })
    expect(verdict.strata.map(({ exhausted }) => exhausted)).toEqual(exhaustive.strata.map(() => true))
    expect(verdict.pruned).toBeGreaterThan(0)
  })

  test('goes on from a state of its own: an execution without an end is noticed', async () => {
    const endless = { processes: 2, initial: 0, next: (state: number) => [(state + 1) % 5] }
    const { counterexample } = await check(modelProgram(endless), { steps: 100, cache: true })
    expect(counterexample).toMatchObject({ outcome: { kind: 'cut', steps: 100 } })
    const stopped = await check(modelProgram(endless), { search: 'exhaustive', steps: 100 })
    expect(stopped).toMatchObject({ passed: true, complete: true, states: 5 })
  })

  test('claims nothing that running everything refutes', async () => {
    for (let seed = 0; seed < 250; seed++) {
      const model = modelProgram(randomModel(`${seed}`, { wrong: true }))
      for (const explorer of [roundRobin, runToCompletion]) {
        const options = { explorer, delays: 6, samples: () => 20, cache: true } as const
        const all = await check(opaque(model), { ...options, search: 'exhaustive', executions: 20_000 })
        if (all.endedBy === 'executions') continue
        const fewest = all.counterexample === undefined ? 7 : parsePath(all.counterexample.path).delays.length
        for (const executions of [60, 2000]) {
          const verdict = await check(model, { ...options, executions })
          for (const stratum of verdict.strata) {
            if (verdict.passed && stratum.exhausted) expect([seed, stratum.delays < fewest]).toEqual([seed, true])
          }
          if (verdict.complete) expect([seed, fewest]).toEqual([seed, 7])
          if (verdict.counterexample?.minimal)
            expect([seed, parsePath(verdict.counterexample.path).delays.length]).toEqual([seed, fewest])
        }
      }
    }
  })
})
