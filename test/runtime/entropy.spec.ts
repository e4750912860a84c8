import crypto, { getRandomValues, randomBytes, randomInt, randomUUID, webcrypto } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Body, check, programOf } from '../../src/index.ts'
import { valuesOf } from './told.ts'

const sources: Record<string, () => unknown> = {
  'Math.random': () => Math.random(),
  'crypto.randomUUID': () => globalThis.crypto.randomUUID(),
  'crypto.getRandomValues': () => globalThis.crypto.getRandomValues(new Uint32Array(4)),
  'randomUUID of node:crypto': () => randomUUID(),
  'getRandomValues of node:crypto': () => getRandomValues(new Uint8Array(16)),
  'crypto.getRandomValues of node:crypto': () => crypto.getRandomValues(new Uint8Array(16)),
  'webcrypto.getRandomValues': () => webcrypto.getRandomValues(new Uint8Array(16)),
  randomBytes: () => randomBytes(16).toString('hex'),
  'crypto.randomBytes': () => crypto.randomBytes(16).toString('hex'),
  randomInt: () => [randomInt(1_000_000_000), randomInt(5, 1_000_000_000)],
  randomFillSync: () => crypto.randomFillSync(Buffer.alloc(16)).toString('hex'),
}

test.each(Object.entries(sources))(
  '%s gives the same in every execution, and another value each time',
  async (_, draw) => {
    const body: Body = ({ choose }) => {
      choose(1, 2)
      return JSON.stringify([draw(), draw()])
    }
    const verdict = await check(programOf(body))
    expect(verdict.results).toHaveLength(1)
    const [first, second] = JSON.parse(verdict.results[0]?.value as string) as unknown[]
    expect(first).not.toEqual(second)
    expect(valuesOf(await check(programOf(body)))).toEqual(valuesOf(verdict))
  },
)

test.each(Object.entries(sources))('%s gives something else for another seed', async (_, draw) => {
  const drawing = programOf(() => JSON.stringify(draw()))
  const one = valuesOf(await check(drawing, { seed: 'one' }))
  const two = valuesOf(await check(drawing, { seed: 'two' }))

  expect(one).toHaveLength(1)
  expect(one).not.toEqual(two)
})

test('Math.random stays in its range', async () => {
  const verdict = await check(
    programOf(() => Array.from({ length: 1000 }, () => Math.random()).every((value) => value >= 0 && value < 1)),
  )

  expect(valuesOf(verdict)).toEqual([true])
})

test('a UUID is one of version 4', async () => {
  const verdict = await check(programOf(() => Array.from({ length: 50 }, () => globalThis.crypto.randomUUID())))
  const uuids = verdict.results[0]?.value as string[]

  expect(new Set(uuids).size).toBe(50)
  for (const uuid of uuids) expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})

test('arrays are filled in place, and only where they are', async () => {
  const verdict = await check(
    programOf(() => {
      const buffer = new ArrayBuffer(12)
      const middle = new Uint8Array(buffer, 4, 4)
      const filled = globalThis.crypto.getRandomValues(middle)
      const bytes = [...new Uint8Array(buffer)]
      return [
        filled === middle,
        bytes.slice(0, 4).join(),
        bytes.slice(4, 8).some((byte) => byte > 0),
        bytes.slice(8).join(),
        randomBytes(3) instanceof Buffer,
        randomBytes(3).length,
      ]
    }),
  )

  expect(valuesOf(verdict)).toEqual([[true, '0,0,0,0', true, '0,0,0,0', true, 3]])
})

test('integers stay between their bounds and reach both', async () => {
  const verdict = await check(
    programOf(() => {
      const drawn = new Set(Array.from({ length: 200 }, () => randomInt(3, 6)))
      const small = new Set(Array.from({ length: 200 }, () => randomInt(2)))
      return [[...drawn].sort().join(), [...small].sort().join()]
    }),
  )

  expect(valuesOf(verdict)).toEqual([['3,4,5', '0,1']])
})

test('randomInt refuses bounds that Node refuses', async () => {
  const verdict = await check(
    programOf(() => {
      const refused = (...bounds: [number, number]): unknown => {
        try {
          return randomInt(...bounds)
        } catch (error) {
          return (error as { code: unknown }).code
        }
      }
      return [refused(5, 5), refused(6, 5)]
    }),
  )

  expect(valuesOf(verdict)).toEqual([['ERR_OUT_OF_RANGE', 'ERR_OUT_OF_RANGE']])
})

test('the path of an execution that drew random numbers carries the seed, and replays', async () => {
  const failing = programOf(async ({ spawn }) => {
    let last = 0
    await Promise.all([
      spawn('alice', () => (last = Math.random())),
      spawn('bob', () => {
        if (last > 0) throw new Error(`bob came after ${last}`)
      }),
    ])
  })
  const { counterexample } = await check(failing, { seed: 'monday' })
  const replayed = await check(failing, { path: counterexample?.path ?? '' })

  expect(counterexample?.path).toMatch(/^[\w-]+@monday:[\d.]*$/)
  expect(replayed.counterexample).toMatchObject({
    path: counterexample?.path,
    outcome: counterexample?.outcome,
    trace: counterexample?.trace,
  })
})

test('without randomness the path carries no seed', async () => {
  const { counterexample } = await check(
    programOf(() => {
      throw new Error('always')
    }),
    { seed: 'monday' },
  )

  expect(counterexample?.path).toBe('run-to-completion:')
})

test('a draw that only some executions make stands in their paths alone', async () => {
  const verdict = await check(
    programOf(({ choose }) => (choose('none', 'some') === 'some' ? typeof Math.random() : 'nothing')),
    { explorer: 'round-robin', seed: 'monday' },
  )

  expect(verdict.results).toEqual([
    { value: 'nothing', executions: 1, path: 'round-robin:' },
    { value: 'number', executions: 1, path: 'round-robin@monday:0' },
  ])
})

test('the numbers are those of the host outside of a search', async () => {
  const drawing = programOf(() => Math.random())
  const { results } = await check(drawing)

  expect(Math.random()).not.toBe(results[0]?.value)
  expect(randomUUID()).not.toBe(randomUUID())
})
