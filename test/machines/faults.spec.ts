import { expect, test } from 'vitest'
import { check, type FaultOptions, machine, messages, programOf, type Runtime } from '../../src/index.ts'
import { valuesOf } from '../runtime/told.ts'
import { everything, exhaust, resultOf, story } from './story.ts'

interface Noted {
  note: string
}

const notebook = machine({
  accepts: messages<Noted>(),
  data: { notes: [] as string[], kept: 0 },
  initial: 'open',
  durable: ['kept'],
  states: {
    open: {
      on: {
        note({ data }, text) {
          data.notes.push(text)
          data.kept++
        },
      },
    },
  },
})

/** Sends a and b to a notebook, with faults; the result is what it has in the end. */
const noting =
  (options?: FaultOptions, sent: readonly string[] = ['a', 'b']) =>
  async ({ create, faults, quiet }: Runtime) => {
    const ref = create('notebook', notebook)
    if (options !== undefined) faults(options)
    for (const text of sent) ref.send('note', text)
    await quiet()
    return `${ref.data.notes.join('')} ${ref.data.kept}`
  }

const resultsWith = async (options?: FaultOptions, sent?: readonly string[]) =>
  valuesOf(await exhaust(noting(options, sent)))

test('without faults asked for, there are none', async () => {
  expect(await resultsWith()).toEqual(['ab 2'])
  expect(await resultsWith({ loss: 0 })).toEqual(['ab 2'])
})

test('by default nothing goes wrong, whatever may', async () => {
  expect(await resultOf(noting({ loss: 2, duplication: 2, reordering: 2, crash: 2, restart: 'fresh' }))).toBe('ab 2')
})

test('messages are lost, as many as the budget says', async () => {
  expect(await resultsWith({ loss: 1 })).toEqual(['a 1', 'ab 2', 'b 1'])
  expect(await resultsWith({ loss: 2 })).toEqual([' 0', 'a 1', 'ab 2', 'b 1'])
})

test('messages arrive twice', async () => {
  expect(await resultsWith({ duplication: 1 })).toEqual(['aab 3', 'ab 2', 'abb 3'])
})

test('messages overtake those that wait', async () => {
  expect(await resultsWith({ reordering: 1 })).toEqual(['ab 2', 'ba 2'])
})

test('a machine crashes for good: what it has not handled is lost', async () => {
  expect(await resultsWith({ crash: 1 })).toEqual([' 0', 'a 1', 'ab 2'])
})

test('a machine comes back with nothing but what is durable', async () => {
  const results = await resultsWith({ crash: 1, restart: 'fresh' })
  expect(results).toContain('ab 2')
  expect(results).toContain('b 2') // a was noted, and forgotten but for the count
  expect(results).toContain('b 1') // a was lost while it was down
})

test('a machine comes back with its data', async () => {
  const results = await resultsWith({ crash: 1, restart: 'with data' })
  expect(results).toEqual([' 0', 'a 1', 'ab 2', 'b 1'])
})

test('a list that a machine was created with is as new after a crash', async () => {
  const results = await exhaust(
    async ({ create, faults, quiet }: Runtime) => {
      const ref = create('notebook', notebook, { notes: ['first'] })
      faults({ crash: 1, restart: 'fresh' })
      ref.send('note', 'a')
      await quiet()
      return ref.data.notes.join(' ')
    },
    { ...everything },
  )
  expect(valuesOf(results)).toEqual(['first', 'first a'])
})

test('faults can be kept to a link or a machine', async () => {
  expect(await resultsWith({ loss: 1, from: ['somebody'] })).toEqual(['ab 2'])
  expect(await resultsWith({ loss: 1, to: ['somebody'] })).toEqual(['ab 2'])
  expect(await resultsWith({ loss: 1, from: ['main'], to: ['notebook'] })).toEqual(['a 1', 'ab 2', 'b 1'])
  expect(await resultsWith({ crash: 1, machines: ['somebody'] })).toEqual(['ab 2'])
})

test('groups are parted and meet again', async () => {
  const groups = [['main'], ['notebook']]
  expect(await resultsWith({ partition: 1, groups }, ['a', 'b', 'c'])).toEqual([
    ' 0', // parted from the first message on
    'a 1',
    'ab 2',
    'abc 3',
    'ac 2', // met again at the third
    'bc 2', // at the second
    'c 1',
  ])
})

test.for([
  [{ loss: 1 }, '✗ note to notebook is lost'],
  [{ duplication: 1 }, '✗ note to notebook arrives twice'],
  [{ crash: 1 }, '✗ crashes'],
  [{ partition: 1, groups: [['main'], ['notebook']] }, '✗ the groups are parted: note to notebook is lost'],
] as const)('a fault reads like one: %o', async ([options, text]) => {
  const failing = await check(
    programOf(async (runtime) => {
      const result = await noting(options)(runtime)
      if (result !== 'ab 2') throw new Error(result)
    }),
  )
  const notes = failing.counterexample?.trace.flatMap(({ notes }) => notes) ?? []
  expect(notes.filter(({ kind }) => kind === 'fault')).toMatchObject([{ text, delays: 1 }])
})

test('faults that are asked for later find a machine as it was created', async () => {
  const verdict = await exhaust(async ({ create, faults, quiet }: Runtime) => {
    const ref = create('notebook', notebook, { notes: ['first'] })
    await quiet()
    faults({ crash: 1, restart: 'fresh' })
    ref.send('note', 'a')
    await quiet()
    return `${ref.data.notes.join(' ')}, ${ref.data.kept}`
  })
  expect(valuesOf(verdict)).toEqual(['first a, 1', 'first, 1'])
})

interface Clocked {
  ask: () => string
  ring: undefined
}

/** Answers once its timer has rung. */
const clocked = machine({
  accepts: messages<Clocked>(),
  data: { starts: 0 },
  durable: ['starts'],
  initial: 'waiting',
  states: {
    waiting: {
      entry({ data, after }) {
        data.starts++
        after(100, 'ring')
      },
      on: { ring: 'ready' },
      defer: ['ask'],
    },
    ready: { on: { ask: ({ data, reply }) => reply(`started ${data.starts} times`) } },
  },
})

test('a crash takes the timers along, and who comes back sets them anew', async () => {
  const verdict = await exhaust(async ({ create, faults, quiet }: Runtime) => {
    const ref = create('clocked', clocked)
    faults({ crash: 1, restart: 'fresh' })
    await quiet()
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await quiet()
    return `${String(ref.state)} ${ref.data.starts}`
  })
  expect(valuesOf(verdict)).toEqual([
    'ready 1',
    'ready 2',
    'waiting 2', // the crash came when all was over, and the next timer would ring after the end
  ])
  const gone = await exhaust(async ({ create, faults, quiet }: Runtime) => {
    const ref = create('clocked', clocked)
    faults({ crash: 1 })
    await quiet()
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await quiet()
    return String(ref.state)
  })
  expect(valuesOf(gone)).toEqual(['ready', 'undefined']) // whose timer never rings
})

test('whoever asks a machine that crashes waits for ever, and is named', async () => {
  const { counterexample } = await check(
    programOf(async ({ create, faults }: Runtime) => {
      faults({ crash: 1, restart: 'fresh' })
      return create('clocked', clocked).ask('ask')
    }),
  )
  expect(counterexample?.outcome).toMatchObject({
    kind: 'deadlocked',
    waiting: [
      { process: 'main', for: 'an answer to clocked.ask()' },
      { process: 'clocked', for: 'a message, in state ready' },
    ],
  })
})

test('a question that arrives twice is answered once', async () => {
  const counting = machine({
    accepts: messages<{ next: () => number }>(),
    data: { count: 0 },
    initial: 'only',
    states: { only: { on: { next: ({ data, reply }) => reply(++data.count) } } },
  })
  const verdict = await exhaust(async ({ create, faults, quiet }: Runtime) => {
    faults({ duplication: 1 })
    const ref = create('counting', counting)
    const answer = await ref.ask('next')
    await quiet()
    return `${answer} of ${ref.data.count}`
  })
  expect(valuesOf(verdict)).toEqual(['1 of 1', '1 of 2'])
})

test.for([
  ['with data', 'has its data still'],
  ['fresh', 'has kept starts'],
] as const)(
  'a machine that comes back %s begins in its first state, and says what it knows',
  async ([restart, text]) => {
    const lines = await story(
      async ({ create, faults, quiet }: Runtime) => {
        faults({ crash: 1, restart })
        create('clocked', clocked)
        await quiet()
      },
      { path: 'run-to-completion:1' },
    )
    expect(lines).toEqual([
      'main: starts',
      'clocked: starts',
      '  clocked: is waiting',
      '  clocked: ✗ crashes',
      'clocked: restarts',
      `  clocked: ${text}`,
      '  clocked: is waiting',
      'main: all is quiet',
    ])
  },
)
