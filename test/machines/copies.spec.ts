import { expect, test } from 'vitest'
import { type Body, machine, messages, type Ref } from '../../src/index.ts'
import { valuesOf } from '../runtime/told.ts'
import { exhaust, refusalOf, resultOf } from './story.ts'

interface Basket {
  take: { items: string[]; by: Map<string, Set<number>> }
  show: () => string[]
}

/** Keeps what it is sent, and changes it. */
const shelf = machine({
  accepts: messages<Basket>(),
  data: { items: [] as string[] },
  initial: 'open',
  states: {
    open: {
      on: {
        take({ data }, { items, by }) {
          data.items = items
          items.push(`${items.length} there`)
          by.get('x')?.add(1)
        },
        show: ({ data, reply }) => reply(data.items),
      },
    },
  },
})

test('a message carries what its payload was when it was sent, and belongs to whoever gets it', async () => {
  const verdict = await exhaust(async ({ create, quiet }) => {
    const ref = create('shelf', shelf)
    const payload = { items: ['a'], by: new Map([['x', new Set<number>()]]) }
    ref.send('take', payload)
    payload.items.push('later')
    await quiet()
    return [payload.items, payload.by.get('x')?.size, ref.data.items]
  })
  expect(valuesOf(verdict)).toEqual([[['a', 'later'], 0, ['a', '1 there']]])
})

test('an answer is what the data was when it was given', async () => {
  const result = await resultOf(async ({ create }) => {
    const ref = create('shelf', shelf)
    const before = await ref.ask('show')
    ref.send('take', { items: [], by: new Map() })
    before.push('mine')
    return [before, await ref.ask('show')]
  })
  expect(result).toEqual([['mine'], ['0 there']])
})

test('a message that arrives twice is handled twice, as it was sent', async () => {
  const counter = machine({
    accepts: messages<{ add: { to: number[] } }>(),
    data: { seen: [] as string[] },
    initial: 'open',
    states: { open: { on: { add: ({ data }, { to }) => void data.seen.push(`${to.push(1)}`) } } },
  })
  const verdict = await exhaust(async ({ create, faults, quiet }) => {
    faults({ duplication: 1 })
    const ref = create('counter', counter)
    ref.send('add', { to: [] })
    await quiet()
    return ref.data.seen.join()
  })
  expect(valuesOf(verdict)).toEqual(['1', '1,1'])
})

test('what a machine gives to one that it creates is shared until the handler is through, and not longer', async () => {
  const child = machine({
    accepts: messages<object>(),
    data: { list: [] as string[] },
    initial: 'only',
    states: { only: {} },
  })
  const parent = machine({
    accepts: messages<{ add: string }>(),
    data: { list: [] as string[], child: undefined as Ref<object, { list: string[] }> | undefined },
    initial: 'only',
    states: {
      only: {
        entry({ data, create }) {
          data.child = create('child', child, { list: data.list })
          data.list.push('before')
        },
        on: { add: ({ data }, word) => void data.list.push(word) },
      },
    },
  })
  const verdict = await exhaust(async ({ create, quiet }) => {
    const ref = create('parent', parent)
    ref.send('add', 'after')
    await quiet()
    return [ref.data.list, ref.data.child?.data.list]
  })
  expect(verdict.executions).toBeGreaterThan(1)
  expect(valuesOf(verdict)).toEqual([[['before', 'after'], ['before']]])
})

test('machines and objects with a class of their own are handed on as they are', async () => {
  class Token {
    readonly kind = 'token'
  }
  const token = new Token()
  const keeper = machine({
    accepts: messages<{ keep: { token: Token; from: Ref<object> } }>(),
    data: { kept: undefined as { token: Token; from: Ref<object> } | undefined },
    initial: 'open',
    states: { open: { on: { keep: ({ data }, payload) => void (data.kept = payload) } } },
  })
  const result = await resultOf(async ({ create, quiet }) => {
    const ref = create('keeper', keeper)
    ref.send('keep', { token, from: ref })
    await quiet()
    return [ref.data.kept?.token === token, ref.data.kept?.from === ref]
  })
  expect(result).toEqual([true, true])
})

test('what contains itself cannot be sent', async () => {
  const ring: { items: string[]; by: Map<string, Set<number>>; self?: object } = { items: [], by: new Map() }
  ring.self = ring
  const body: Body = ({ create }) => create('shelf', shelf).send('take', ring)
  expect(await refusalOf(body)).toContain('contains itself, or is nested too deeply')
})
