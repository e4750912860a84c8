import { expect, test } from 'vitest'
import { check, machine, messages, programOf } from '../../src/index.ts'
import { outcomeOf, valuesOf } from '../runtime/told.ts'
import { exhaust, resultOf } from './story.ts'

interface Store {
  put: { key: string; value: number }
  get: (key: string) => number | undefined
}

const store = machine({
  accepts: messages<Store>(),
  data: { values: new Map<string, number>() },
  initial: 'open',
  states: {
    open: {
      on: {
        put: ({ data }, { key, value }) => void data.values.set(key, value),
        get: ({ data, reply }, key) => reply(data.values.get(key)),
      },
    },
  },
})

test('a body asks, and awaits the answer', async () => {
  const result = await resultOf(async ({ create }) => {
    const ref = create('store', store)
    ref.send('put', { key: 'a', value: 1 })
    return [await ref.ask('get', 'a'), await ref.ask('get', 'b')]
  })
  expect(result).toEqual([1, undefined])
})

test('what one process sends arrives in order; what two send, in any order', async () => {
  const verdict = await exhaust(async ({ create, spawn }) => {
    const ref = create('store', store)
    await Promise.all([
      spawn('alice', () => ref.send('put', { key: 'a', value: 1 })),
      spawn('bob', () => ref.send('put', { key: 'a', value: 2 })),
    ])
    ref.send('put', { key: 'b', value: 3 })
    return ref.ask('get', 'a')
  })
  expect(valuesOf(verdict)).toEqual([1, 2, undefined])
})

test('quiet waits until nothing can go on', async () => {
  const verdict = await exhaust(async ({ create, quiet }) => {
    const ref = create('store', store)
    const before = ref.state
    ref.send('put', { key: 'a', value: 1 })
    await quiet()
    return `${String(before)} ${String(ref.state)} ${String(ref.data.values.get('a'))}`
  })
  expect(valuesOf(verdict)).toEqual(['undefined open 1'])
})

test('machines live beside controlled calls', async () => {
  const verdict = await exhaust(async ({ create, controlled, spawn }) => {
    const ref = create('store', store)
    const read = controlled('disk', () => Promise.resolve(7))
    const loading = spawn('loader', async () => ref.send('put', { key: 'a', value: await read() }))
    const seen = await ref.ask('get', 'a')
    await loading
    return seen
  })
  expect(valuesOf(verdict)).toEqual([7, undefined])
})

test('who waits for an answer that nobody gives is named, with the machine and its state', async () => {
  interface Door {
    open: () => boolean
  }
  const stubborn = machine({
    accepts: messages<Door>(),
    data: {},
    initial: 'closed',
    states: { closed: { defer: ['open'] } },
  })
  const verdict = await check(programOf(({ create }) => create('door', stubborn).ask('open')))
  const outcome = outcomeOf(verdict)
  expect(outcome).toMatchObject({ kind: 'deadlocked' })
  const waiting = outcome.kind === 'deadlocked' ? outcome.waiting.map((one) => `${one.process}: ${one.for}`) : []
  expect(waiting).toContain('main: an answer to door.open()')
  expect(waiting).toContain('door: a message, in state closed, with open deferred')
})

test('machines have timers of virtual time', async () => {
  interface Clocked {
    start: undefined
    stop: undefined
    fired: number
  }
  const clocked = machine({
    accepts: messages<Clocked>(),
    data: { log: [] as string[] },
    initial: 'idle',
    states: {
      idle: {
        on: {
          start({ after, data }) {
            after(500, 'fired', 1)
            after(100, 'fired', 2) // there is one timer for each event
            data.log.push('started')
          },
          fired: ({ data }, value) => void data.log.push(`fired ${value}`),
          stop({ cancel, data }) {
            cancel('fired')
            data.log.push('stopped')
          },
        },
      },
    },
  })
  const verdict = await exhaust(async ({ create, quiet }) => {
    const ref = create('clocked', clocked)
    ref.send('start')
    ref.send('stop')
    await quiet()
    await new Promise((resolve) => setTimeout(resolve, 1000))
    return ref.data.log.join(', ')
  })
  expect(valuesOf(verdict)).toEqual([
    'started, fired 2, stopped',
    'started, stopped',
    'started, stopped, fired 2', // it was in the mailbox already
  ])
})
