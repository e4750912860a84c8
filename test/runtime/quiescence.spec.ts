import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Body, check, type Options, programOf, type Verdict } from '../../src/index.ts'

const error = new Error('on purpose')
const fail = (): never => {
  throw error
}

/** Bodies that pass, and bodies that fail in each way there is. */
const bodies: Record<string, Body> = {
  'returns at once': () => 'value',
  'throws at once': fail,
  'awaits many promises in one step': async ({ pause }) => {
    for (let step = 0; step < 3; step++) {
      for (let await_ = 0; await_ < 50; await_++) await Promise.resolve()
      await pause()
    }
    return 'quiet'
  },
  'nests ticks and microtasks': async ({ spawn, pause }) => {
    const order: string[] = []
    const nested = (name: string) => async (): Promise<void> => {
      await pause()
      process.nextTick(() => {
        order.push(`${name} tick`)
        queueMicrotask(() => {
          order.push(`${name} microtask`)
          process.nextTick(() => order.push(`${name} inner tick`))
        })
      })
      queueMicrotask(() => order.push(`${name} first microtask`))
    }
    await Promise.all([spawn('alice', nested('alice')), spawn('bob', nested('bob'))])
    await pause()
    return order.join()
  },
  'races two deposits': async ({ spawn, controlled }) => {
    let balance = 0
    const ledger = controlled('ledger', {
      read: async () => balance,
      async write(value: number) {
        balance = value
      },
    })
    const deposit = async (amount: number): Promise<void> => ledger.write((await ledger.read()) + amount)
    await Promise.all([spawn('alice', () => deposit(10)), spawn('bob', () => deposit(20))])
    expect(balance).toBe(30)
  },
  'deposits one after the other': async ({ spawn, controlled }) => {
    let balance = 0
    const add = controlled('add', async (amount: number) => (balance += amount), { steps: 'request-and-reply' })
    await Promise.all([spawn('alice', () => add(10)), spawn('bob', () => add(20))])
    return balance
  },
  'sends through channels': async ({ spawn, channel }) => {
    const jobs = channel<number>('jobs', { capacity: 1 })
    const done: string[] = []
    const workers = ['alice', 'bob'].map((name) =>
      spawn(name, async () => {
        for await (const job of jobs) done.push(`${name}${job}`)
      }),
    )
    for (const job of [1, 2, 3]) await jobs.send(job)
    jobs.close()
    await Promise.all(workers)
    return done.join()
  },
  'lets timers race': async ({ controlled }) => {
    const get = controlled('get', async () => 'reply')
    return Promise.race([get(), sleep(100, 'timer'), sleep(200, 'late')])
  },
  'draws and chooses': async ({ choose, pause }) => {
    const drawn = Math.random()
    await pause()
    return choose('a', 'b', 'c') + String(drawn)
  },
  'shares an event': async ({ spawn, pause }) => {
    const events = new EventEmitter()
    const order: string[] = []
    const hearing = ['alice', 'bob'].map((name) => {
      const heard = new Promise((resolve) => events.once('go', resolve))
      return spawn(name, async () => {
        await heard
        await pause(`${name} goes`)
        order.push(name)
      })
    })
    await spawn('carol', () => events.emit('go'))
    await Promise.all(hearing)
    expect(order).not.toEqual(['bob', 'alice'])
  },
  'is sealed in part': async ({ sealed, spawn, pause, choose }) => {
    await sealed(async () => {
      await Promise.all([spawn('alice', () => pause()), spawn('bob', () => pause())])
    })
    return choose(1, 2)
  },
  'leaves a rejection unhandled': async ({ spawn, pause }) => {
    void spawn('alice', () => pause().then(fail))
    await pause()
    await pause()
  },
  'handles a rejection in time': async ({ pause }) => {
    const rejected = Promise.reject(error)
    for (let await_ = 0; await_ < 20; await_++) await Promise.resolve()
    await rejected.catch(() => undefined)
    await pause()
  },
  'throws in a tick': async ({ pause }) => {
    await pause()
    process.nextTick(fail)
    await pause()
  },
  'throws in a microtask': async ({ pause }) => {
    await pause()
    queueMicrotask(fail)
    await pause()
  },
  'throws in a timer': async () => {
    setTimeout(fail, 5)
    await sleep(10)
  },
  'throws in a listener': async ({ pause }) => {
    const target = new EventTarget()
    target.addEventListener('go', fail)
    await pause()
    target.dispatchEvent(new Event('go'))
    await pause()
  },
  'fails after it has settled': ({ spawn, pause }) => {
    void spawn('alice', () => pause().then(fail))
  },
  deadlocks: async ({ channel, spawn }) => {
    await Promise.all([spawn('alice', () => channel('letters').receive()), spawn('bob', () => new Promise(() => {}))])
  },
  'polls for ever': () => new Promise(() => setInterval(() => undefined, 10)),
  'prints and notes': async ({ log, state, signal, pause }) => {
    let count = 0
    state(() => count)
    console.log('hello')
    log('noted')
    signal('phase', 1)
    await pause()
    count++
    throw error
  },
}

const searches: Record<string, Options> = {
  'the default search': { executions: 60, steps: 200 },
  'a random walk': { search: 'random-walk', executions: 20, steps: 200 },
  'a random explorer': { explorer: 'probabilistic-round-robin', executions: 30, steps: 200 },
}

/** What must be the same; the stacks differ in the frames of the engine. */
function told(verdict: Verdict) {
  const { passed, executions, steps, decisionPoints, results, endedBy, counterexample } = verdict
  return {
    ...{ passed, executions, steps, decisionPoints, results, endedBy },
    strata: verdict.strata.map((stratum) => [stratum.delays, stratum.executions]),
    path: counterexample?.path,
    outcome: counterexample?.outcome,
    trace: counterexample?.trace.map((step) => ({ ...step, stack: step.stack?.split('\n')[0] })),
  }
}

test.each(Object.keys(bodies).flatMap((body) => Object.keys(searches).map((search) => [body, search] as const)))(
  'a body that %s has the same verdict at a drain and at a turn, under %s',
  async (name, search) => {
    const body = bodies[name]
    if (body === undefined) throw new Error('no such body')
    const drained = await check(programOf(body, { quiescence: 'drain' }), searches[search])
    const turned = await check(programOf(body, { quiescence: 'turn' }), searches[search])

    expect(told(turned)).toEqual(told(drained))
  },
)

test('the claims of a search are the same at a turn', async () => {
  const body: Body = ({ choose }) => choose(1, 2, 3)
  const drained = await check(programOf(body, { quiescence: 'drain' }))
  const turned = await check(programOf(body, { quiescence: 'turn' }))

  expect(drained).toMatchObject({ complete: true, uncontrolled: [] })
  expect(turned).toEqual(drained)
})

test('a path found at a drain is replayed at a turn', async () => {
  const body = bodies['races two deposits']
  if (body === undefined) throw new Error('no such body')
  const { counterexample } = await check(programOf(body, { quiescence: 'drain' }))
  const replayed = await check(programOf(body, { quiescence: 'turn' }), { path: counterexample?.path ?? '' })

  expect(replayed.counterexample?.trace.map(({ process, what }) => `${process} ${what}`)).toEqual(
    counterexample?.trace.map(({ process, what }) => `${process} ${what}`),
  )
  expect(replayed.passed).toBe(false)
})
