import { describe, expect, test } from 'vitest'
import { account } from '../../fixtures/account.ts'
import { choices } from '../../fixtures/choices.ts'
import { boundedBuffer } from '../../fixtures/protocols/bounded-buffer.ts'
import { diningPhilosophers } from '../../fixtures/protocols/dining-philosophers.ts'
import { modelProgram } from '../../fixtures/model-program.ts'
import { lcr } from '../../fixtures/protocols/lcr.ts'
import { parsePath } from '../../src/core/path.ts'
import type { Program } from '../../src/core/program.ts'
import { roundRobin } from '../../src/explorers/round-robin.ts'
import { runToCompletion } from '../../src/explorers/run-to-completion.ts'
import { programOf } from '../../src/machines/program-of.ts'
import { check } from '../../src/search/check.ts'
import type { Options } from '../../src/search/options.ts'
import { failureOf } from '../../src/search/same-failure.ts'
import { minimised } from './minimise-run.ts'

const walk = { search: 'random-walk', seed: 'a' } as const

/** Makes `count` choices between two options, and fails where a function of those taken says how. */
function failingChoices(count: number, failure: (taken: readonly number[]) => string | undefined): Program {
  const program = choices((choose) => {
    return failure(Array.from({ length: count }, () => choose(2)))
  })
  return {
    start(host) {
      const run = program.start(host)
      return Object.assign(run, {
        settle() {
          const { outcome } = run
          if (outcome?.kind !== 'passed' || typeof outcome.value !== 'string') return
          Object.assign(run, { outcome: { kind: 'failed', error: new Error(outcome.value), how: 'body' } })
        },
      })
    },
  }
}

const delaysOf = (path: string): readonly number[] => parsePath(path).delays

describe('a failing execution', () => {
  test('loses the delays that it does not need', async () => {
    const program = failingChoices(12, (taken) => (taken[3] === 1 && taken[8] === 1 ? 'both' : undefined))
    const { path, minimal, executions } = await minimised(program, roundRobin, [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
    expect({ path, minimal, executions }).toEqual({ path: 'round-robin:3.5', minimal: true, executions: 59 })
  })

  test('loses hundreds of delays', async () => {
    const program = failingChoices(400, (taken) => (taken[100] === 1 && taken[300] === 1 ? 'both' : undefined))
    const all = Array.from({ length: 400 }, (_, place) => (place === 0 ? 0 : 1))
    const { path, minimal, executions } = await minimised(program, roundRobin, all)
    expect({ path, minimal }).toEqual({ path: 'round-robin:100.200', minimal: true })
    expect(executions).toBeLessThan(1000)
  })

  test('has its delays at the earliest places', async () => {
    const program = failingChoices(20, (taken) => (taken.indexOf(1) >= 4 ? 'late' : undefined))
    expect(await minimised(program, roundRobin, [17])).toMatchObject({ path: 'round-robin:4', minimal: true })
    expect(await minimised(program, roundRobin, [9, 1, 3])).toMatchObject({ path: 'round-robin:4', minimal: true })
  })

  test('goes on failing in the same way', async () => {
    const program = failingChoices(6, ([first, , third]) => (third === 1 ? 'third' : first === 1 ? 'first' : undefined))
    const found = await minimised(program, roundRobin, [0, 1, 1, 1])
    expect(found).toMatchObject({ path: 'round-robin:2', outcome: { error: new Error('third') }, minimal: true })
  })

  test('is not called minimal where another failure takes fewer delays, and that one is named', async () => {
    const program = failingChoices(4, ([a, b, c]) => (b === 1 && c === 1 ? 'two' : a === 1 ? 'one' : undefined))
    const found = await minimised(program, roundRobin, [1, 1])
    expect(found).toMatchObject({ path: 'round-robin:1.1', minimal: false, simpler: 'round-robin:0' })
  })

  test('is reported as it was found when a smaller one does not fail again', async () => {
    let fails = 1
    const program = failingChoices(3, ([a, b]) => (a === 1 && (b === 1 || fails-- > 0) ? 'flaky' : undefined))
    const found = await minimised(program, roundRobin, [0, 1])
    expect(found).toMatchObject({ path: 'round-robin:0.1', flaky: true, minimal: false })
    expect(found.twin).toBeUndefined()
  })

  test.each(['run-to-completion', 'round-robin', 'random', 'probabilistic-round-robin', 'ordered'] as const)(
    'is small after a random walk under %s, and its path replays',
    async (explorer) => {
      const program = programOf(boundedBuffer(3, 'no second look'))
      const found = await check(program, { ...walk, explorer, minimise: 0 })
      const { counterexample, ...verdict } = await check(program, { ...walk, explorer })
      const before = delaysOf(found.counterexample!.path).length
      expect(delaysOf(counterexample!.path).length).toBeLessThanOrEqual(Math.min(4, before))
      const replayed = await check(program, { path: counterexample!.path })
      expect(failureOf(replayed.counterexample?.outcome)).toBe(failureOf(counterexample!.outcome))
      // What the search did is not changed by it.
      const { counterexample: _, ...unminimised } = found
      expect({ ...verdict, minimising: 0 }).toEqual(unminimised)
    },
  )

  test('is small after preemption bounding, too', async () => {
    const { counterexample } = await check(programOf(account), { search: 'preemption-bounding' })
    expect(counterexample).toMatchObject({
      path: 'non-preemptive:0.1',
      outcome: { error: new Error('the balance is 20') },
    })
  })

  test('is the same one twice', async () => {
    const program = programOf(boundedBuffer(3, 'no second look'))
    expect(await check(program, walk)).toStrictEqual(await check(program, walk))
  })
})

describe('minimising', () => {
  const wide = failingChoices(30, (taken) => (taken[10] === 1 && taken[20] === 1 ? 'both' : undefined))
  const options: Options = { ...walk, executions: 100 }

  test.each([1, 2, 3, 4, 10, 50])('takes at most %i executions, if it is told so', async (minimise) => {
    const { minimising, counterexample } = await check(wide, { ...options, minimise })
    expect(minimising).toBeLessThanOrEqual(minimise)
    expect(counterexample?.outcome).toMatchObject({ kind: 'failed', error: new Error('both') })
  })

  test('is off with 0', async () => {
    const { minimising, counterexample } = await check(wide, { ...options, minimise: 0 })
    expect({ minimising, twin: counterexample?.twin }).toEqual({ minimising: 0, twin: undefined })
  })

  test('leaves a given path alone', async () => {
    const path = 'run-to-completion:1.1'
    expect(await check(programOf(account), { path })).toMatchObject({ minimising: 0, counterexample: { path } })
  })

  test('ends when the search is called off, and the failure stays', async () => {
    const controller = new AbortController()
    const program = failingChoices(10, ([first]) => {
      if (first === 1) controller.abort()
      return first === 1 ? 'first' : undefined
    })
    const verdict = await check(program, { ...walk, signal: controller.signal })
    expect(verdict).toMatchObject({ minimising: 0, endedBy: 'counterexample', counterexample: { minimal: false } })
  })

  test('ends with the time, and the failure stays', async () => {
    const verdict = await check(programOf(diningPhilosophers(3)), { time: 0 })
    expect(verdict).toMatchObject({ minimising: 0, counterexample: { outcome: { kind: 'deadlocked' } } })
  })

  test('counts long executions for more than one', async () => {
    const program = programOf(async ({ spawn, pause }) => {
      const work = async (): Promise<never> => {
        for (;;) await pause()
      }
      await Promise.all([spawn('a', work), spawn('b', work)])
    })
    const { minimising, counterexample } = await check(program, { ...walk, steps: 2000, minimise: 100 })
    expect(counterexample).toMatchObject({ path: 'run-to-completion:', outcome: { kind: 'cut' } })
    expect(minimising).toBeLessThanOrEqual(12)
  })
})

describe('a twin', () => {
  test('is the same execution without its last delay', async () => {
    const { path, twin } = (await check(programOf(account), { explorer: 'run-to-completion' })).counterexample!
    expect(path).toBe('run-to-completion:1')
    expect(twin?.path).toBe('run-to-completion:')
    expect(twin?.trace.at(-1)).toMatchObject({ process: 'main', what: 'ledger.read() → 30' })
    expect(await check(programOf(account), { path: twin!.path })).toMatchObject({ passed: true })
  })

  test('has one more delay, as late as possible, if that fails too', async () => {
    const program = failingChoices(5, (taken) => (taken[3] === 0 ? 'not the fourth' : undefined))
    const { path, twin } = await minimised(program, runToCompletion, [])
    expect({ path, twin: twin?.path }).toEqual({ path: 'run-to-completion:', twin: 'run-to-completion:3' })
  })

  test('is not there where none passes', async () => {
    const program = programOf(lcr([3, 1, 2], { bug: 'smaller pass', property: 'greatest' }))
    const { counterexample } = await check(program)
    expect(counterexample?.outcome.kind).toBe('failed')
    expect(counterexample?.twin).toBeUndefined()
  })
})

test.each([roundRobin, runToCompletion])(
  'an execution without an end is made as small as can be: $name',
  async (explorer) => {
    const endless = modelProgram({ processes: 2, initial: 0, next: (state: number) => [(state + 1) % 5] })
    const options = { explorer, steps: 60, cache: true } as const
    const { counterexample } = await check(endless, { ...options, ...walk })
    // It fails by its length, which no state tells: without a delay, too.
    expect(counterexample).toMatchObject({ path: `${explorer.name}:`, minimal: true, outcome: { kind: 'cut' } })
  },
)
