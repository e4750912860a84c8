import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Fingerprint } from '../../src/core/fingerprint.ts'
import { clock } from '../../src/core/process.ts'
import type { Host, Program } from '../../src/core/program.ts'
import { type Body, check, machine, messages, programOf } from '../../src/index.ts'
import { bodyOf, randomMachines } from './random-machines.ts'
import { inTurns } from './reachable.ts'
import { refusalOf } from './story.ts'

/** Decides by these numbers, and then always for the first option. */
function hostOf(decisions: readonly number[]): Host {
  let next = 0
  return {
    recorder: undefined,
    latency: 1000,
    choose: (options) => (decisions[next++] ?? 0) % options,
    step: () => undefined,
    random: () => Math.random,
  }
}

/** Takes steps as decided, up to so many, and tells the fingerprints that were asked for. */
function* prints(program: Program, decisions: readonly number[], steps: number, asked: 'always' | 'last') {
  const host = hostOf(decisions)
  const run = program.start(host)
  const told: string[] = []
  for (let step = 0; ; step++) {
    run.settle(0)
    if (run.misuse !== undefined) throw run.misuse
    const isOver = run.outcome !== undefined || (run.choices.length === 0 && !run.clock) || step === steps
    if (asked === 'always' || isOver) {
      const print = new Fingerprint()
      told.push(run.fingerprint?.(print) === true ? `${print.high} ${print.low}` : 'none')
    }
    if (isOver) break
    const choices = run.choices.length + (run.clock ? 1 : 0)
    run.take(run.choices[host.choose(choices)] ?? clock)
    yield undefined
  }
  run.end()
  return told
}

test('a fingerprint that is kept up to date is that which is made from scratch', async () => {
  let known = 0
  await fc.assert(
    fc.asyncProperty(randomMachines, fc.array(fc.nat(11), { maxLength: 60 }), async (machines, decisions) => {
      const program = programOf(bodyOf(machines))
      const world = program.open?.()
      if (world === undefined) throw new Error('a body has a world')
      try {
        const kept = await inTurns(world, prints(program, decisions, Infinity, 'always'))
        for (let steps = 1; steps < kept.length; steps++) {
          const fresh = await inTurns(world, prints(program, decisions, steps, 'last'))
          expect(fresh).toEqual([kept[steps]])
          known += kept[steps] === 'none' ? 0 : 1
        }
      } finally {
        world.close()
      }
    }),
    { numRuns: 60, seed: 1 },
  )
  expect(known).toBeGreaterThan(1000)
})

/** How many states a search tells apart. */
async function statesOf(body: Body): Promise<number> {
  return (await check(programOf(body), { search: 'exhaustive', delays: 10 })).states
}

const idle = { accepts: messages<object>(), data: {}, initial: 'only' } as const

test('machines of another type are told apart, though their data is the same', async () => {
  const [left, right] = [machine({ ...idle, states: { only: {} } }), machine({ ...idle, states: { only: {} } })]
  const parentOf = (types: readonly [typeof left, typeof left]) =>
    machine({ ...idle, states: { only: { entry: ({ create, choose }) => void create('child', choose(...types)) } } })
  const [same, other] = [parentOf([left, left]), parentOf([left, right])]
  // The body has run, the parent has started, its child is there, its child has started: the last three for each type.
  expect(await statesOf(({ create }) => void create('parent', same))).toBe(4)
  expect(await statesOf(({ create }) => void create('parent', other))).toBe(7)
})

test('a type that a handler writes down is searched, without knowing its states', async () => {
  const parent = machine({
    ...idle,
    states: { only: { entry: ({ create }) => void create('child', machine({ ...idle, states: { only: {} } })) } },
  })
  const body: Body = ({ create }) =>
    void [create('parent', parent), create('other', machine({ ...idle, states: { only: {} } }))]
  const verdict = await check(programOf(body), { search: 'exhaustive', delays: 10 })
  expect(verdict).toMatchObject({ passed: true, complete: true, pruned: 0 })
  expect(verdict.states).toBeLessThan(4) // those before the child is written down
})

test('what a machine may begin again with is part of its state', async () => {
  const child = machine({
    accepts: messages<object>(),
    data: { given: 0 },
    initial: 'only',
    states: { only: { entry: ({ data }) => void (data.given = 0) } },
  })
  const parent = machine({
    ...idle,
    states: { only: { entry: ({ create, choose }) => void create('child', child, { given: choose(0, 1) }) } },
  })
  const body: Body = ({ create, faults }) => {
    create('parent', parent)
    faults({ crash: 1, restart: 'fresh', machines: ['child'] })
  }
  const withoutFaults: Body = ({ create }) => void create('parent', parent)
  expect(await statesOf(withoutFaults)).toBe(6) // once it has started, the child has forgotten
  expect(await statesOf(body)).toBe(12)
})

test.each([
  [{ inner: { call: () => 1 } }, 'the data of holder.value.inner.call is a function.'],
  [{ list: [1, Promise.resolve()] }, 'the data of holder.value.list[1] is a promise.'],
  [new Map([['a', new WeakSet()]]), "the data of holder.value.get('a') is a WeakSet."],
])('data that cannot be told apart is an error only when a cache is asked for: %o', async (value, text) => {
  const holder = machine({ ...idle, data: () => ({ value }), states: { only: {} } })
  const body: Body = ({ create }) =>
    void [create('holder', holder), create('other', machine({ ...idle, states: { only: {} } }))]
  const error = await refusalOf(body, { search: 'exhaustive' })
  expect(error).toContain(`The state cannot be told apart from others: ${text}`)
  expect(error).toContain('search without a cache')
  expect(await check(programOf(body), { search: 'exhaustive', cache: false })).toMatchObject({ passed: true })
  expect(await check(programOf(body))).toMatchObject({ passed: true, complete: true })
})

test('a message that cannot be told apart names its machine and itself', async () => {
  const taker = machine({
    accepts: messages<{ take: { calls: (() => number)[] } }>(),
    data: {},
    initial: 'only',
    states: { only: { ignore: ['take'] } },
  })
  const body: Body = ({ create }) => create('taker', taker).send('take', { calls: [() => 1] })
  expect(await refusalOf(body, { search: 'exhaustive' })).toContain('take of main.calls[0] is a function.')
})
