import { describe, expect, test } from 'vitest'
import { type Body, check, type Context, machine, messages, programOf, type Ref } from '../../src/index.ts'
import { outcomeOf, valuesOf } from '../runtime/told.ts'
import { exhaust, resultOf, story } from './story.ts'

interface Letters {
  a: undefined
  b: undefined
  c: undefined
}

type Tell = (context: Context<Letters, { log: string[] }>) => void

/** Notes in the data that something was called. */
const saying =
  (text: string): Tell =>
  ({ data }) =>
    void data.log.push(text)

/** Runs one machine through these messages and says what it noted. */
function logOf(type: Parameters<typeof createIn>[1], ...events: readonly (keyof Letters)[]): Promise<unknown> {
  return resultOf(async (runtime) => {
    const ref = createIn(runtime, type)
    for (const event of events) ref.send(event)
    await runtime.quiet()
    return [...ref.data.log, ref.state ?? 'ended']
  })
}

function createIn(
  { create }: Parameters<Body>[0],
  type: ReturnType<typeof machine<Letters, { log: string[] }, string>>,
): Ref<Letters, { log: string[] }> {
  return create('it', type)
}

const start = { accepts: messages<Letters>(), data: { log: [] as string[] }, initial: 'one' } as const

describe('states', () => {
  test('the initial state is entered first, with nothing sent', async () => {
    const type = machine<Letters, { log: string[] }, string>({
      ...start,
      states: { one: { entry: saying('enters one'), exit: saying('leaves one') } },
    })
    expect(await logOf(type)).toEqual(['enters one', 'one'])
  })

  test('on a transition, the handler comes first, then exit, then entry', async () => {
    const type = machine<Letters, { log: string[] }, string>({
      ...start,
      states: {
        one: {
          exit: saying('leaves one'),
          on: {
            a(context) {
              saying('handles a')(context)
              return 'two'
            },
          },
        },
        two: { entry: saying('enters two') },
      },
    })
    expect(await logOf(type, 'a')).toEqual(['handles a', 'leaves one', 'enters two', 'two'])
  })

  test('an event may name its target', async () => {
    const type = machine<Letters, { log: string[] }, string>({
      ...start,
      states: {
        one: { on: { a: 'two' }, exit: saying('leaves one') },
        two: { entry: saying('enters two'), on: { a: 'one' } },
      },
    })
    expect(await logOf(type, 'a')).toEqual(['leaves one', 'enters two', 'two'])
    expect(await logOf(type, 'a', 'a')).toEqual(['leaves one', 'enters two', 'one'])
  })

  test('a handler that returns nothing stays, without exit and entry', async () => {
    const type = machine<Letters, { log: string[] }, string>({
      ...start,
      states: { one: { entry: saying('enters'), exit: saying('leaves'), on: { a: saying('a') } } },
    })
    expect(await logOf(type, 'a', 'a')).toEqual(['enters', 'a', 'a', 'one'])
  })

  test.each<[string, 'one' | (() => string)]>([
    ['named', 'one'],
    ['returned', () => 'one'],
  ])('a transition to the same state, %s, leaves it and enters it', async (_, a) => {
    const type = machine<Letters, { log: string[] }, string>({
      ...start,
      states: { one: { entry: saying('enters'), exit: saying('leaves'), on: { a } } },
    })
    expect(await logOf(type, 'a')).toEqual(['enters', 'leaves', 'enters', 'one'])
  })

  test('an entry may return the next state', async () => {
    const passing = (next: string) => (context: Parameters<Tell>[0]) => {
      saying(`passes to ${next}`)(context)
      return next
    }
    const type = machine<Letters, { log: string[] }, string>({
      ...start,
      states: {
        one: { entry: passing('two'), exit: saying('leaves one') },
        two: { entry: passing('three'), exit: saying('leaves two') },
        three: { entry: saying('enters three') },
      },
    })
    expect(await logOf(type)).toEqual([
      'passes to two',
      'leaves one',
      'passes to three',
      'leaves two',
      'enters three',
      'three',
    ])
  })

  test('the trace says what happened to the state', async () => {
    const type = machine<Letters, { log: string[] }, string>({
      ...start,
      states: { one: { on: { a: 'two' } }, two: { on: { a: 'two' }, ignore: ['b'] } },
    })
    const lines = await story(async (runtime) => {
      const ref = createIn(runtime, type)
      ref.send('a')
      ref.send('a')
      ref.send('b')
      await runtime.quiet()
    })
    expect(lines).toEqual([
      'main: starts',
      'main: sends a to it',
      'main: sends a to it',
      'main: sends b to it',
      'it: starts',
      '  it: is one',
      'it: receives a from main',
      '  it: one → two',
      'it: receives a from main',
      '  it: is two',
      'it: receives b from main',
      '  it: ignores b',
      'main: all is quiet',
    ])
  })
})

describe('defer and ignore', () => {
  const keeping = machine<Letters, { log: string[] }, string>({
    ...start,
    states: {
      one: { defer: ['a', 'b'], on: { c: 'two' } },
      two: { on: { a: saying('a'), b: saying('b'), c: saying('c') } },
    },
  })

  test('what is deferred is kept in order, and handled once the state has changed', async () => {
    expect(await logOf(keeping, 'b', 'a', 'b', 'c')).toEqual(['b', 'a', 'b', 'two'])
  })

  test('what is deferred comes before what arrives later', async () => {
    expect(await logOf(keeping, 'a', 'c', 'b', 'c')).toEqual(['a', 'b', 'c', 'two'])
  })

  test('what is deferred for ever is no error', async () => {
    expect(await logOf(keeping, 'a', 'b')).toEqual(['one'])
  })

  test('a state may defer what another has deferred', async () => {
    const type = machine<Letters, { log: string[] }, string>({
      ...start,
      states: {
        one: { defer: ['a', 'b'], on: { c: 'two' } },
        two: { defer: ['a'], on: { b: saying('b'), c: 'three' } },
        three: { on: { a: saying('a') } },
      },
    })
    expect(await logOf(type, 'a', 'b', 'c', 'c')).toEqual(['b', 'a', 'three'])
  })

  test('a self-transition does not bring back what is still deferred', async () => {
    const type = machine<Letters, { log: string[] }, string>({
      ...start,
      states: { one: { entry: saying('enters'), defer: ['a'], on: { b: 'one' } } },
    })
    expect(await logOf(type, 'a', 'b', 'b')).toEqual(['enters', 'enters', 'enters', 'one'])
  })

  test('what is ignored is gone', async () => {
    const type = machine<Letters, { log: string[] }, string>({
      ...start,
      states: { one: { ignore: ['a'], on: { b: 'two' } }, two: { on: { a: saying('a'), b: saying('b') } } },
    })
    expect(await logOf(type, 'a', 'b', 'b')).toEqual(['b', 'two'])
  })

  test('the trace says what was deferred', async () => {
    const lines = await story(async (runtime) => {
      const ref = createIn(runtime, keeping)
      await runtime.quiet()
      ref.send('a')
      await runtime.quiet()
    })
    expect(lines).toEqual([
      'main: starts',
      'it: starts',
      '  it: is one',
      'main: all is quiet',
      'main: sends a to it',
      '  it: defers a',
      'main: all is quiet',
    ])
  })
})

describe('raise', () => {
  const raising = machine<Letters, { log: string[] }, string>({
    ...start,
    states: {
      one: {
        on: {
          a({ raise, data }) {
            raise('b')
            raise('c')
            data.log.push('a')
            return 'two'
          },
          b: saying('b in one'),
        },
      },
      two: { entry: saying('enters two'), on: { b: saying('b in two'), c: saying('c in two'), a: saying('a in two') } },
    },
  })

  test('what is raised is handled after the transition, in order, in the new state', async () => {
    expect(await logOf(raising, 'a')).toEqual(['a', 'enters two', 'b in two', 'c in two', 'two'])
  })

  test('what is raised comes before the mailbox, within the same step', async () => {
    const verdict = await exhaust(async (runtime) => {
      const ref = createIn(runtime, raising)
      ref.send('a')
      ref.send('a')
      await runtime.quiet()
      return ref.data.log.join()
    })
    expect(valuesOf(verdict)).toEqual(['a,enters two,b in two,c in two,a in two'])
  })

  test('an entry may raise, also the very first', async () => {
    const type = machine<Letters, { log: string[] }, string>({
      ...start,
      states: { one: { entry: ({ raise }) => raise('a'), on: { a: 'two' } }, two: {} },
    })
    expect(await logOf(type)).toEqual(['two'])
  })

  test('what is raised comes from the machine itself, with its payload', async () => {
    const type = machine({
      accepts: messages<{ go: undefined; value: { x: number } }>(),
      data: { got: '' },
      initial: 'only',
      states: {
        only: {
          on: {
            go: ({ raise }) => raise('value', { x: 7 }),
            value({ data, sender }, { x }) {
              data.got = `${x} from ${sender}`
            },
          },
        },
      },
    })
    const result = await resultOf(async ({ create, quiet }) => {
      const ref = create('it', type)
      ref.send('go')
      await quiet()
      return ref.data.got
    })
    expect(result).toBe('7 from it')
  })

  test('what is raised and not named by the state is unhandled', async () => {
    const type = machine<Letters, { log: string[] }, string>({
      ...start,
      states: { one: { entry: ({ raise }) => raise('a') } },
    })
    const verdict = await check(programOf((runtime) => void createIn(runtime, type)))
    expect(outcomeOf(verdict)).toEqual({
      kind: 'unhandled',
      machine: 'it',
      state: 'one',
      event: 'a',
      payload: '',
      sender: 'it',
    })
  })
})

test('what is raised is not put off: a state that defers it does not expect it', async () => {
  const type = machine<Letters, { log: string[] }, string>({
    ...start,
    states: { one: { entry: ({ raise }) => raise('a'), defer: ['a'] } },
  })
  const verdict = await check(programOf((runtime) => void createIn(runtime, type)))
  expect(outcomeOf(verdict)).toMatchObject({ kind: 'unhandled', machine: 'it', state: 'one', event: 'a', sender: 'it' })
})

test('in a bag, what is deferred is not chosen', async () => {
  const type = machine<Letters, { log: string[] }, string>({
    ...start,
    mailbox: 'bag',
    states: {
      one: { defer: ['a'], on: { b: 'two', c: saying('c') } },
      two: { on: { a: saying('a'), b: saying('b'), c: saying('c') } },
    },
  })
  const verdict = await exhaust(async (runtime) => {
    const ref = createIn(runtime, type)
    for (const event of ['a', 'b', 'c'] as const) ref.send(event)
    await runtime.quiet()
    return ref.data.log.join('')
  })
  expect(valuesOf(verdict)).toEqual(['ac', 'ca'])
})

describe('halt', () => {
  interface Words {
    stop: undefined
    word: string
  }
  const listener = machine({
    accepts: messages<Words>(),
    data: { heard: [] as string[] },
    initial: 'open',
    states: { open: { on: { word: ({ data }, word) => void data.heard.push(word) }, ignore: ['stop'] } },
  })
  const speaker = machine({
    accepts: messages<Words>(),
    data: { to: undefined as Ref<Words> | undefined },
    initial: 'open',
    states: {
      open: {
        exit: () => {
          throw new Error('a machine that halts leaves no state')
        },
        on: {
          stop({ data, halt }) {
            data.to?.send('word', 'first')
            data.to?.send('word', 'second')
            halt()
            return 'closed'
          },
        },
      },
      closed: {},
    },
  })

  test('what was sent before still leaves, and what comes later vanishes, with a note', async () => {
    const lines = await story(async ({ create, quiet }) => {
      const to = create('listener', listener)
      const ref = create('speaker', speaker, { to })
      ref.send('stop')
      await quiet()
      ref.send('word', 'too late')
      await quiet()
      expect(to.data.heard).toEqual(['first', 'second'])
      expect([ref.halted, ref.state, to.halted, to.state]).toEqual([true, undefined, false, 'open'])
    })
    expect(lines).toEqual([
      'main: starts',
      'main: sends stop to speaker',
      'listener: starts',
      '  listener: is open',
      'speaker: starts',
      '  speaker: is open',
      'speaker: receives stop from main',
      '  speaker: halts',
      "speaker: sends word to listener: 'first'",
      "speaker: sends word to listener: 'second'",
      "listener: receives word from speaker: 'first'",
      "listener: receives word from speaker: 'second'",
      'main: all is quiet',
      "main: sends word to speaker: 'too late'",
      '  speaker: drops word: it has halted',
      'main: all is quiet',
    ])
  })

  test('what waits in its mailbox vanishes in every execution', async () => {
    const verdict = await exhaust(async ({ create, quiet }) => {
      const to = create('listener', listener)
      const ref = create('speaker', speaker, { to })
      ref.send('stop')
      ref.send('stop')
      await quiet()
      return to.data.heard.join()
    })
    expect(valuesOf(verdict)).toEqual(['first,second'])
    expect(verdict.executions).toBeGreaterThan(1)
  })

  test('what it has raised before is forgotten', async () => {
    const type = machine<Letters, { log: string[] }, string>({
      ...start,
      states: {
        one: {
          entry({ raise, halt }) {
            raise('a')
            halt()
          },
          on: { a: saying('a') },
        },
      },
    })
    expect(await logOf(type)).toEqual(['ended'])
  })

  test('an exit may halt: no other state is entered', async () => {
    const type = machine<Letters, { log: string[] }, string>({
      ...start,
      states: {
        one: { entry: () => 'two', exit: ({ halt }) => halt() },
        two: { entry: saying('enters two') },
      },
    })
    expect(await logOf(type)).toEqual(['ended'])
  })

  test('an entry may halt', async () => {
    const type = machine<Letters, { log: string[] }, string>({
      ...start,
      states: { one: { on: { a: 'two' } }, two: { entry: ({ halt }) => halt() } },
    })
    expect(await logOf(type, 'a', 'a', 'b')).toEqual(['ended'])
  })
})

describe('create and choose', () => {
  const child = machine({
    accepts: messages<{ hello: string }>(),
    data: { name: '?', heard: '' },
    initial: 'born',
    states: { born: { on: { hello: ({ data }, from) => void (data.heard = `${data.name} hears ${from}`) } } },
  })
  const parent = machine({
    accepts: messages<{ bear: number }>(),
    data: { children: [] as Ref<{ hello: string }, { heard: string }>[] },
    initial: 'alone',
    states: {
      alone: {
        on: {
          bear({ create, data, self }, count) {
            for (let index = 1; index <= count; index++) {
              const born = create(`child ${index}`, child, { name: `number ${index}` })
              data.children.push(born)
              born.send('hello', self.name)
            }
            return 'together'
          },
        },
      },
      together: {},
    },
  })

  test('a machine creates others and sends to them at once', async () => {
    const verdict = await exhaust(async ({ create, quiet }) => {
      const ref = create('parent', parent)
      ref.send('bear', 2)
      await quiet()
      return ref.data.children.map(({ data }) => data.heard).join()
    })
    expect(valuesOf(verdict)).toEqual(['number 1 hears parent,number 2 hears parent'])
    expect(verdict.executions).toBeGreaterThan(1)
  })

  test('creation is a step of the creator, and the start one of the created', async () => {
    const lines = await story(async ({ create, quiet }) => {
      create('parent', parent).send('bear', 1)
      await quiet()
    })
    expect(lines).toEqual([
      'main: starts',
      'main: sends bear to parent: 1',
      'parent: starts',
      '  parent: is alone',
      'parent: receives bear from main: 1',
      '  parent: alone → together',
      'parent: creates child 1',
      "parent: sends hello to child 1: 'parent'",
      'child 1: starts',
      '  child 1: is born',
      "child 1: receives hello from parent: 'parent'",
      'main: all is quiet',
    ])
  })

  test('every option is chosen, the first by default', async () => {
    const type = machine({
      accepts: messages<object>(),
      data: { chosen: 0 },
      initial: 'only',
      states: { only: { entry: ({ data, choose }) => void (data.chosen = choose(3, 1, 2)) } },
    })
    const body: Body = async ({ create, quiet }) => {
      const ref = create('it', type)
      await quiet()
      return ref.data.chosen
    }
    expect(await resultOf(body)).toBe(3)
    const verdict = await exhaust(body)
    expect(verdict.executions).toBe(3)
    expect(valuesOf(verdict)).toEqual([1, 2, 3])
    expect(await story(body)).toContain('  it: chooses 3')
  })
})

describe('data', () => {
  const counter = machine({
    accepts: messages<{ add: string }>(),
    data: { list: [] as string[], seen: new Map<string, Set<number>>([['x', new Set([1])]]), deep: { n: 0 }, step: 1 },
    initial: 'only',
    states: {
      only: {
        on: {
          add({ data }, text) {
            data.list.push(text)
            data.seen.get('x')?.add(data.list.length + 10)
            data.deep.n += data.step
          },
        },
      },
    },
  })

  test('each machine has a copy of its own, in every execution', async () => {
    const verdict = await exhaust(async ({ create, quiet }) => {
      const [one, other] = [create('one', counter), create('other', counter)]
      one.send('add', 'x')
      await quiet()
      return [one, other].map(({ data }) => [data.list.join(), [...(data.seen.get('x') ?? [])].join(), data.deep.n])
    })
    expect(verdict.executions).toBeGreaterThan(1)
    expect(valuesOf(verdict)).toEqual([
      [
        ['x', '1,11', 1],
        ['', '1', 0],
      ],
    ])
  })

  test('what is given to create replaces fields', async () => {
    const result = await resultOf(async ({ create, quiet }) => {
      const ref = create('it', counter, { step: 5, list: ['given'] })
      ref.send('add', 'x')
      await quiet()
      return [ref.data.list, ref.data.deep, ref.data.step]
    })
    expect(result).toEqual([['given', 'x'], { n: 5 }, 5])
  })

  test('a function makes the data', async () => {
    let made = 0
    const type = machine({
      accepts: messages<object>(),
      data: () => ({ number: ++made, other: 'o' }),
      initial: 'only',
      states: { only: {} },
    })
    const result = await resultOf(({ create }) => {
      made = 0
      return [create('one', type), create('two', type, { other: 'given' })].map(({ data }) => ({ ...data }))
    })
    expect(result).toEqual([
      { number: 1, other: 'o' },
      { number: 2, other: 'given' },
    ])
  })
})

describe('an event that is not named', () => {
  const type = machine({
    accepts: messages<{ a: { x: number }; go: undefined }>(),
    data: {},
    initial: 'idle',
    states: { idle: { on: { go: 'busy' } }, busy: { ignore: ['a'] } },
  })

  test('is an outcome of its own', async () => {
    const verdict = await check(
      programOf(({ create, spawn }) => {
        const ref = create('it', type)
        return spawn('alice', () => ref.send('a', { x: 1 }))
      }),
    )
    expect(outcomeOf(verdict)).toEqual({
      kind: 'unhandled',
      machine: 'it',
      state: 'idle',
      event: 'a',
      payload: '{ x: 1 }',
      sender: 'alice',
    })
  })

  test('is found when it comes too early only', async () => {
    const verdict = await check(
      programOf(({ create, spawn }) => {
        const ref = create('it', type)
        void spawn('alice', () => ref.send('go'))
        void spawn('bob', () => ref.send('a', { x: 1 }))
      }),
      { explorer: 'round-robin' },
    )
    expect(outcomeOf(verdict)).toMatchObject({ kind: 'unhandled', machine: 'it', state: 'idle', sender: 'bob' })
    expect(verdict.strata).toMatchObject([{ delays: 0 }, { delays: 1 }])
  })

  test('is not forgiven because a state was deferring it before', async () => {
    const forgetful = machine<Letters, { log: string[] }, string>({
      ...start,
      states: { one: { defer: ['a'], on: { b: 'two' } }, two: {} },
    })
    const verdict = await check(
      programOf((runtime) => {
        const ref = createIn(runtime, forgetful)
        ref.send('a')
        ref.send('b')
      }),
    )
    expect(outcomeOf(verdict)).toMatchObject({ kind: 'unhandled', state: 'two', event: 'a', sender: 'main' })
  })
})

test('the sender is the machine, or the process of the body', async () => {
  const senders: string[] = []
  const listener = machine({
    accepts: messages<{ word: undefined }>(),
    data: {},
    initial: 'only',
    states: {
      only: { entry: ({ sender }) => void senders.push(`entry '${sender}'`), on: { word: 'heard' } },
      heard: { entry: ({ sender }) => (senders.push(sender), 'only' as const) },
    },
  })
  const speaker = machine({
    accepts: messages<object>(),
    data: { to: undefined as Ref<{ word: undefined }> | undefined },
    initial: 'only',
    states: { only: { entry: ({ data }) => data.to?.send('word') } },
  })
  await resultOf(async ({ create, spawn, quiet }) => {
    senders.length = 0
    const to = create('listener', listener)
    create('speaker', speaker, { to })
    await quiet()
    to.send('word')
    await quiet()
    await spawn('alice', () => to.send('word'))
    await quiet()
  })
  expect(senders).toEqual(["entry ''", 'speaker', "entry 'speaker'", 'main', "entry 'main'", 'alice', "entry 'alice'"])
})

test('an exception in a handler ends the execution', async () => {
  const error = new Error('no')
  const type = machine<Letters, { log: string[] }, string>({
    ...start,
    states: {
      one: {
        on: {
          a: () => {
            throw error
          },
        },
      },
    },
  })
  const verdict = await check(programOf((runtime) => createIn(runtime, type).send('a')))
  expect(outcomeOf(verdict)).toEqual({ kind: 'failed', error, how: 'body' })
  expect(verdict.counterexample?.trace.at(-1)?.notes).toContainEqual({
    kind: 'failure',
    process: 'it',
    text: 'no',
    delays: 0,
  })
})
