import { performance as performanceHooks } from 'node:perf_hooks'
import { hrtime } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Body, check, InterlaceError, programOf } from '../../src/index.ts'

async function resultOf(body: Body): Promise<unknown> {
  const verdict = await check(programOf(body), { delays: 0 })
  expect(verdict).toMatchObject({ passed: true, uncontrolled: [] })
  expect(verdict.results).toHaveLength(1)
  return verdict.results[0]?.value
}

const epoch = '2025-01-01T00:00:00.000Z'

test('every execution begins at the same date', async () => {
  const verdict = await check(
    programOf(({ choose }) => {
      choose(1, 2, 3)
      return new Date().toISOString()
    }),
  )

  expect(verdict.results.map(({ value }) => value)).toEqual([epoch])
})

test('Date tells the virtual time in all its forms', async () => {
  expect(
    await resultOf(async () => {
      await sleep(1500)
      const date = new Date()
      return [
        date.toISOString(),
        new Date(Date.now()).toISOString(),
        Date() === date.toString(),
        typeof Date(),
        Date.parse(Date()) - Date.UTC(2025, 0, 1),
      ]
    }),
  ).toEqual(['2025-01-01T00:00:01.500Z', '2025-01-01T00:00:01.500Z', true, 'string', 1000])
})

test('Date stays Date', async () => {
  expect(
    await resultOf(() => [
      new Date() instanceof Date,
      Object.getPrototypeOf(new Date()) === Date.prototype,
      new Date(0).getTime(),
      new Date(2020, 1, 2).getMonth(),
      new Date('2021-03-04T05:06:07Z').toISOString(),
      Date.UTC(2000, 0, 1),
      Date.length,
      Date.name,
      Object.prototype.toString.call(new Date()),
      structuredClone(new Date()).toISOString(),
    ]),
  ).toEqual([true, true, 0, 1, '2021-03-04T05:06:07.000Z', Date.UTC(2000, 0, 1), 7, 'Date', '[object Date]', epoch])
})

test('a class that extends Date tells the virtual time', async () => {
  expect(
    await resultOf(() => {
      class Later extends Date {
        later(): number {
          return this.getTime() + 1
        }
      }
      return [new Later() instanceof Later, new Later().later() - Date.UTC(2025, 0, 1)]
    }),
  ).toEqual([true, 1])
})

test('the constructor of a date is Date', async () => {
  expect(await resultOf(() => new Date().constructor === Date)).toBe(true)
})

test('dates made before the search are dates inside of it', async () => {
  const before = new Date()
  expect(await resultOf(() => before instanceof Date)).toBe(true)
})

test('performance.now and hrtime tell the virtual time', async () => {
  expect(
    await resultOf(async () => {
      const start = [performance.now(), performanceHooks.now(), process.hrtime.bigint(), hrtime.bigint()]
      const from = process.hrtime()
      await sleep(1250)
      return [
        start,
        performance.now(),
        performanceHooks.now(),
        process.hrtime(),
        process.hrtime(from),
        hrtime([0, 500_000_000]),
        process.hrtime.bigint(),
      ]
    }),
  ).toEqual([[0, 0, 0n, 0n], 1250, 1250, [1, 250_000_000], [1, 250_000_000], [0, 750_000_000], 1_250_000_000n])
})

test('time stands still within a step', async () => {
  expect(
    await resultOf(async ({ pause }) => {
      const start = [Date.now(), performance.now()]
      let sum = 0
      for (let index = 0; index < 100_000; index++) sum += index
      await pause()
      return sum > 0 && Date.now() === start[0] && performance.now() === start[1]
    }),
  ).toBe(true)
})

test('immediates take a sliver of time, so that a loop over them gets somewhere', async () => {
  expect(
    await resultOf(async () => {
      let turns = 0
      while (Date.now() - Date.UTC(2025, 0, 1) < 2) {
        await new Promise((resolve) => setImmediate(resolve))
        turns++
      }
      return turns
    }),
  ).toBe(200)
})

test.each([
  ['Date.now()', () => Date.now()],
  ['new Date()', () => new Date().getTime()],
  ['performance.now()', () => performance.now()],
  ['process.hrtime()', () => process.hrtime()[0]],
])('a loop that waits for %s to move on is an error, and does not hang', async (_, look) => {
  const refused = check(
    programOf(() => {
      const start = look()
      while (look() <= start);
    }),
  )

  await expect(refused).rejects.toThrow(InterlaceError)
  await expect(refused).rejects.toThrow('The program has looked at the clock 1,000,000 times within one step.')
})

test('looks at the clock are counted per step', async () => {
  const verdict = await check(
    programOf(async ({ pause }) => {
      for (let step = 0; step < 3; step++) {
        for (let look = 0; look < 400_000; look++) Date.now()
        await pause()
      }
    }),
    { delays: 0 },
  )

  expect(verdict.counterexample?.outcome).toBeUndefined()
})
