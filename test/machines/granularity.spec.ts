import { expect, test } from 'vitest'
import { type Body, machine, messages, type Ref } from '../../src/index.ts'
import { valuesOf } from '../runtime/told.ts'
import { exhaust } from './story.ts'

interface Words {
  word: string
}

const listenerOf = (mailbox: 'fifo' | 'bag') =>
  machine({
    accepts: messages<Words>(),
    data: { heard: '' },
    initial: 'only',
    mailbox,
    states: { only: { on: { word: ({ data }, word) => void (data.heard += word) } } },
  })

const speaker = machine({
  accepts: messages<object>(),
  data: { to: undefined as Ref<Words> | undefined, words: '' },
  initial: 'only',
  states: {
    only: {
      entry({ data }) {
        for (const word of data.words) data.to?.send('word', word)
      },
    },
  },
})

const speaking =
  (mailbox: 'fifo' | 'bag', ...words: readonly string[]): Body =>
  async ({ create, quiet }) => {
    const to = create('listener', listenerOf(mailbox))
    words.forEach((each, index) => create(`speaker ${index}`, speaker, { to, words: each }))
    await quiet()
    return to.data.heard
  }

test('two machines that send two messages each: all six orders of arrival, each sender in its own', async () => {
  const verdict = await exhaust(speaking('fifo', 'ab', '12'))
  expect(valuesOf(verdict)).toEqual(['12ab', '1a2b', '1ab2', 'a12b', 'a1b2', 'ab12'])
})

test('a bag gives all permutations, a queue one', async () => {
  expect(valuesOf(await exhaust(speaking('bag', 'abc')))).toEqual(['abc', 'acb', 'bac', 'bca', 'cab', 'cba'])
  expect(valuesOf(await exhaust(speaking('fifo', 'abc')))).toEqual(['abc'])
})
