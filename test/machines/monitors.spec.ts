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

/** What is said of a function that watches a counter to which something is added. */
const refusedLook = (look: (runtime: Runtime, ref: ReturnType<typeof adding>) => unknown): Promise<string> =>
  refusalOf((runtime) => {
    const ref = adding(runtime)
    runtime.monitor('meddling', () => look(runtime, ref) as undefined)
  })

test.for<[string, Parameters<typeof refusedLook>[0]]>([
  ['send', (_, ref) => ref.send('add', 1)],
  ['spawn', ({ spawn }) => void spawn('more', () => undefined)],
  ['choose', ({ choose }) => choose(1, 2)],
  ['create', ({ create }) => void create('another', counter)],
  ['announce', ({ announce }) => announce('sum', 1)],
  ['setTimeout', () => void setTimeout(() => undefined, 1)],
  ['Math.random', () => Math.random()],
])('a function that watches cannot call %s either', async ([what, look]) => {
  expect(await refusedLook(look)).toContain(`The monitor meddling calls ${what}.`)
})

test('a monitor that changes the data of a machine is noticed', async () => {
  const text = await refusedLook((_, ref) => void ((ref.data as { sum: number }).sum += 0.5))
  expect(text).toContain('The monitor meddling changes counter.')
  expect(text).toContain('A monitor never changes the program')
})

test('a monitor that changes what it is told changes its copy only', async () => {
  interface Told {
    list: number[]
  }
  const teller = machine({
    accepts: messages<Told>(),
    data: { heard: '' },
    initial: 'only',
    states: {
      only: {
        on: {
          list({ data, announce }, list) {
            announce('told', list)
            data.heard = list.join()
          },
        },
      },
    },
  })
  const greedy = machine({
    accepts: messages<Told & { told: number[] }>(),
    data: {},
    initial: 'only',
    states: { only: { on: { list: (_, list) => void list.pop(), told: (_, list) => void list.pop() } } },
  })
  const result = await resultOf(async ({ create, monitor, quiet }) => {
    monitor('greedy', greedy, { observes: ['list'] })
    const ref = create('teller', teller)
    ref.send('list', [1, 2, 3])
    await quiet()
    return ref.data.heard
  })
  expect(result).toBe('1,2,3')
})

test('a monitor is not async, in whatever form', async () => {
  expect(await refusedLook(() => Promise.reject(new Error('later')))).toContain('The monitor meddling is async.')
  const states = { below: { on: { sum: (() => Promise.resolve()) as () => void }, ignore: ['add' as const] } }
  const late = machine({ accepts: messages<Watched>(), data: {}, initial: 'below', states })
  expect(
    await refusalOf((runtime) => {
      runtime.monitor('late', late)
      adding(runtime)
    }),
  ).toContain('A handler of late in state below is async.')
})

test('a monitor that cannot work is refused at once', async () => {
  const deferring = machine({
    accepts: messages<Watched>(),
    data: {},
    initial: 'only',
    states: { only: { defer: ['sum'] } },
  })
  expect(await refusalOf(({ monitor }) => monitor('late', deferring))).toContain('The monitor late defers.')
  expect(await refusalOf(({ monitor }) => monitor('blind', limited(1), { observes: ['ad' as 'add'] }))).toContain(
    'The monitor blind observes ad.',
  )
  expect(await refusalOf(({ monitor }) => monitor('none', 5 as never))).toContain('monitor("none", …) was given 5.')
  expect(
    await refusalOf(({ monitor }) => {
      monitor('one', () => undefined)
      monitor('one', () => undefined)
    }),
  ).toContain('There is a monitor called "one" already.')
})

test('a monitor that goes to an unknown state, or never comes to rest, is named', async () => {
  const lost = machine({
    accepts: messages<Watched>(),
    data: {},
    initial: 'only',
    states: { only: { on: { sum: () => 'nowhere' as 'only' } } },
  })
  const restless = machine({
    accepts: messages<Watched>(),
    data: {},
    initial: 'only',
    states: { only: { on: { sum: ({ raise }, sum) => raise('sum', sum) } } },
  })
  const watching = (type: typeof lost) =>
    refusalOf((runtime) => {
      runtime.monitor('it', type)
      adding(runtime)
    })
  expect(await watching(lost)).toContain('A handler of it in state only goes to "nowhere".')
  expect(await watching(restless)).toContain('it does not come to rest')
})
