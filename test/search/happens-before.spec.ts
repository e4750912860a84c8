import { describe, expect, test } from 'vitest'
import { bodyOf, randomDeeds } from '../../fixtures/random-bodies.ts'
import type { Verdict } from '../../src/core/verdict.ts'
import { explorers } from '../../src/explorers/named.ts'
import { machine } from '../../src/machines/machine.ts'
import { messages } from '../../src/machines/protocol.ts'
import type { Runtime } from '../../src/machines/runtime.ts'
import { type Body, programOf } from '../../src/machines/program-of.ts'
import { check } from '../../src/search/check.ts'

const named = explorers.map((explorer) => [explorer.name, explorer] as const)
const everything = { search: 'exhaustive', delays: Infinity, executions: Infinity } as const
const cache = { key: 'happens-before' } as const

/** k processes of n steps each, all on targets of their own. */
const apart =
  (processes: number, steps: number): Body =>
  async ({ spawn, controlled }) => {
    const work = (index: number) => {
      const { call } = controlled(`target ${index}`, { call: async () => {} })
      return async (): Promise<void> => {
        for (let step = 1; step < steps; step++) await call()
      }
    }
    await Promise.all(Array.from({ length: processes }, (_, index) => spawn(`process ${index}`, work(index))))
  }

interface Register {
  write(value: number): Promise<void>
  read(): Promise<number>
}

function register(): Register {
  let known = 0
  return { write: async (value) => void (known = value), read: async () => known }
}

/** k processes that write, and some that read, all on the same target. */
const together =
  (writers: number, readers: number, reads: readonly string[]): Body =>
  async ({ spawn, controlled }) => {
    const shared = controlled('register', register(), { reads })
    const writing = Array.from({ length: writers }, (_, index) => spawn(`w${index}`, () => shared.write(1 + index)))
    const reading = Array.from({ length: readers }, (_, index) => spawn(`r${index}`, () => shared.read()))
    return (await Promise.all([Promise.all(writing), ...reading])).slice(1).join('')
  }

const listener = machine({
  accepts: messages<{ word: string }>(),
  data: { heard: '' },
  initial: 'only',
  states: { only: { on: { word: ({ data }, word) => void (data.heard += word) } } },
})

/** How many executions differ in more than the order of independent steps. */
const orders = ({ executions, pruned }: Verdict): number => executions - pruned

describe.each(named)('equal partial orders are run to their end once, under %s', (_, explorer) => {
  const count = async (body: Body): Promise<number> => {
    const verdict = await check(programOf(body), { ...everything, explorer, cache })
    expect(verdict).toMatchObject({ passed: true, complete: true, endedBy: 'exhausted' })
    expect(verdict.results.reduce((sum, { executions }) => sum + executions, 0)).toBe(orders(verdict))
    return orders(verdict)
  }

  test.each([
    [2, 2],
    [2, 3],
    [3, 3],
    [4, 2],
  ])('%i processes of %i steps on targets of their own have one', async (processes, steps) => {
    expect(await count(apart(processes, steps))).toBe(1)
  })

  test.each([
    [2, 2],
    [3, 6],
    [4, 24],
  ])('%i writers on one target have %i', async (writers, factorial) => {
    expect(await count(together(writers, 0, []))).toBe(factorial)
  })

  test.each([
    [2, 4],
    [3, 8],
    [4, 16],
  ])('a writer and %i readers have %i, where reading is said to change nothing', async (readers, sets) => {
    expect(await count(together(1, readers, ['read']))).toBe(sets)
  })

  test('a writer and two readers have six, where nothing is said', async () => {
    expect(await count(together(1, 2, []))).toBe(6)
  })
})

test('the states are the beginnings of partial orders', async () => {
  const verdict = await check(programOf(apart(3, 3)), { ...everything, explorer: 'round-robin', cache })
  expect(verdict.states).toBe(4 ** 3 + 1) // how far each process is, and the state before the body
  const all = await check(programOf(apart(3, 3)), { ...everything, explorer: 'round-robin' })
  expect([verdict.executions, all.executions]).toEqual([82, 1680])
})

test('a stratum in which an order was known is not called exhausted: the explorer is in another state', async () => {
  const verdict = await check(programOf(together(2, 1, [])), {
    search: 'exhaustive',
    explorer: 'round-robin',
    delays: 2,
    cache,
  })
  expect(verdict).toMatchObject({ passed: true, complete: false })
  expect(verdict.strata.map(({ exhausted }) => exhausted)).toEqual([true, true, false])
})

/** Two processes that do the same, and what the body makes of it. */
const pair =
  (make: (runtime: Runtime) => { readonly work: (name: string) => unknown; readonly end: () => unknown }): Body =>
  async (runtime) => {
    const { work, end } = make(runtime)
    await Promise.all(['a', 'b'].map((name) => runtime.spawn(name, () => work(name))))
    return end()
  }

function list(): { add(name: string): Promise<void>; now(name: string): void; all(): string } {
  let names = ''
  return { add: async (name) => void (names += name), now: (name) => void (names += name), all: () => names }
}

function deferred(): { readonly promise: Promise<void>; readonly settle: () => void } {
  let settle = (): void => {}
  const promise = new Promise<void>((resolve) => void (settle = resolve))
  return { promise, settle }
}

/** With the key there are as many results as without it, and the same ones. */
async function expectSame(body: Body, count: number): Promise<void> {
  for (const explorer of ['round-robin', 'run-to-completion', 'random'] as const) {
    const values = ({ results }: Verdict) => results.map(({ value }) => value).sort()
    const all = await check(programOf(body), { ...everything, explorer, cache: false })
    expect(values(all)).toHaveLength(count)
    const verdict = await check(programOf(body), { ...everything, explorer, cache })
    expect(values(verdict)).toEqual(values(all))
    expect(verdict.executions).toBeLessThanOrEqual(all.executions)
  }
}

describe('what two processes do in both orders', () => {
  const cases: Record<string, Body> = {
    'call a target': pair(({ controlled }) => {
      const target = controlled('target', list())
      return { work: (name) => target.add(name), end: () => target.all() }
    }),
    'call a target that does not answer with a promise': pair(({ controlled }) => {
      const target = controlled('target', list())
      return { work: (name) => target.now(name), end: () => target.all() }
    }),
    'call the same object under two names': pair(({ controlled }) => {
      const shared = list()
      const targets = new Map(['a', 'b'].map((name) => [name, controlled(name, shared)]))
      return { work: (name) => targets.get(name)?.add(name), end: () => targets.get('a')?.all() }
    }),
    'set a property of a target': pair(({ controlled }) => {
      const target = controlled('target', { last: '' })
      return { work: (name) => void (target.last = name), end: () => target.last }
    }),
    'send to a channel': pair(({ channel }) => {
      const queue = channel<string>('queue')
      return { work: (name) => queue.send(name), end: async () => (await queue.receive()) + (await queue.receive()) }
    }),
    'receive from a channel': async ({ channel, spawn }) => {
      const queue = channel<number>('queue')
      await Promise.all([queue.send(1), queue.send(2)])
      return (await Promise.all(['a', 'b'].map((name) => spawn(name, () => queue.receive())))).join()
    },
    'draw a random number': async ({ spawn }) =>
      (await Promise.all(['a', 'b'].map((name) => spawn(name, () => Math.random())))).join(),
    'settle a promise': pair(() => {
      let settle = (_: string): void => {}
      const settled = new Promise((resolve) => void (settle = resolve))
      return { work: (name) => settle(name), end: () => settled }
    }),
    // The body settles it once both of them wait, whoever was first.
    'wait for the same promise': async ({ spawn, controlled }) => {
      const target = controlled('target', list())
      const [begun, settled] = [[deferred(), deferred()], deferred()]
      const waiting = begun.map(({ settle }, index) =>
        spawn(`${index}`, () => {
          settle()
          return settled.promise.then(() => target.now(`${index}`))
        }),
      )
      await Promise.all(begun.map(({ promise }) => promise))
      settled.settle()
      await Promise.all(waiting)
      return target.all()
    },
    'race in a third one': async ({ spawn }) =>
      Promise.race(['a', 'b'].map((name) => spawn(name, () => Promise.resolve(name)))),
    'send to a machine': async ({ spawn, create, quiet }) => {
      const ref = create('machine', listener)
      await Promise.all(['a', 'b'].map((name) => spawn(name, () => ref.send('word', name))))
      await quiet()
      return ref.data.heard
    },
  }

  test.each(Object.entries(cases))('%s: has both results', (_, body) => expectSame(body, 2))

  test('a target that goes on when another one has answered: what is called in between is seen', async () => {
    const body: Body = async ({ spawn, controlled }) => {
      const other = controlled('other', async () => {})
      const inner = list()
      const slowly = async (name: string): Promise<string> => {
        const before = inner.all()
        await other()
        inner.now(name)
        return before
      }
      const target = controlled('target', { ...inner, slowly })
      const [before] = await Promise.all([spawn('a', () => target.slowly('a')), spawn('b', () => target.now('b'))])
      return `${before}:${target.all()}`
    }
    await expectSame(body, 3) // b comes first, in between, or last
  })

  test('timers that are due together: they fire in the order in which they were set', async () => {
    const body: Body = async ({ spawn, controlled }) => {
      const target = controlled('target', list())
      const work = async (name: string): Promise<number> => {
        const set = Date.now()
        await new Promise((resolve) => void setTimeout(resolve, 10))
        target.now(name)
        return Date.now() - set
      }
      const set = await Promise.all([spawn('a', () => work('a')), spawn('b', () => work('b'))])
      return `${set.join()}:${target.all()}:${Date.now() % 1000}`
    }
    await expectSame(body, 4) // both set at once, or one when the other has fired
  })
})

describe('where processes share a variable', () => {
  /** Both read the variable in their first step and write it in their second one: nothing of that is under control. */
  const lostUpdate =
    (after: number): Body =>
    async ({ spawn, pause }) => {
      let count = 0
      const increment = async (): Promise<void> => {
        const seen = count
        await pause()
        count = seen + 1
      }
      await Promise.all([spawn('a', increment), spawn('b', increment)])
      for (let step = 0; step < after; step++) await pause()
      return count
    }

  test.each([0, 1])('an update is lost, with %i steps after it', async (after) => {
    const all = await check(programOf(lostUpdate(after)), { ...everything, explorer: 'round-robin' })
    expect(all.results.map(({ value }) => value)).toEqual([2, 1])
  })

  test('the key misses it: it is not for such bodies', async () => {
    const missed = await check(programOf(lostUpdate(1)), { ...everything, explorer: 'round-robin', cache })
    expect(missed.results.map(({ value }) => value)).toEqual([2])
  })

  test('the key is refused where the same order is seen to end differently', async () => {
    const wrong = check(programOf(lostUpdate(0)), { ...everything, explorer: 'round-robin', cache })
    await expect(wrong).rejects.toThrow('Two executions that differ in the order of independent steps only return')
  })
})

describe('random bodies', () => {
  const most = 200
  const cases: { readonly body: Body; readonly all: Verdict; readonly seed: number }[] = []

  test('have few executions', async () => {
    for (let seed = 0; cases.length < 200; seed++) {
      const body = bodyOf(randomDeeds(`${seed}`))
      const options = { ...everything, explorer: 'round-robin', executions: most, cache: false } as const
      const all = await check(programOf(body), options)
      if (all.endedBy !== 'executions') cases.push({ body, all, seed })
    }
    expect(cases.every(({ all }) => all.passed && all.complete)).toBe(true)
  })

  test.each(named)('have the same results with the key, in fewer executions, under %s', async (_, explorer) => {
    let [executions, without] = [0, 0]
    for (const { body, all, seed } of cases) {
      const verdict = await check(programOf(body), { ...everything, explorer, cache })
      const values = (one: Verdict) => one.results.map(({ value }) => value).sort()
      expect([seed, values(verdict)]).toEqual([seed, values(all)])
      expect(verdict).toMatchObject({ passed: true, complete: true })
      executions += verdict.executions
      without += all.executions
    }
    expect(executions).toBeLessThan(0.7 * without)
  })
})
