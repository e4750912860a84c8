import { describe, expect, test } from 'vitest'
import { choices } from '../../fixtures/choices.ts'
import { independentSteps } from '../../fixtures/independent-steps.ts'
import { type Model, modelProgram, reachable } from '../../fixtures/model-program.ts'
import { increment, randomModel, twoPhaseCommit } from '../../fixtures/models.ts'
import type { Fingerprint } from '../../src/core/fingerprint.ts'
import { parsePath } from '../../src/core/path.ts'
import type { Program } from '../../src/core/program.ts'
import type { Verdict } from '../../src/core/verdict.ts'
import { explorers } from '../../src/explorers/named.ts'
import { programOf } from '../../src/machines/program-of.ts'
import { check } from '../../src/search/check.ts'

const named = explorers.map((explorer) => [explorer.name, explorer] as const)
const byStrata = { search: 'exhaustive', delays: Infinity, executions: Infinity, cache: { key: 'program' } } as const
const inOneGo = { ...byStrata, increment: Infinity } as const
/** All delays at once as well, but with a bound on them. */
const inTwoStrata = { ...byStrata, increment: 1_000_000 } as const

/** Random models of which all states are known, 2 and more of them. */
function randomModels(count: number, options: { loops?: boolean; wrong?: boolean }) {
  const found = []
  for (let seed = 0; found.length < count; seed++) {
    const model = randomModel(`${seed}`, options)
    const states = reachable(model, 150)
    if (states.size > 2 && states.size <= 150) found.push({ model, states })
  }
  return found
}

/** All pairs of a state and the next one. */
function edgesOf<State>(model: Model<State>): Set<string> {
  const edges = new Set<string>()
  const known = new Map([[JSON.stringify(model.initial), model.initial]])
  for (const [key, state] of known) {
    for (let process = 1; process <= model.processes; process++) {
      for (const after of model.next(state, process)) {
        edges.add(`${key} ${JSON.stringify(after)}`)
        known.set(JSON.stringify(after), after)
      }
    }
  }
  return edges
}

describe.each(named)('under %s', (_, explorer) => {
  test('published programs have the published states, in fewer executions and steps than by strata', async () => {
    for (const [n, states] of [12, 56, 288, 1568].entries()) {
      const program = modelProgram(twoPhaseCommit(n + 1))
      const verdict = await check(program, { ...inOneGo, explorer })
      expect(verdict).toMatchObject({ states, passed: true, complete: true, endedBy: 'exhausted' })
      expect(verdict.strata.every(({ exhausted }) => exhausted)).toBe(true)
      if (n < 2) continue
      const strata = await check(program, { ...byStrata, explorer })
      expect(verdict.executions).toBeLessThan(0.7 * strata.executions)
      expect(verdict.steps).toBeLessThan(0.7 * strata.steps)
    }
    for (const [n, states] of [13, 84, 755].entries()) {
      const verdict = await check(modelProgram(increment(n + 2)), { ...inOneGo, explorer })
      expect(verdict).toMatchObject({ states, complete: true })
      expect(verdict.results.map(({ value }) => value).sort()).toEqual([1, 2, 3, 4].slice(0, n + 2))
    }
  })

  test('every state of a random program is reached', async () => {
    for (const { model, states } of [...randomModels(150, {}), ...randomModels(150, { loops: true })]) {
      const visited = new Set<string>()
      const program = modelProgram(model, (key) => visited.add(key))
      expect(await check(program, { ...inOneGo, explorer })).toMatchObject({ complete: true, states: states.size })
      expect(visited).toEqual(states)
    }
  })

  test('every step out of every state is taken', async () => {
    for (const { model } of randomModels(100, {})) {
      let last = ''
      const edges = new Set<string>()
      const initial = JSON.stringify(model.initial)
      const program = modelProgram(model, (key) => {
        if (key !== initial) edges.add(`${last} ${key}`)
        last = key
      })
      await check(program, { ...inOneGo, explorer })
      expect(edges).toEqual(edgesOf(model))
    }
  })

  test('it fails just where a state is wrong, with a path that replays', async () => {
    let failures = 0
    for (const { model, states } of randomModels(150, { wrong: true })) {
      const program = modelProgram(model)
      const isWrong = [...states].some((key) => model.wrong?.(JSON.parse(key) as never) !== undefined)
      const { passed, complete, counterexample } = await check(program, { ...inOneGo, explorer, minimise: 0 })
      expect({ passed, complete }).toEqual({ passed: !isWrong, complete: !isWrong })
      if (counterexample === undefined) continue
      failures++
      const { path, outcome, minimal } = counterexample
      expect(minimal).toBe(parsePath(path).delays.length === 0)
      expect((await check(program, { path, explorer })).counterexample?.outcome).toMatchObject(outcome)
    }
    expect(failures).toBeGreaterThan(20)
  })

  test('the step limit cuts nothing off that it would not by strata', async () => {
    let cut = 0
    for (const [index, { model, states }] of randomModels(100, { loops: true }).entries()) {
      const limited = { explorer, steps: 4 + (index % 8) }
      const verdict = await check(modelProgram(model), { ...inOneGo, ...limited })
      if (verdict.passed) expect(verdict).toMatchObject({ complete: true, states: states.size })
      else {
        cut++
        const { counterexample } = await check(modelProgram(model), { ...inTwoStrata, ...limited })
        expect(verdict.counterexample).toEqual(counterexample)
      }
    }
    expect(cut).toBeGreaterThan(5)
    expect(cut).toBeLessThan(95)
  })
})

test('choices within a step are states in which nothing can be captured', async () => {
  const program = choices((choose) => {
    const first = choose(3)
    return first === 2 ? 'two' : `${first} ${choose(2)} ${choose(2 + first)}`
  })
  const verdict = await check(program, inOneGo)
  expect(verdict).toMatchObject({ complete: true, executions: 11, pruned: 0 })
  expect(verdict.results).toHaveLength(11)
})

/** It says what the search by strata says, after a few executions more. */
async function expectLost(program: Program, options: object = {}): Promise<void> {
  const explorer = 'round-robin'
  const strata = await check(program, { ...inTwoStrata, ...options, explorer })
  const verdict = await check(program, { ...inOneGo, ...options, explorer })
  expect(verdict.executions).toBeGreaterThan(strata.executions)
  expect({ ...verdict, ...countsOf(strata) }).toEqual(strata)
}

const countsOf = ({ executions, steps, pruned, results }: Verdict) => ({ executions, steps, pruned, results })

test('what goes in circles is not followed round and round', async () => {
  const ring = {
    processes: 2,
    initial: 0,
    next: (at: number, process: number) => [(at + (process === 1 ? 1 : 39)) % 40],
  }
  const options = { ...inOneGo, explorer: 'run-to-completion' } as const
  // Forwards through all states and back again would be 80 steps at once.
  const verdict = await check(modelProgram(ring), { ...options, steps: 60 })
  expect(verdict).toMatchObject({ complete: true, states: 40 })
  expect(verdict.executions).toBe((await check(modelProgram(ring), options)).executions)
})

describe('it is left to a search by strata', () => {
  test('where the state of a program cannot be captured', async () => {
    await expectLost(programOf(independentSteps(2, 3)))
  })

  test('where only some states can be captured', async () => {
    for (const [index, { model, states }] of randomModels(100, {}).entries()) {
      const visited = new Set<string>()
      let last = ''
      const program = modelProgram(model, (key) => visited.add((last = key)))
      const isSeen = (key: string) => (key.length + key.charCodeAt(key.length >> 1) + index) % 3 > 0
      const blinking: Program = {
        start: (host) => {
          const run = program.start(host)
          const fingerprint = run.fingerprint?.bind(run)
          return Object.assign(run, {
            fingerprint: (into: Fingerprint) => isSeen(last) && fingerprint?.(into) === true,
          })
        },
      }
      const verdict = await check(blinking, { ...inOneGo, executions: 5000 })
      if (verdict.endedBy === 'executions') continue
      expect(verdict).toMatchObject({ complete: true, endedBy: 'exhausted' })
      expect(visited).toEqual(states)
    }
  })

  test('where a state that cannot be captured has several steps out of it', async () => {
    const next = (at: string, process: number) => {
      if (at === '') return [`${process}`]
      return at === '1' && process > 1 ? [`1${process}`] : []
    }
    const program = modelProgram({ processes: 3, initial: '', next, result: (at) => at })
    let steps = 0
    const blind: Program = {
      start: (host) => {
        steps = 0
        const run = program.start(host)
        const take = run.take.bind(run)
        const fingerprint = run.fingerprint?.bind(run)
        return Object.assign(run, {
          take: (process: number) => {
            steps++
            take(process)
          },
          fingerprint: (into: Fingerprint) => steps !== 1 && fingerprint?.(into) === true,
        })
      },
    }
    await expectLost(blind)
    const { results } = await check(blind, inOneGo)
    expect(results.map(({ value }) => value).sort()).toEqual(['12', '13', '2', '3'])
  })

  test('where more processes can go than there are bits', async () => {
    const many = { processes: 32, initial: 0, next: (count: number) => (count === 0 ? [1] : []) }
    await expectLost(modelProgram(many))
    expect(await check(modelProgram({ ...many, processes: 31 }), inOneGo)).toMatchObject({
      complete: true,
      executions: 31,
      states: 2,
    })
  })

  test('where there are more states than may be remembered', async () => {
    await expectLost(modelProgram(twoPhaseCommit(2)), { cache: { key: 'program', states: 20 } })
  })

  test('where the explorer decides alone', async () => {
    const program = modelProgram(twoPhaseCommit(2))
    const sealed: Program = { start: (host) => Object.assign(program.start(host), { sealed: true }) }
    await expectLost(sealed)
  })
})

test('an execution may be over before its first step', async () => {
  const over = modelProgram({ processes: 1, initial: 0, next: () => [], result: () => 'done' })
  expect(await check(over, inOneGo)).toMatchObject({ complete: true, executions: 1, states: 1 })
  const stuck: Program = { start: (host) => Object.assign(over.start(host), { settle: () => undefined }) }
  expect(await check(stuck, inOneGo)).toMatchObject({ counterexample: { outcome: { kind: 'deadlocked' } } })
})

test('a program that goes another way than before is found out', async () => {
  let starts = 0
  const turning: Program = {
    start: (host) => modelProgram(twoPhaseCommit(++starts < 30 ? 3 : 2)).start(host),
  }
  await expect(check(turning, inOneGo)).rejects.toThrow('behaves differently')
})
