import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Body, check, programOf } from '../../src/index.ts'
import { outcomeOf, valuesOf } from './told.ts'

const heardByHost: unknown[] = []
const listen = (error: unknown): void => void heardByHost.push(error)
let hosts: unknown[][] = []

const listenersOfHost = (): unknown[][] =>
  ['unhandledRejection', 'uncaughtException'].map((name) => process.listeners(name as 'uncaughtException'))

beforeEach(() => {
  heardByHost.length = 0
  process.on('unhandledRejection', listen)
  process.on('uncaughtException', listen)
  hosts = listenersOfHost()
})

// Whatever happens in a body, the host never hears of it, and has its own listeners back.
afterEach(async () => {
  await new Promise((resolve) => setTimeout(resolve, 2))
  expect(listenersOfHost()).toEqual(hosts)
  process.off('unhandledRejection', listen)
  process.off('uncaughtException', listen)
  expect(heardByHost).toEqual([])
})

const error = new Error('on purpose')
const fail = (): never => {
  throw error
}
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1))

const failures: Record<string, [Body, 'body' | 'unhandled rejection' | 'uncaught exception']> = {
  'a body that throws at once': [fail, 'body'],
  'a body that rejects': [async () => fail(), 'body'],
  'a body that rejects after a step': [({ pause }) => pause().then(fail), 'body'],
  'a process that the body awaits': [({ spawn }) => spawn('alice', fail), 'body'],
  'a process that nobody awaits': [
    async ({ spawn }) => {
      void spawn('alice', fail)
    },
    'unhandled rejection',
  ],
  'a process that the body awaits too late': [
    async ({ spawn, pause }) => {
      const bob = spawn('bob', () => pause())
      const alice = spawn('alice', fail)
      await bob
      await alice
    },
    'unhandled rejection',
  ],
  'a controlled call that nobody awaits': [
    ({ controlled }) => {
      void controlled('get', async () => fail())()
    },
    'unhandled rejection',
  ],
  'a promise that nobody awaits': [
    () => {
      void Promise.reject(error)
    },
    'unhandled rejection',
  ],
  'the callback of a timer': [
    async () => {
      setTimeout(fail, 1)
      await turn()
      await turn()
    },
    'uncaught exception',
  ],
  'the callback of an interval': [
    async () => {
      setInterval(fail, 1)
      await turn()
      await turn()
    },
    'uncaught exception',
  ],
  'the callback of an immediate': [
    async () => {
      setImmediate(fail)
      await turn()
    },
    'uncaught exception',
  ],
  'the callback of nextTick': [() => process.nextTick(fail), 'uncaught exception'],
  'the callback of queueMicrotask': [() => queueMicrotask(fail), 'uncaught exception'],
  'a listener of an EventTarget': [
    () => {
      const target = new EventTarget()
      target.addEventListener('go', fail)
      target.dispatchEvent(new Event('go'))
    },
    'uncaught exception',
  ],
  'an abort listener': [
    () => {
      const controller = new AbortController()
      controller.signal.addEventListener('abort', fail)
      controller.abort()
    },
    'uncaught exception',
  ],
  'a listener of an EventEmitter': [() => new EventEmitter().on('go', fail).emit('go'), 'body'],
  'an error event that nobody listens to': [() => new EventEmitter().emit('error', error), 'body'],
  'a callback of then': [
    () => {
      void Promise.resolve().then(fail)
    },
    'unhandled rejection',
  ],
  'a failure after the body has settled': [
    ({ spawn, pause }) => {
      void spawn('alice', async () => {
        await pause()
        await pause()
        fail()
      })
      return 'settled'
    },
    'unhandled rejection',
  ],
}

test.each(Object.entries(failures))('%s fails the execution', async (_, [body, how]) => {
  const verdict = await check(programOf(body))

  expect(verdict).toMatchObject({ passed: false, complete: false, endedBy: 'counterexample', executions: 1 })
  expect(outcomeOf(verdict)).toEqual({ kind: 'failed', error, how })
  expect((outcomeOf(verdict) as { error: unknown }).error).toBe(error)
  expect(verdict.counterexample).toMatchObject({ path: 'run-to-completion:', minimal: true })
})

test.each([
  ['a text', 'text'],
  ['a number', 0],
  ['null', null],
  ['undefined', undefined],
  ['false', false],
  ['an object', { code: 1 }],
])('%s can be thrown', async (_, value) => {
  const thrown = value as unknown as Error
  const bodies: [Body, string][] = [
    [
      () => {
        throw thrown
      },
      'body',
    ],
    [() => Promise.reject(thrown), 'body'],
    [() => void Promise.reject(thrown), 'unhandled rejection'],
    [
      () =>
        process.nextTick(() => {
          throw thrown
        }),
      'uncaught exception',
    ],
    [({ controlled }) => controlled('get', () => Promise.reject(thrown))(), 'body'],
  ]
  for (const [body, how] of bodies) {
    expect(outcomeOf(await check(programOf(body)))).toEqual({ kind: 'failed', error: thrown, how })
  }
})

test('a rejection that is handled within its step is no failure', async () => {
  const verdict = await check(
    programOf(async () => {
      const rejected = Promise.reject(error)
      await Promise.resolve()
      await Promise.resolve()
      return rejected.catch(() => 'handled')
    }),
  )

  expect(valuesOf(verdict)).toEqual(['handled'])
})

test('the first of two failures is told', async () => {
  const verdict = await check(
    programOf(async () => {
      process.nextTick(fail)
      await Promise.resolve()
      throw new Error('later')
    }),
  )

  expect(outcomeOf(verdict)).toEqual({ kind: 'failed', error, how: 'uncaught exception' })
})

test('a failure is found in the one order that leads to it', async () => {
  const program = programOf(async ({ spawn, pause }) => {
    let balance = 0
    const deposit = async (amount: number): Promise<void> => {
      const before = balance
      await pause()
      balance = before + amount
    }
    await Promise.all([spawn('alice', () => deposit(10)), spawn('bob', () => deposit(20))])
    expect(balance).toBe(30)
  })
  const verdict = await check(program)
  const path = verdict.counterexample?.path ?? ''
  const replayed = await check(program, { path })

  expect(verdict.counterexample?.minimal).toBe(true)
  expect(replayed).toMatchObject({ passed: false, executions: 1, strata: [] })
  expect(replayed.counterexample?.trace).toEqual(verdict.counterexample?.trace)
})

test('a deadlock says who waits for what', async () => {
  const verdict = await check(
    programOf(async ({ spawn, pause, channel, controlled }) => {
      const letters = channel('letters')
      const never = controlled('never', () => new Promise(() => undefined))
      await Promise.all([
        spawn('alice', () => letters.receive()),
        spawn('bob', () => never()),
        spawn('carol', async () => {
          await pause('prepares')
          await new Promise(() => undefined)
        }),
        spawn('dave', () => 'is done'),
      ])
    }),
  )
  const outcome = outcomeOf(verdict)

  expect(outcome.kind === 'deadlocked' && outcome.waiting.map((waiting) => [waiting.process, waiting.for])).toEqual([
    ['alice', 'a message on the channel letters'],
    ['bob', 'an answer to never()'],
    ['main', 'a promise that nothing settles'],
    ['carol', 'a promise that nothing settles, after prepares'],
  ])
  expect(verdict.uncontrolled).toEqual([])
})

test('a deadlock says where they were last seen', async () => {
  const verdict = await check(
    programOf(async ({ channel, spawn }) => {
      await spawn('alice', () => channel('letters').receive())
    }),
  )
  const outcome = outcomeOf(verdict)
  const alice = outcome.kind === 'deadlocked' ? outcome.waiting.find(({ process }) => process === 'alice') : undefined

  expect(alice?.stack?.split('\n')[0]).toContain('outcomes.spec.ts')
})

test('a deadlock is found where only one order leads to it', async () => {
  const verdict = await check(
    programOf(async ({ spawn, pause }) => {
      const locks = { a: new Lock(), b: new Lock() }
      const both = (first: Lock, second: Lock) => async (): Promise<void> => {
        await first.take()
        await pause()
        await second.take()
        second.release()
        first.release()
      }
      await Promise.all([spawn('alice', both(locks.a, locks.b)), spawn('bob', both(locks.b, locks.a))])
    }),
  )

  expect(outcomeOf(verdict)).toMatchObject({
    kind: 'deadlocked',
    waiting: [{ process: 'main' }, { process: 'alice' }, { process: 'bob' }],
  })
})

test.each([
  ['by an interval', () => void setInterval(() => undefined, 10)],
  [
    'by immediates',
    () => {
      const again = (): void => void setImmediate(again)
      again()
    },
  ],
])('a body that polls for ever %s is cut', async (_, poll) => {
  const verdict = await check(
    programOf(() => {
      poll()
      return new Promise(() => undefined)
    }),
    { steps: 50 },
  )

  expect(outcomeOf(verdict)).toMatchObject({
    kind: 'cut',
    steps: 50,
    waiting: [{ process: 'main', for: 'a promise that nothing settles' }],
  })
  expect(verdict.counterexample?.trace).toHaveLength(50)
})

test('an execution of exactly as many steps as allowed is not cut', async () => {
  const body: Body = async ({ pause }) => {
    for (let step = 0; step < 9; step++) await pause()
  }

  expect((await check(programOf(body), { steps: 10 })).passed).toBe(true)
  expect(outcomeOf(await check(programOf(body), { steps: 9 }))).toMatchObject({ kind: 'cut', steps: 9 })
})

test('a body that has settled passes, whoever is left blocked', async () => {
  const verdict = await check(
    programOf(({ spawn, channel, controlled }) => {
      const letters = channel('letters')
      void spawn('alice', () => letters.receive())
      void spawn('bob', () => new Promise(() => undefined))
      void controlled('never', () => new Promise(() => undefined))()
      void spawn('carol', () => new Promise((resolve) => setTimeout(resolve, 1)))
      return 'settled'
    }),
  )

  expect(verdict.passed).toBe(true)
  expect(valuesOf(verdict)).toEqual(['settled'])
})

test('results are collected by value, with how often and a path to each', async () => {
  const program = programOf(({ choose }) => ({ winner: choose('a', 'b', 'a'), at: new Map([[1, new Set([2])]]) }))
  const verdict = await check(program, { explorer: 'round-robin' })

  expect(verdict.results).toEqual([
    { value: { winner: 'a', at: new Map([[1, new Set([2])]]) }, executions: 2, path: 'round-robin:' },
    { value: { winner: 'b', at: new Map([[1, new Set([2])]]) }, executions: 1, path: 'round-robin:0' },
  ])
  for (const { value, path } of verdict.results) {
    expect((await check(program, { path })).results).toEqual([{ value, executions: 1, path }])
  }
})

test('a body may be synchronous, and return a thenable', async () => {
  expect(valuesOf(await check(programOf(() => 7)))).toEqual([7])
  expect(valuesOf(await check(programOf(() => ({ then: (resolve: (value: number) => void) => resolve(8) }))))).toEqual([
    8,
  ])
})

test('the host hears of its own failures while a search runs', async () => {
  const ended = new AbortController()
  const searching = check(
    programOf(async ({ pause }) => pause()),
    { search: 'random-walk', executions: Infinity, signal: ended.signal },
  )
  await new Promise((resolve) => setTimeout(resolve, 20))
  const own = new Error('of the host')
  void Promise.reject(own)
  await new Promise((resolve) => setTimeout(resolve, 20))
  ended.abort()
  const verdict = await searching

  expect(verdict.passed).toBe(true)
  expect(heardByHost.splice(0)).toEqual([own])
})

class Lock {
  private held = false
  private readonly queue: (() => void)[] = []
  async take(): Promise<void> {
    if (this.held) await new Promise<void>((resolve) => this.queue.push(resolve))
    this.held = true
  }
  release(): void {
    this.held = false
    this.queue.shift()?.()
  }
}
