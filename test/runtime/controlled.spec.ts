import { expect, test, vi } from 'vitest'
import { type Body, check, InterlaceError, programOf } from '../../src/index.ts'
import { linesOf, stepsOf, valuesOf } from './told.ts'

test('a call takes effect at once, and its reply is a step', async () => {
  const order: string[] = []
  const steps = await stepsOf(async ({ controlled }) => {
    order.length = 0
    const write = controlled('write', async (value: number) => {
      order.push('effect')
      return value * 2
    })
    const reply = write(21)
    order.push('called')
    order.push(`reply ${await reply}`)
  })

  expect(order).toEqual(['effect', 'called', 'reply 42'])
  expect(steps.map(({ process, what }) => `${process}: ${what}`)).toEqual(['main: starts', 'main: write(21) → 42'])
  expect(steps[0]?.notes).toEqual([{ kind: 'call', process: 'main', text: 'write(21)', delays: 0 }])
})

test('a call that travels takes effect in a step of its own', async () => {
  const order: string[] = []
  const lines = await linesOf(async ({ controlled }) => {
    order.length = 0
    const write = controlled(
      'write',
      async (value: number) => {
        order.push('effect')
        return value * 2
      },
      { steps: 'request-and-reply' },
    )
    const reply = write(21)
    order.push('called')
    order.push(`reply ${await reply}`)
  })

  expect(order).toEqual(['called', 'effect', 'reply 42'])
  expect(lines).toEqual(['main: starts', 'main: write(21) takes effect', 'main: write(21) → 42'])
})

test('replies overtake each other; effects do so only where calls travel', async () => {
  const body =
    (steps: 'reply' | 'request-and-reply'): Body =>
    async ({ controlled }) => {
      const log: string[] = []
      const write = controlled('write', async (value: string) => void log.push(`effect ${value}`), { steps })
      await Promise.all(['a', 'b'].map((value) => write(value).then(() => log.push(`reply ${value}`))))
      return log.join(', ')
    }

  expect(valuesOf(await check(programOf(body('reply'))))).toEqual([
    'effect a, effect b, reply a, reply b',
    'effect a, effect b, reply b, reply a',
  ])
  expect(valuesOf(await check(programOf(body('request-and-reply')), { delays: 6 }))).toEqual([
    'effect a, effect b, reply a, reply b',
    'effect a, effect b, reply b, reply a',
    'effect a, reply a, effect b, reply b',
    'effect b, effect a, reply a, reply b',
    'effect b, effect a, reply b, reply a',
    'effect b, reply b, effect a, reply a',
  ])
})

test('synchronous methods pass through', async () => {
  const lines = await linesOf(({ controlled }) => {
    const store = controlled('store', {
      size: 3,
      keys: () => ['a'],
      fail() {
        throw new RangeError('at once')
      },
    })
    expect(store.size).toBe(3)
    expect(store.keys()).toEqual(['a'])
    expect(() => store.fail()).toThrow(RangeError)
  })

  expect(lines).toEqual(['main: starts'])
})

test('the methods of an object stand in the trace with its name', async () => {
  const lines = await linesOf(async ({ controlled }) => {
    const ledger = controlled('ledger', {
      balance: 0,
      async read() {
        return this.balance
      },
      async write(balance: number) {
        this.balance = balance
      },
    })
    await ledger.write((await ledger.read()) + 10)
    expect(await ledger.read()).toBe(10)
    expect(ledger.balance).toBe(10)
  })

  expect(lines).toEqual([
    'main: starts',
    'main: ledger.read() → 0',
    'main: ledger.write(10)',
    'main: ledger.read() → 10',
  ])
})

test('a frozen object is controlled', async () => {
  const lines = await linesOf(async ({ controlled }) => {
    const client = controlled('client', Object.freeze({ get: async () => 1, url: 'here' }))
    expect(await client.get()).toBe(1)
    expect(client.url).toBe('here')
    expect(Object.keys(client)).toEqual(['get', 'url'])
    expect(() => {
      ;(client as { url: string }).url = 'there'
    }).toThrow(TypeError)
  })

  expect(lines).toEqual(['main: starts', 'main: client.get() → 1'])
})

test('an instance of a class with private fields, getters and inheritance is controlled', async () => {
  class Base {
    async twice(): Promise<number> {
      return 2
    }
  }
  class Counter extends Base {
    #count = 0
    get count(): number {
      return this.#count
    }
    set count(value: number) {
      this.#count = value
    }
    async increment(by = 1): Promise<this> {
      this.#count += by * (await this.twice())
      return this
    }
  }
  const lines = await linesOf(async ({ controlled }) => {
    const counter = controlled('counter', new Counter())
    await counter.increment()
    await counter.increment(2)
    expect(counter.count).toBe(6)
    counter.count = 1
    expect(counter.count).toBe(1)
    expect(counter).toBeInstanceOf(Counter)
    expect(counter.constructor).toBe(Counter)
    expect('increment' in counter).toBe(true)
  })

  // Calls among its own methods do not cross the boundary.
  expect(lines.map((line) => line.replace(/ →.*/, ''))).toEqual([
    'main: starts',
    'main: counter.increment()',
    'main: counter.increment(2)',
  ])
})

test('a method is the same function each time it is read, until it is replaced', async () => {
  const verdict = await check(
    programOf(async ({ controlled }) => {
      const client = controlled('client', { get: async () => 1 })
      const before = client.get
      expect(client.get).toBe(before)
      client.get = async () => 2
      expect(client.get).not.toBe(before)
      const { get } = client
      return [await client.get(), await get()]
    }),
  )

  expect(valuesOf(verdict)).toEqual([[2, 2]])
})

test('a mock keeps its records', async () => {
  const lines = await linesOf(async ({ controlled }) => {
    const get = controlled('get', vi.fn(async (key: string) => key.length).mockResolvedValueOnce(7))
    const client = controlled('client', { put: vi.fn(async (_: string) => true) })
    expect([await get('abc'), await get('abc')]).toEqual([7, 3])
    await client.put('x')
    expect(get.mock.calls).toEqual([['abc'], ['abc']])
    expect(get).toHaveBeenCalledTimes(2)
    expect(client.put).toHaveBeenCalledExactlyOnceWith('x')
  })

  expect(lines).toEqual([
    'main: starts',
    "main: get('abc') → 7",
    "main: get('abc') → 3",
    "main: client.put('x') → true",
  ])
})

test('a method of a controlled object can be spied on', async () => {
  const verdict = await check(
    programOf(async ({ controlled }) => {
      const client = controlled('client', { get: async () => 1 })
      const spy = vi.spyOn(client, 'get').mockResolvedValue(2)
      const value = await client.get()
      return [value, spy.mock.calls.length]
    }),
  )

  expect(valuesOf(verdict)).toEqual([[2, 1]])
})

test('a function keeps its own properties and its receiver', async () => {
  const verdict = await check(
    programOf(async ({ controlled }) => {
      const target = Object.assign(
        async function (this: { readonly base: number; readonly add?: unknown }, more: number) {
          return this.base + more
        },
        { version: 2 },
      )
      const add = controlled('add', target)
      return [add.version, add.length, await add.call({ base: 1 }, 2), await { base: 5, add }.add(1)]
    }),
  )

  expect(valuesOf(verdict)).toEqual([[2, 1, 3, 6]])
})

test('a rejection is a reply like any other', async () => {
  const lines = await linesOf(async ({ controlled }) => {
    const get = controlled('get', async () => {
      throw new RangeError('no such key')
    })
    await expect(get()).rejects.toThrow(RangeError)
  })

  expect(lines).toEqual(['main: starts', "main: get() ✗ 'RangeError: no such key'"])
})

test('a synchronous exception of a call that travels becomes its reply', async () => {
  const lines = await linesOf(async ({ controlled }) => {
    const get = controlled(
      'get',
      (): Promise<number> => {
        throw new RangeError('at once')
      },
      { steps: 'request-and-reply' },
    )
    await expect(get()).rejects.toThrow(RangeError)
  })

  expect(lines).toEqual(['main: starts', 'main: get() takes effect', "main: get() ✗ 'RangeError: at once'"])
})

test('any thenable is an answer', async () => {
  const lines = await linesOf(async ({ controlled }) => {
    const get = controlled('get', () => ({
      then: (resolve: (value: number) => void) => resolve(5),
    }))
    expect(await get()).toBe(5)
  })

  expect(lines).toEqual(['main: starts', 'main: get() → 5'])
})

test('a controlled call inside of another is a step before it', async () => {
  const lines = await linesOf(async ({ controlled }) => {
    const inner = controlled('inner', async () => 1)
    const outer = controlled('outer', async () => (await inner()) + 1)
    expect(await outer()).toBe(2)
  })

  expect(lines).toEqual(['main: starts', 'main: inner() → 1', 'main: outer() → 2'])
})

test('an answer that takes a timer comes after it', async () => {
  const lines = await linesOf(async ({ controlled }) => {
    const slow = controlled('slow', () => new Promise((resolve) => setTimeout(resolve, 100, 'late')))
    expect(await slow()).toBe('late')
  })

  expect(lines).toEqual(['main: starts', 'clock: timer of 100 ms', "main: slow() → 'late'"])
})

test('the latency of a target says which timers its replies can lose against', async () => {
  const racing =
    (latency: number | undefined, timer: number): Body =>
    async ({ controlled }) => {
      const get = controlled('get', async () => 'reply', latency === undefined ? {} : { latency })
      const timeout = new Promise((resolve) => setTimeout(resolve, timer, 'timeout'))
      return Promise.race([get(), timeout])
    }
  const values = async (body: Body, latency?: number): Promise<unknown[]> =>
    valuesOf(await check(programOf(body), latency === undefined ? {} : { latency }))

  expect(await values(racing(undefined, 1000))).toEqual(['reply', 'timeout'])
  expect(await values(racing(undefined, 1001))).toEqual(['reply'])
  expect(await values(racing(50, 51))).toEqual(['reply'])
  expect(await values(racing(50, 50))).toEqual(['reply', 'timeout'])
  expect(await values(racing(5000, 5000))).toEqual(['reply', 'timeout'])
  expect(await values(racing(undefined, 20), 10)).toEqual(['reply'])
  expect(await values(racing(30, 20), 10)).toEqual(['reply', 'timeout'])
  expect(await values(racing(0, 1))).toEqual(['reply'])
})

test.each([
  ['null', null],
  ['undefined', undefined],
  ['number', 1],
  ['string', 'get'],
])('refuses to control %s', async (name, target) => {
  const refused = check(programOf(({ controlled }) => controlled('it', target)))
  await expect(refused).rejects.toThrow(InterlaceError)
  await expect(refused).rejects.toThrow(`controlled("it", …) was given ${name}.`)
})
