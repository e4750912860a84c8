import { afterEach, expect, test, vi } from 'vitest'
import { type Body, type Channel, check, InterlaceError, programOf, type Runtime } from '../../src/index.ts'
import { valuesOf } from './told.ts'

afterEach(() => {
  vi.useRealTimers()
})

async function refusalOf(body: Body): Promise<string> {
  const error: unknown = await check(programOf(body)).then(
    (verdict) => Promise.reject(new Error(`no error but ${JSON.stringify(verdict.counterexample ?? verdict.results)}`)),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(InterlaceError)
  return (error as Error).message
}

const nothing = (): void => undefined

test.each<[string, Body, string]>([
  ['spawn', ({ spawn }) => Promise.all([spawn('twice', nothing), spawn('twice', nothing)]), 'process'],
  ['channel', ({ channel }) => [channel('twice'), channel('twice')], 'channel'],
  ['controlled', ({ controlled }) => [controlled('twice', nothing), controlled('twice', {})], 'controlled target'],
])('a name used twice by %s is an error', async (_, body, kind) => {
  expect(await refusalOf(body)).toBe(
    `There is a ${kind} called "twice" already.\n` +
      'Give each a name of its own, for instance `worker ${i}` in a loop: the trace and the explorers tell them apart by it.',
  )
})

test('a name may be used for a process, a channel and a target, and again in each execution', async () => {
  const verdict = await check(
    programOf(async ({ spawn, channel, controlled, choose }) => {
      channel('one')
      await spawn(
        'one',
        controlled('one', async () => choose(1, 2)),
      )
    }),
  )

  expect(verdict).toMatchObject({ passed: true, complete: true })
})

test.each(['main', 'clock'])('a process cannot be called %s', async (name) => {
  expect(await refusalOf(({ spawn }) => spawn(name, nothing))).toContain(`There is a process called "${name}" already.`)
})

test.each([
  ["''", ''],
  ['undefined', undefined],
  ['null', null],
  ['3', 3],
  ['Symbol(x)', Symbol('x')],
])('a name must be a text and say something: %s', async (text, name) => {
  const bad = name as string
  expect(await refusalOf(({ spawn }) => spawn(bad, nothing))).toContain(
    `A process needs a name, and was given ${text}.`,
  )
  expect(await refusalOf(({ channel }) => channel(bad))).toContain(`A channel needs a name, and was given ${text}.`)
  expect(await refusalOf(({ controlled }) => controlled(bad, nothing))).toContain(
    `A controlled target needs a name, and was given ${text}.`,
  )
})

test.each([
  ['spawn', ({ spawn }: Runtime) => spawn('alice', 'no' as never), 'spawn("alice", …) was not given a function.'],
  ['state', ({ state }: Runtime) => state({} as never), 'state() was not given a function.'],
])('%s needs a function', async (_, body, text) => {
  expect(await refusalOf(body)).toContain(text)
})

test('sealed needs a function', async () => {
  expect(await refusalOf(({ sealed }) => sealed(1 as never))).toContain('sealed')
})

test.each<[string, (runtime: Runtime) => unknown]>([
  ['spawn', ({ spawn }) => spawn('late', nothing)],
  ['controlled', ({ controlled }) => controlled('late', nothing)],
  ['choose', ({ choose }) => choose(1, 2)],
  ['pause', ({ pause }) => pause()],
  ['channel', ({ channel }) => channel('late')],
  ['signal', ({ signal }) => signal('late')],
  ['sealed', ({ sealed }) => sealed(nothing)],
  ['state', ({ state }) => state(nothing)],
  ['log', ({ log }) => log('late')],
])('%s after the end of the execution is an error', async (name, use) => {
  let leaked: Runtime | undefined
  await check(programOf((runtime) => void (leaked = runtime)))

  expect(() => leaked && use(leaked)).toThrow(InterlaceError)
  expect(() => leaked && use(leaked)).toThrow(`${name} was called after its execution had ended.`)
})

test('what was made in an execution is of no use after it', async () => {
  let call: (() => Promise<unknown>) | undefined
  let letters: Channel<string> | undefined
  await check(
    programOf(({ controlled, channel }) => {
      call = controlled('get', async () => 1)
      letters = channel<string>('letters')
    }),
  )

  expect(() => call?.()).toThrow('get was called after its execution had ended.')
  expect(() => letters?.send('late')).toThrow('letters.send was called after its execution had ended.')
})

test('the runtime of another execution is an error', async () => {
  let first: Runtime | undefined
  const text = await refusalOf(async (runtime) => {
    first ??= runtime
    await first.pause()
  })

  expect(text).toContain('pause was called after its execution had ended.')
})

test('the runtime of another execution is an error even if the body catches it', async () => {
  let first: Runtime | undefined
  const text = await refusalOf(async (runtime) => {
    first ??= runtime
    try {
      first.log('hello')
    } catch {
      return 'caught'
    }
    return 'not thrown'
  })

  expect(text).toContain('log was called after its execution had ended.')
})

test('an error of misuse is reported even if the body catches it', async () => {
  expect(
    await refusalOf(async ({ spawn, pause }) => {
      await pause()
      await spawn('alice', nothing)
      try {
        await spawn('alice', nothing)
      } catch {
        await pause()
      }
      return 'as if nothing had happened'
    }),
  ).toContain('There is a process called "alice" already.')
})

test('an error of misuse is reported rather than the failure it leads to', async () => {
  expect(
    await refusalOf(({ channel }) => {
      try {
        channel('')
      } finally {
        // eslint-disable-next-line no-unsafe-finally -- that is the point
        throw new Error('something else')
      }
    }),
  ).toContain('A channel needs a name')
})

test('fake timers before a search are an error', async () => {
  vi.useFakeTimers()
  expect(await refusalOf(nothing)).toContain('is replaced by fake timers')
})

test('a fake Date before a search is an error', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  expect(await refusalOf(nothing)).toContain('is replaced by fake timers')
})

test('a search works again after vi.useRealTimers()', async () => {
  vi.useFakeTimers()
  await refusalOf(nothing)
  vi.useRealTimers()

  expect((await check(programOf(nothing))).passed).toBe(true)
})

test('a body is a function', () => {
  for (const [body, text] of [
    [undefined, 'undefined'],
    [null, 'null'],
    [{}, '[object Object]'],
    ['body', 'body'],
    [Promise.resolve(), '[object Promise]'],
  ] as const) {
    expect(() => programOf(body as unknown as Body)).toThrow(InterlaceError)
    expect(() => programOf(body as unknown as Body)).toThrow(`A body is a function, not ${text}.`)
  }
})

test('a search inside of a body is an error that says so', async () => {
  const inner: Promise<unknown>[] = []
  const text = await refusalOf(async () => {
    const nested = check(programOf(() => 1))
    inner.push(nested.catch(() => undefined))
    await nested
  })
  await Promise.all(inner)

  expect(text).toContain('inside')
})

test('a search inside of a body that does not wait for it is an error that says so', async () => {
  const inner: Promise<unknown>[] = []
  const text = await refusalOf(() => {
    inner.push(check(programOf(() => 1)).catch(() => undefined))
  })
  await Promise.all(inner)

  expect(text).toContain('inside')
})

test('searches begun together run one after the other', async () => {
  const running = new Set<string>()
  const together: string[][] = []
  const named = (name: string): Body => {
    return async ({ spawn, pause }) => {
      running.clear()
      running.add(name)
      await Promise.all([spawn('alice', () => pause()), spawn('bob', () => pause())])
      together.push([...running])
      return name
    }
  }
  const verdicts = await Promise.all(['a', 'b', 'c'].map((name) => check(programOf(named(name)))))

  expect(verdicts.map(valuesOf)).toEqual([['a'], ['b'], ['c']])
  const [first, ...others] = verdicts.map(({ executions, steps, endedBy }) => ({ executions, steps, endedBy }))
  expect(others).toEqual([first, first])
  expect(together.map((names) => names.length)).toEqual(together.map(() => 1))
})

test('a search that is refused does not hold up the next one', async () => {
  const [refused, verdict] = await Promise.allSettled([
    check(programOf(({ channel }) => channel(''))),
    check(programOf(() => 'fine')),
  ])

  expect(refused.status).toBe('rejected')
  expect(verdict.status === 'fulfilled' && valuesOf(verdict.value)).toEqual(['fine'])
})

test('one program can be searched again and again', async () => {
  const program = programOf(({ choose }) => choose('a', 'b'))
  const once = await check(program)
  const again = await check(program)

  expect(again).toEqual(once)
})

test.each([
  ['nextTick', (loop: () => void) => process.nextTick(loop)],
  ['queueMicrotask', (loop: () => void) => queueMicrotask(loop)],
])('an endless loop over %s is an error that says so', async (_, queue) => {
  const text = await refusalOf(() => {
    const loop = (): void => {
      queue(loop)
    }
    loop()
  })

  expect(text).toContain('1,000,000 ticks or microtasks within one step')
})
