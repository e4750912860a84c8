import { expect, test } from 'vitest'
import { type Body, check, machine, messages, programOf, type Runtime } from '../../src/index.ts'
import { outcomeOf } from '../runtime/told.ts'
import { exhaust, refusalOf, resultOf, story } from './story.ts'

interface Counted {
  add: number
}

const counter = machine({
  accepts: messages<Counted>(),
  data: { sum: 0 },
  initial: 'counting',
  states: {
    counting: {
      on: {
        add({ data, announce }, by) {
          data.sum += by
          announce('sum', data.sum)
        },
      },
    },
  },
})

/** A counter, and two processes that add to it. */
function adding({ create, spawn }: Runtime) {
  const ref = create('counter', counter)
  spawn('alice', () => ref.send('add', 1))
  spawn('bob', () => ref.send('add', 2))
  return ref
}

interface Watched {
  sum: number
  add: number
}

const limited = (most: number) =>
  machine({
    accepts: messages<Watched>(),
    data: { seen: [] as number[] },
    initial: 'below',
    states: {
      below: {
        on: {
          sum({ data }, sum) {
            data.seen.push(sum)
            if (sum > most) throw new Error(`the sum is ${data.seen.join(', then ')}`)
          },
        },
        ignore: ['add'],
      },
    },
  })

test('a function is called after each step, and may throw', async () => {
  const verdict = await exhaust((runtime) => {
    const ref = adding(runtime)
    runtime.monitor('small', () => {
      if (ref.data.sum > 2) throw new Error(`the sum is ${ref.data.sum}`)
    })
  })
  expect(outcomeOf(verdict)).toMatchObject({ kind: 'failed', error: new Error('the sum is 3') })
})

test('a monitor machine sees what is announced', async () => {
  const verdict = await check(
    programOf((runtime) => {
      runtime.monitor('limited', limited(2))
      adding(runtime)
    }),
    { explorer: 'round-robin' },
  )
  expect(outcomeOf(verdict)).toMatchObject({ error: new Error('the sum is 1, then 3') })
})

test('a monitor machine sees the messages that it observes, and the others not', async () => {
  interface Observed {
    add: number
  }
  const watching = (observes: readonly 'add'[]): Body => {
    return async (runtime) => {
      const seen: number[] = []
      const watcher = machine({
        accepts: messages<Observed>(),
        data: {},
        initial: 'watching',
        states: { watching: { on: { add: (_context, by) => void seen.push(by) } } },
      })
      runtime.monitor('watcher', watcher, { observes })
      adding(runtime)
      await runtime.quiet()
      return seen.length
    }
  }
  expect(await resultOf(watching(['add']))).toBe(2)
  expect(await resultOf(watching([]))).toBe(0)
})

test("an event that a monitor's state does not name is unhandled, as in P", async () => {
  const once = machine({
    accepts: messages<Watched>(),
    data: {},
    initial: 'before',
    states: { before: { on: { sum: 'after' } }, after: {} },
  })
  const verdict = await check(
    programOf((runtime) => {
      runtime.monitor('once', once)
      adding(runtime)
    }),
  )
  expect(outcomeOf(verdict)).toMatchObject({ kind: 'unhandled', machine: 'once', state: 'after', event: 'sum' })
})

test('a monitor goes from state to state, in the trace too', async () => {
  const phases = machine({
    accepts: messages<Watched>(),
    data: {},
    initial: 'before',
    states: { before: { on: { sum: 'after' } }, after: { ignore: ['sum'] } },
  })
  const lines = await story(async (runtime) => {
    runtime.monitor('phases', phases)
    adding(runtime)
    await runtime.quiet()
  })
  expect(lines.filter((line) => line.includes('phases'))).toEqual(['  phases: before → after'])
})

test.for(['halt', 'choose', 'create', 'after', 'announce', 'signal', 'reply'] as const)(
  'a monitor cannot call %s',
  async (what) => {
    const meddling = machine({
      accepts: messages<Watched>(),
      data: {},
      initial: 'watching',
      states: {
        watching: { on: { sum: (context) => void (context as unknown as Record<string, () => void>)[what]?.() } },
      },
    })
    const text = await refusalOf((runtime) => {
      runtime.monitor('meddling', meddling)
      adding(runtime)
    })
    expect(text).toContain(`The monitor meddling calls ${what}.`)
  },
)

test('a monitor never changes the program: the same executions, step by step', async () => {
  const bare = await exhaust((runtime) => void adding(runtime))
  const watched = await exhaust((runtime) => {
    const ref = adding(runtime)
    runtime.monitor('limited', limited(3), { observes: ['add'] })
    runtime.monitor('looking', () => void ref.data.sum)
  })
  expect(watched.executions).toBe(bare.executions)
  expect(watched.steps).toBe(bare.steps)
})
