import timers from 'node:timers'
import { setInterval as every, setImmediate as immediately, setTimeout as sleep, scheduler } from 'node:timers/promises'
import timersPromises from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { type Body, check, explorers, programOf } from '../../src/index.ts'
import { linesOf, valuesOf } from './told.ts'

/** What one execution returns, and the virtual time at which it ends. */
async function resultOf(body: Body): Promise<unknown> {
  const verdict = await check(programOf(body), { delays: 0 })
  expect(verdict).toMatchObject({ passed: true, uncontrolled: [], complete: true })
  expect(verdict.results).toHaveLength(1)
  return verdict.results[0]?.value
}

test('timers fire in the order of their deadlines, equal ones in the order in which they were set', async () => {
  const fired = await resultOf(async () => {
    const order: string[] = []
    const note = (name: string) => (): void => void order.push(`${name}@${Date.now() - start}`)
    const start = Date.now()
    setTimeout(note('30'), 30)
    setTimeout(note('10'), 10)
    setTimeout(note('20 first'), 20)
    setTimeout(note('20 second'), 20)
    setImmediate(note('immediate'))
    setTimeout(() => setTimeout(note('10 + 10'), 10), 10)
    await new Promise((resolve) => setTimeout(resolve, 40))
    return order
  })

  expect(fired).toEqual(['immediate@0', '10@10', '20 first@20', '20 second@20', '10 + 10@20', '30@30'])
})

test('hours pass at once', async () => {
  expect(
    await resultOf(async () => {
      const start = Date.now()
      await sleep(3_600_000)
      return Date.now() - start
    }),
  ).toBe(3_600_000)
})

test.each([
  ['nothing', undefined, 1],
  ['0', 0, 1],
  ['a negative number', -5, 1],
  ['a fraction', 2.9, 2],
  ['a text', '7', 7],
  ['NaN', Number.NaN, 1],
  ['too much for Node', 2 ** 31, 1],
])('a delay of %s is what Node makes of it', async (_, delay, expected) => {
  expect(
    await resultOf(async () => {
      const start = Date.now()
      await new Promise((resolve) => setTimeout(resolve, delay as number))
      return Date.now() - start
    }),
  ).toBe(expected)
})

test('timers hand their arguments to the callback', async () => {
  expect(
    await resultOf(
      () =>
        new Promise((resolve) => {
          const got: unknown[] = []
          setTimeout((...args: unknown[]) => got.push(args), 1, 'a', 'b')
          setImmediate((...args: unknown[]) => got.push(args), 'c')
          setImmediate((...args: unknown[]) => got.push(args), undefined, 'u')
          const interval = setInterval(
            (...args: unknown[]) => {
              clearInterval(interval)
              resolve([...got, args])
            },
            5,
            'd',
            'e',
          )
        }),
    ),
  ).toEqual([['c'], [undefined, 'u'], ['a', 'b'], ['d', 'e']])
})

test('intervals fire until they are cleared, from inside or outside', async () => {
  expect(
    await resultOf(async () => {
      const times: number[] = []
      const start = Date.now()
      const inside = setInterval(() => {
        times.push(Date.now() - start)
        if (times.length === 3) clearInterval(inside)
      }, 10)
      let others = 0
      const outside = setInterval(() => others++, 7)
      setTimeout(() => clearInterval(outside), 22)
      await sleep(100)
      return [times, others]
    }),
  ).toEqual([[10, 20, 30], 3])
})

test('a cleared timer never fires, whichever function clears it', async () => {
  expect(
    await resultOf(async () => {
      let fired = 0
      const fire = (): unknown => fired++
      clearTimeout(setTimeout(fire, 1))
      clearInterval(setInterval(fire, 1))
      clearImmediate(setImmediate(fire))
      clearInterval(setTimeout(fire, 1))
      clearTimeout(setInterval(fire, 1))
      timers.clearTimeout(timers.setTimeout(fire, 1))
      setTimeout(fire, 1).close()
      setTimeout(fire, 1)[Symbol.dispose]()
      const late = setTimeout(fire, 5)
      await sleep(4)
      clearTimeout(late)
      clearTimeout(undefined)
      clearTimeout(null as unknown as undefined)
      clearTimeout(123456789)
      await sleep(10)
      return fired
    }),
  ).toBe(0)
})

test('a timer converts to a number that clears it, the same one each time', async () => {
  expect(
    await resultOf(async () => {
      let fired = 0
      const timer = setTimeout(() => fired++, 5)
      const other = setTimeout(() => fired++, 5)
      const id = Number(timer)
      const same = Number(timer) === id
      const distinct = Number(other) !== id
      clearTimeout(id)
      await sleep(10)
      const text = setTimeout(() => fired++, 5)
      clearTimeout(`${Number(text)}`)
      await sleep(10)
      return [same, distinct, fired]
    }),
  ).toEqual([true, true, 1])
})

test('the numbers of timers are the same in every execution', async () => {
  const verdict = await check(
    programOf(({ choose }) => {
      choose(1, 2, 3)
      return Number(setTimeout(() => undefined, 1))
    }),
  )

  expect(verdict.results).toHaveLength(1)
})

test('ref, unref and hasRef are there', async () => {
  expect(
    await resultOf(() => {
      const timer = setTimeout(() => undefined, 1)
      const before = timer.hasRef()
      const after = timer.unref().hasRef()
      return [before, after, timer.ref() === timer && timer.hasRef()]
    }),
  ).toEqual([true, false, true])
})

test('refresh sets a timer back to its whole delay', async () => {
  expect(
    await resultOf(async () => {
      const start = Date.now()
      let fired = 0
      const timer = setTimeout(() => (fired = Date.now() - start), 20)
      await sleep(15)
      expect(timer.refresh()).toBe(timer)
      await sleep(15)
      expect(fired).toBe(0)
      await sleep(15)
      return fired
    }),
  ).toBe(35)
})

test('refresh sets a timer again that has fired, and leaves a cleared one alone', async () => {
  expect(
    await resultOf(async () => {
      const start = Date.now()
      const times: number[] = []
      const timer = setTimeout(() => {
        times.push(Date.now() - start)
        if (times.length < 3) timer.refresh()
      }, 10)
      let cleared = 0
      const gone = setTimeout(() => cleared++, 10)
      clearTimeout(gone)
      gone.refresh()
      await sleep(100)
      return [times, cleared]
    }),
  ).toEqual([[10, 20, 30], 0])
})

test('util.promisify makes promises of virtual timers', async () => {
  expect(
    await resultOf(async () => {
      const start = Date.now()
      const value = await promisify(setTimeout)(25, 'value')
      const next = await promisify(setImmediate)('next')
      return [value, next, Date.now() - start]
    }),
  ).toEqual(['value', 'next', 25])
})

test('timers of node:timers are the same', async () => {
  expect(
    await resultOf(async () => {
      const start = Date.now()
      await new Promise((resolve) => timers.setTimeout(resolve, 30))
      await new Promise((resolve) => timers.setImmediate(resolve))
      const interval = await new Promise<NodeJS.Timeout>((resolve) => {
        const set: NodeJS.Timeout = timers.setInterval(() => resolve(set), 10)
      })
      timers.clearInterval(interval)
      return Date.now() - start
    }),
  ).toBe(40)
})

test('node:timers/promises is controlled, imported by name or whole', async () => {
  const lines = await linesOf(async () => {
    expect(await sleep(10, 'a')).toBe('a')
    expect(await immediately('b')).toBe('b')
    expect(await timersPromises.setTimeout(20, 'c')).toBe('c')
    await scheduler.wait(30)
    await scheduler.yield()
  })

  expect(lines).toEqual([
    'main: starts',
    'clock: timer of 10 ms',
    'clock: immediate',
    'clock: timer of 20 ms',
    'clock: wait of 30 ms',
    'clock: yield',
  ])
})

test('the interval of node:timers/promises can be iterated over', async () => {
  expect(
    await resultOf(async () => {
      const start = Date.now()
      const times: unknown[] = []
      for await (const value of every(10, 'tick')) {
        times.push(value, Date.now() - start)
        if (times.length === 6) break
      }
      return times
    }),
  ).toEqual(['tick', 10, 'tick', 20, 'tick', 30])
})

test('an abort signal ends a wait with an AbortError as Node has it', async () => {
  expect(
    await resultOf(async () => {
      const describe = ({ name, code, cause }: Error & { code?: unknown }): unknown => [name, code, cause]
      const controller = new AbortController()
      setTimeout(() => controller.abort('enough'), 10)
      const start = Date.now()
      const { signal } = controller
      const caught = await Promise.all([
        sleep(50, undefined, { signal }).catch(describe),
        scheduler.wait(50, { signal }).catch(describe),
        (async () => {
          for await (const _ of every(50, undefined, { signal }));
        })().catch(describe),
      ])
      const time = Date.now() - start
      caught.push(await sleep(50, undefined, { signal }).catch(describe))
      caught.push(await immediately(undefined, { signal }).catch(describe))
      return [caught, time, Date.now() - start]
    }),
  ).toEqual([Array.from({ length: 5 }, () => ['AbortError', 'ABORT_ERR', 'enough']), 10, 10])
})

test('an abort after the wait changes nothing', async () => {
  expect(
    await resultOf(async () => {
      const controller = new AbortController()
      const value = await sleep(5, 'value', { signal: controller.signal })
      controller.abort()
      return value
    }),
  ).toBe('value')
})

test('AbortSignal.timeout aborts in virtual time', async () => {
  expect(
    await resultOf(async () => {
      const start = Date.now()
      const signal = AbortSignal.timeout(5000)
      const before = signal.aborted
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      const { name } = signal.reason as Error
      return [signal instanceof AbortSignal, before, signal.aborted, name, Date.now() - start]
    }),
  ).toEqual([true, false, true, 'TimeoutError', 5000])
})

test('timers left over when the body has settled are dropped', async () => {
  let fired = 0
  const verdict = await check(
    programOf(() => {
      setTimeout(() => fired++, 1)
      setInterval(() => fired++, 1)
      setImmediate(() => fired++)
      return 'settled'
    }),
  )

  expect(verdict).toMatchObject({ passed: true, complete: true, executions: 1, steps: 1 })
  expect(fired).toBe(0)
})

test('timers of an execution never fire in another one', async () => {
  let current = 0
  let fired = 0
  let strays = 0
  const verdict = await check(
    programOf(async ({ choose }) => {
      const execution = ++current
      for (const delay of [5, 15]) {
        setTimeout(() => {
          fired++
          if (execution !== current) strays++
        }, delay)
      }
      await sleep(choose(10, 1, 2))
    }),
    { explorer: 'round-robin' },
  )

  expect(verdict).toMatchObject({ passed: true, complete: true, executions: 3 })
  expect({ fired, strays }).toEqual({ fired: 3, strays: 0 }) // in the execution of 10 ms, run three times
})

test('two timers never fire out of order, whoever explores', async () => {
  const body: Body = async ({ spawn, pause }) => {
    const fired: number[] = []
    const sleeper = (name: string, ...delays: number[]): Promise<void> =>
      spawn(name, async () => {
        for (const delay of delays) {
          const due = Date.now() + delay
          setTimeout(() => fired.push(due), delay)
          await pause()
        }
        await sleep(200)
      })
    await Promise.all([sleeper('alice', 10, 30, 5), sleeper('bob', 20, 3), sleeper('carol', 15, 15)])
    expect(fired).toEqual([...fired].sort((a, b) => a - b))
    expect(fired).toHaveLength(7)
  }
  const sampled = await check(programOf(body), { explorer: explorers, delays: 5, executions: 1000 })
  const walked = await check(programOf(body), { search: 'random-walk', executions: 500 })

  expect(sampled).toMatchObject({ passed: true, executions: 1000 })
  expect(walked).toMatchObject({ passed: true, executions: 500 })
})

test('a bad callback is refused as Node refuses it', async () => {
  expect(
    await resultOf(() => {
      const refused = (call: () => unknown): unknown => {
        try {
          call()
        } catch (error) {
          return (error as { code: unknown }).code
        }
        return 'taken'
      }
      return [
        refused(() => setTimeout('code' as unknown as () => void, 1)),
        refused(() => setInterval(undefined as unknown as () => void, 1)),
        refused(() => setImmediate(1 as unknown as () => void)),
        refused(() => process.nextTick(null as unknown as () => void)),
        refused(() => queueMicrotask({} as () => void)),
      ]
    }),
  ).toEqual(Array.from({ length: 5 }, () => 'ERR_INVALID_ARG_TYPE'))
})

test('a timer races with everything but other timers', async () => {
  const verdict = await check(
    programOf(async ({ pause, spawn }) => {
      const order: string[] = []
      setTimeout(() => order.push('5'), 5)
      setTimeout(() => order.push('9'), 9)
      await spawn('alice', async () => {
        await pause()
        order.push('alice')
      })
      await sleep(20)
      return order.join()
    }),
  )

  expect(valuesOf(verdict)).toEqual(['5,9,alice', '5,alice,9', 'alice,5,9'])
})
