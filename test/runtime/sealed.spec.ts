import { expect, test } from 'vitest'
import { type Body, check, programOf } from '../../src/index.ts'
import { valuesOf } from './told.ts'

test('no delays are spent inside of an asynchronous part', async () => {
  const racing: Body = async ({ spawn, pause }) => {
    const order: string[] = []
    const work = (name: string) => async (): Promise<void> => {
      await pause()
      order.push(name)
    }
    await Promise.all([spawn('alice', work('alice')), spawn('bob', work('bob'))])
    return order.join()
  }
  const open = await check(programOf(racing), { explorer: 'round-robin' })
  const sealed = await check(
    programOf((runtime) => runtime.sealed(() => racing(runtime))),
    { explorer: 'round-robin' },
  )

  expect(valuesOf(open)).toEqual(['alice,bob', 'bob,alice'])
  expect(valuesOf(sealed)).toEqual(['alice,bob'])
  expect(sealed).toMatchObject({ complete: true, executions: 1, decisionPoints: 0 })
})

test('a choice inside takes the first option', async () => {
  const verdict = await check(
    programOf(async ({ choose, sealed, pause }) => {
      const inside = sealed(() => choose('a', 'b'))
      const awaited = await sealed(async () => {
        await pause()
        return choose('c', 'd')
      })
      return `${inside}${awaited}${choose('e', 'f')}`
    }),
  )

  expect(valuesOf(verdict)).toEqual(['ace', 'acf'])
  expect(verdict.decisionPoints).toBe(1)
})

test('hands on what its body returns', async () => {
  const verdict = await check(
    programOf(async ({ sealed }) => {
      const value: number = sealed(() => 1)
      const promise: Promise<number> = sealed(async () => 2)
      return [value, await promise]
    }),
  )

  expect(valuesOf(verdict)).toEqual([[1, 2]])
})

test('an exception ends the sealed part', async () => {
  const verdict = await check(
    programOf(({ sealed, choose }) => {
      expect(() =>
        sealed(() => {
          throw new RangeError('inside')
        }),
      ).toThrow(RangeError)
      return choose('first', 'second')
    }),
  )

  expect(valuesOf(verdict)).toEqual(['first', 'second'])
})

test('a rejection ends the sealed part', async () => {
  const verdict = await check(
    programOf(async ({ sealed, choose, pause }) => {
      await expect(
        sealed(async () => {
          await pause()
          throw new RangeError('inside')
        }),
      ).rejects.toThrow(RangeError)
      return choose('first', 'second')
    }),
  )

  expect(valuesOf(verdict)).toEqual(['first', 'second'])
})

test('a part within a part is sealed until the outer one ends', async () => {
  const verdict = await check(
    programOf(({ sealed, choose }) => {
      const inside = sealed(() => {
        sealed(() => undefined)
        return choose('a', 'b')
      })
      return `${inside}${choose('c', 'd')}`
    }),
  )

  expect(valuesOf(verdict)).toEqual(['ac', 'ad'])
})

test('what a sealed part leaves behind races again', async () => {
  const verdict = await check(
    programOf(async ({ sealed, spawn }) => {
      const order: string[] = []
      const both = sealed(() => [spawn('alice', () => order.push('alice')), spawn('bob', () => order.push('bob'))])
      await Promise.all(both)
      return order.join()
    }),
  )

  expect(valuesOf(verdict)).toEqual(['alice,bob', 'bob,alice'])
})
