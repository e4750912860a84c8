import { describe, expect, test } from 'vitest'
import { bruteForce, graphProgram, randomScripts } from '../../fixtures/graph-program.ts'
import { independentSteps, writers } from '../../fixtures/independent-steps.ts'
import { messagePassing, storeBuffering } from '../../fixtures/litmus.ts'
import { modelProgram, opaque, reachable } from '../../fixtures/model-program.ts'
import { increment, randomModel, readers, twoPhaseCommit } from '../../fixtures/models.ts'
import type { Stratum } from '../../src/core/verdict.ts'
import { explorers } from '../../src/explorers/named.ts'
import { programOf } from '../../src/machines/program-of.ts'
import { check } from '../../src/search/check.ts'

const named = explorers.map((explorer) => [explorer.name, explorer] as const)
const everything = { search: 'exhaustive', delays: Infinity, executions: Infinity } as const

function cumulative(strata: readonly Stratum[]): number[] {
  let sum = 0
  return strata.map(({ executions }) => (sum += executions))
}

describe('without fingerprints', () => {
  test.each(named)('writers(6) has the Mahonian numbers of executions under %s', async (_, explorer) => {
    const verdict = await check(programOf(writers(6)), { ...everything, explorer })
    expect(cumulative(verdict.strata).slice(0, 8)).toEqual([1, 6, 20, 49, 98, 169, 259, 360])
    expect(verdict).toMatchObject({ executions: 720, complete: true, endedBy: 'exhausted', states: 0, pruned: 0 })
  })

  test.each([
    [2, 3, 20],
    [3, 2, 90],
    [3, 3, 1680],
  ])('%i processes of %i independent steps have %i executions, each run once', async (processes, steps, count) => {
    for (const bound of [1, 2, 3]) {
      const options = { ...everything, explorer: 'round-robin', increment: bound } as const
      const verdict = await check(programOf(independentSteps(processes, steps)), options)
      expect(verdict).toMatchObject({ executions: count, complete: true })
      expect(verdict.results).toHaveLength(count)
    }
  })

  test.each(named)(
    'random programs have the executions that brute force finds, each once, under %s',
    async (_, one) => {
      for (let seed = 0; seed < 40; seed++) {
        const program = graphProgram(...randomScripts(`${seed}`))
        const executions = bruteForce(program, 200)
        if (executions.length > 200) continue
        const verdict = await check(program, { ...everything, explorer: one, increment: 1 + (seed % 3) })
        expect(verdict.results.map(({ value }) => value).sort()).toEqual([...executions].sort())
        expect(verdict).toMatchObject({ executions: executions.length, complete: true, endedBy: 'exhausted' })
        expect(verdict.strata.every(({ exhausted }) => exhausted)).toBe(true)
      }
    },
  )

  test('readers(6) has as many distinct results within each bound as are published', async () => {
    const program = opaque(modelProgram(readers(6)))
    const distinct: number[] = []
    for (let delays = 0; delays <= 6; delays++) {
      const verdict = await check(program, { ...everything, explorer: 'round-robin', delays })
      distinct.push(verdict.results.length)
    }
    expect(distinct).toEqual([1, 2, 8, 23, 43, 58, 64])
  })

  test.each(named)('the litmus tests have the outcomes of sequential consistency under %s', async (_, explorer) => {
    const buffering = await check(programOf(storeBuffering), { ...everything, explorer })
    expect(buffering.executions).toBe(6)
    expect(buffering.results.map(({ value }) => value).sort()).toEqual(['0,1', '1,0', '1,1'])
    const passing = await check(programOf(messagePassing), { ...everything, explorer })
    expect(passing.results.map(({ value }) => value).sort()).toEqual(['0,0', '0,1', '1,1'])
  })
})

describe('with fingerprints', () => {
  test('readers(6) has the same results within each bound, in fewer executions', async () => {
    const program = modelProgram(readers(6))
    const distinct: number[] = []
    let executions = 0
    for (let delays = 0; delays <= 6; delays++) {
      const verdict = await check(program, { ...everything, explorer: 'round-robin', delays })
      distinct.push(verdict.results.length)
      executions = verdict.executions
      expect(verdict.strata.every(({ exhausted }) => exhausted)).toBe(true)
    }
    expect(distinct).toEqual([1, 2, 8, 23, 43, 58, 64])
    const all = await check(opaque(program), { ...everything, explorer: 'round-robin', delays: 6 })
    expect(executions).toBeLessThan(all.executions)
  })

  test.each(named)('two-phase commit has the states that are published, under %s', async (_, explorer) => {
    for (const [n, states] of [12, 56, 288, 1568].entries()) {
      const options = { ...everything, explorer, cache: { key: 'program' } } as const
      const verdict = await check(modelProgram(twoPhaseCommit(n + 1)), options)
      expect(verdict).toMatchObject({ states, passed: true, complete: true, endedBy: 'exhausted' })
    }
  })

  test.each(named)('two-phase commit of five has 8,832 states under %s', async (_, explorer) => {
    const options = { ...everything, explorer, cache: { key: 'program' } } as const
    const verdict = await check(modelProgram(twoPhaseCommit(5)), options)
    expect(verdict).toMatchObject({ states: 8832, complete: true })
  })

  test.each(named)('increment has the states that are published, under %s, for every key and rule', async (_, one) => {
    for (const key of ['composition', 'program'] as const) {
      for (const rule of ['fewer', 'once'] as const) {
        for (const [n, states] of [13, 84, 755].entries()) {
          const options = { ...everything, explorer: one, cache: { key, rule } } as const
          const verdict = await check(modelProgram(increment(n + 2)), options)
          expect(verdict).toMatchObject({ states, complete: true })
          expect(verdict.results.map(({ value }) => value).sort()).toEqual([1, 2, 3, 4].slice(0, n + 2))
        }
      }
    }
  })
})

describe('Theorems 1 and 2', () => {
  const caches = [
    ['no cache', false],
    ['a tiny one that stops', { states: 3, full: 'stop' }],
    ['a tiny one that replaces', { states: 3, full: 'replace' }],
    ['one without a bound', { states: Infinity }],
    ['one of program states', { key: 'program', states: Infinity }],
    ["the paper's", { key: 'program', rule: 'once', states: Infinity }],
  ] as const

  test.each(named)('every state is reached, under %s, for every increment and cache', async (_, explorer) => {
    let programs = 0
    let searches = 0
    for (let seed = 0; programs < 120; seed++) {
      const model = randomModel(`${seed}`)
      const states = reachable(model, 60)
      if (states.size > 60 || states.size < 3) continue
      programs++
      for (const [index, [, cache]] of caches.entries()) {
        const visited = new Set<string>()
        const options = { ...everything, explorer, cache, increment: 1 + ((programs + index) % 3), executions: 3000 }
        const verdict = await check(
          modelProgram(model, (key) => visited.add(key)),
          options,
        )
        // Without a cache, some of these have too many executions.
        if (verdict.endedBy === 'executions') continue
        searches++
        expect(verdict).toMatchObject({ passed: true, complete: true, endedBy: 'exhausted' })
        expect(visited).toEqual(states)
        if (cache !== false && !('full' in cache)) expect(verdict.states).toBe(states.size)
      }
    }
    expect(searches).toBeGreaterThan(600)
  })

  test.each(named)('every state of a program with loops is reached, under %s', async (_, explorer) => {
    let programs = 0
    for (let seed = 0; programs < 60; seed++) {
      const model = randomModel(`${seed}`, { loops: true })
      const states = reachable(model, 150)
      if (states.size > 150 || states.size < 3) continue
      programs++
      for (const key of ['composition', 'program'] as const) {
        for (const rule of ['fewer', 'once'] as const) {
          const options = { ...everything, explorer, cache: { key, rule }, increment: 1 + (seed % 3) }
          const verdict = await check(modelProgram(model), options)
          expect(verdict).toMatchObject({ passed: true, complete: true, states: states.size })
        }
      }
    }
  })
})

test('a space without end is left when the budget is spent', async () => {
  const endless = { processes: 2, initial: 0, next: (count: number) => [count + 1, count + 2] }
  const options = { search: 'exhaustive', delays: Infinity, explorer: 'round-robin' } as const
  const cut = await check(modelProgram(endless), { ...options, steps: 50 })
  expect(cut.counterexample).toMatchObject({ outcome: { kind: 'cut', steps: 50 } })
  const bounded = { ...endless, next: (count: number) => (count < 1000 ? [count + 1, count + 2] : []) }
  const spent = await check(modelProgram(bounded), { ...options, executions: 20, steps: 2000 })
  expect(spent).toMatchObject({ passed: true, complete: false, endedBy: 'executions', executions: 20 })
})
