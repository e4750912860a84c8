import { expect, test } from 'vitest'
import { type Context, machine, messages } from '../../src/index.ts'
import { refusalOf } from './story.ts'

interface Poked {
  poke: undefined
  again: undefined
}

type Handler = (context: Context<Poked, object>) => unknown

/** A machine that does something when it is poked; what it does need not be right. */
const onPoke = (handler: Handler) =>
  machine({
    accepts: messages<Poked>(),
    data: {},
    initial: 'idle',
    states: { idle: { on: { poke: handler as (context: Context<Poked, object>) => 'idle' }, ignore: ['again'] } },
  })

/** What is said when a machine that does so is poked. */
const refused = (handler: Handler): Promise<string> =>
  refusalOf(({ create }) => create('server', onPoke(handler)).send('poke'))

test('a message after halt is refused', async () => {
  expect(
    await refused(({ self, halt }) => {
      halt()
      self.send('again')
    }),
  ).toContain('server sends again after halt().')
})

test('nothing else is done after halt', async () => {
  expect(
    await refused(({ halt, raise }) => {
      halt()
      raise('again')
    }),
  ).toContain('server calls raise after halt().')
})

test('a handler that returns an unknown state names the states there are', async () => {
  const text = await refused(() => 'nowhere')
  expect(text).toContain('A handler of server in state idle goes to "nowhere".')
  expect(text).toContain('The states are idle.')
})

test('an async handler is refused, and what it rejects with does not hide it', async () => {
  expect(await refused(() => Promise.reject(new Error('later')))).toContain(
    'A handler of server in state idle is async.',
  )
})

test('an event that is raised by its own handler for ever is refused', async () => {
  expect(await refused(({ raise }) => raise('poke'))).toContain('server does not come to rest')
})

test('what a handler is given cannot be kept for later', async () => {
  expect(
    await refusalOf(async ({ create, quiet }) => {
      let kept: (() => void) | undefined
      create(
        'server',
        onPoke(({ halt }) => void (kept = halt)),
      ).send('poke')
      await quiet()
      kept?.()
    }),
  ).toContain('halt of server was called while none of its handlers ran.')
})

test('a machine cannot ask', async () => {
  interface Asked {
    get: () => number
  }
  const answering = machine({
    accepts: messages<Asked>(),
    data: {},
    initial: 'idle',
    states: { idle: { on: { get: ({ reply }) => reply(1) } } },
  })
  expect(
    await refusalOf(({ create }) => {
      const other = create('other', answering)
      create(
        'server',
        onPoke(() => void other.ask('get')),
      ).send('poke')
    }),
  ).toContain('server asks other.')
})

test('names are used once, and what is created is a machine', async () => {
  const idle = onPoke(() => undefined)
  expect(
    await refusalOf(({ create }) => {
      create('server', idle)
      create('server', idle)
    }),
  ).toContain('There is a process called "server" already.')
  expect(await refusalOf(({ create }) => void create('server', {} as typeof idle))).toContain(
    'It takes what machine() returns.',
  )
})

test('a machine that cannot work is refused when it is written down', () => {
  const states = { idle: { on: { poke: 'nowhere' as 'idle' } } }
  expect(() => machine({ accepts: messages<Poked>(), data: {}, initial: 'idle', states })).toThrow(
    'On poke, the state idle goes to "nowhere".',
  )
  expect(() =>
    machine({ accepts: messages<Poked>(), data: {}, initial: 'gone' as 'idle', states: { idle: {} } }),
  ).toThrow('The initial state goes to "gone".')
  expect(() =>
    machine({
      accepts: messages<Poked>(),
      data: {},
      initial: 'idle',
      states: { idle: { ignore: ['poke'], defer: ['poke'] } },
    }),
  ).toThrow('The state idle names the event poke twice.')
  expect(() =>
    machine({
      accepts: messages<Poked>(),
      data: {},
      initial: 'idle',
      mailbox: 'stack' as 'bag',
      states: { idle: {} },
    }),
  ).toThrow('A machine has the mailbox "stack".')
})

test('faults are checked', async () => {
  expect(await refusalOf(({ faults }) => faults({ lost: 1 } as object))).toContain('There is no fault called "lost".')
  expect(await refusalOf(({ faults }) => faults({ loss: -1 }))).toContain('faults({ loss }) was given -1.')
  expect(await refusalOf(({ faults }) => faults({ crash: 1, restart: 'soon' as 'fresh' }))).toContain("'soon'")
  expect(await refusalOf(({ faults }) => faults({ partition: 1 }))).toContain('A partition needs groups.')
  expect(await refusalOf(({ faults }) => faults({ partition: 1, groups: ['ab', 'c'] as never }))).toContain(
    "faults({ groups }) was given [ 'ab', 'c' ].",
  )
  expect(await refusalOf(({ faults }) => faults({ loss: 1, to: [1] as never }))).toContain('faults({ to }) was given')
})

test.each([
  [undefined, 'A machine is undefined.'],
  [{ data: {}, initial: 'idle' }, 'states of a machine is undefined.'],
  [{ data: {}, initial: 'idle', state: {} }, 'A machine has no "state".'],
  [{ data: {}, initial: 'idle', states: { idle: { ignores: ['poke'] } } }, 'The state idle has no "ignores".'],
  [{ data: {}, initial: 'idle', states: { idle: { entry: 'idle' } } }, "entry of the state idle is 'idle'."],
  [{ data: {}, initial: 'idle', states: { idle: { defer: 'poke' } } }, "defer of the state idle is 'poke'."],
  [{ data: {}, initial: 'idle', states: { idle: { on: ['poke'] } } }, "on of the state idle is [ 'poke' ]."],
  [{ data: {}, initial: 'idle', states: { idle: undefined } }, 'The state idle is undefined.'],
])('what is no machine is refused: %o', (definition, text) => {
  expect(() => machine(definition as never)).toThrow(text)
})

test('what a machine is created with is an object', async () => {
  const idle = onPoke(() => undefined)
  expect(await refusalOf(({ create }) => void create('server', idle, 5))).toContain(
    'create("server", …) was given the data 5.',
  )
})

test.for(['create', 'quiet', 'monitor', 'faults'] as const)('a handler does not call %s of the body', async (what) => {
  const text = await refusalOf((runtime) => {
    const call = runtime[what] as (...args: unknown[]) => unknown
    runtime
      .create(
        'server',
        onPoke(
          () =>
            void call(
              'another',
              onPoke(() => undefined),
            ),
        ),
      )
      .send('poke')
  })
  expect(text).toContain(`A handler of server calls ${what} of the body.`)
})

test('a handler has only options to choose from, and timers with an end', async () => {
  expect(await refused(({ choose }) => choose(...([] as unknown as [unknown])))).toContain('choose() has no options.')
  expect(await refused(({ after }) => after(-1, 'again'))).toContain('after() was given -1 ms.')
  expect(await refused(({ after }) => after(Infinity, 'again'))).toContain('after() was given Infinity ms.')
})

test('an exit that is async is refused', async () => {
  const later: () => unknown = () => Promise.resolve()
  const leaving = machine({
    accepts: messages<Poked>(),
    data: {},
    initial: 'idle',
    states: { idle: { exit: later, on: { poke: 'gone' } }, gone: {} },
  })
  expect(await refusalOf(({ create }) => create('server', leaving).send('poke'))).toContain(
    'A handler of server in state idle is async.',
  )
})
