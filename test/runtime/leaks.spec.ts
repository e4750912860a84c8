import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { type Body, check, programOf } from '../../src/index.ts'

setFlagsFromString('--expose_gc')
const collect = runInNewContext('gc') as () => void

const few = 2_000
const many = 20_000
const megabyte = 1024 * 1024

/** Bodies that settle and leave behind what can never go on. */
const abandoned: Record<string, Body> = {
  'blocked processes': ({ spawn, channel, controlled }) => {
    const letters = channel<Buffer>('letters')
    const never = controlled('never', (_: unknown) => new Promise(() => undefined))
    void spawn('alice', async () => {
      const ballast = new Array(100).fill('alice')
      await letters.receive()
      return ballast
    })
    void spawn('bob', async () => {
      const ballast = new Array(100).fill('bob')
      await never(ballast)
      return ballast
    })
    void spawn('carol', async () => {
      const ballast = new Array(100).fill('carol')
      await new Promise(() => undefined)
      return ballast
    })
  },
  'timers and what hangs on their numbers': async ({ pause }) => {
    const ballast = new Array(300).fill('timers')
    const numbers = [1, 2, 3].map((delay) => Number(setTimeout(() => ballast.pop(), delay)))
    setInterval(() => ballast.pop(), 10)
    await pause()
    return numbers.length
  },
  'aborts and listeners': async ({ pause }) => {
    const ballast = new Array(300).fill('aborts')
    const signal = AbortSignal.timeout(1000)
    signal.addEventListener('abort', () => ballast.pop())
    await pause()
  },
}

test.each(Object.keys(abandoned))('executions that leave behind %s do not fill the heap', async (name) => {
  const heap: number[] = []
  let executions = 0
  const verdict = await check(
    programOf((runtime) => {
      executions++
      if (executions === few || executions === many) {
        collect()
        heap.push(process.memoryUsage().heapUsed)
      }
      return abandoned[name]?.(runtime)
    }),
    { search: 'random-walk', executions: many },
  )

  expect(verdict).toMatchObject({ passed: true, executions: many })
  const [before = 0, after = Infinity] = heap
  // 18,000 executions of some 3 kB each would be 50 MB.
  expect(after - before).toBeLessThan(2 * megabyte)
})

test('searches that end in a deadlock do not fill the heap', async () => {
  const heap: number[] = []
  for (let search = 1; search <= 300; search++) {
    const verdict = await check(
      programOf(async ({ spawn, channel }) => {
        const ballast = new Array(1000).fill(search)
        await spawn('alice', () => channel('letters').receive())
        return ballast
      }),
    )
    expect(verdict.passed).toBe(false)
    if (search === 100 || search === 300) {
      collect()
      heap.push(process.memoryUsage().heapUsed)
    }
  }

  const [before = 0, after = Infinity] = heap
  expect(after - before).toBeLessThan(2 * megabyte)
})

test('what an execution holds is collected when it is over, while the search goes on', async () => {
  const first: WeakRef<object>[] = []
  let alive: number | undefined
  let executions = 0
  await check(
    programOf(async ({ spawn, channel, pause }) => {
      executions++
      const held = { big: new Array(1000).fill(executions) }
      if (executions <= 10) first.push(new WeakRef(held))
      if (executions === many) {
        collect()
        alive = first.filter((reference) => reference.deref() !== undefined).length
      }
      const letters = channel('letters')
      void spawn('alice', async () => {
        await letters.receive()
        return held
      })
      void spawn('bob', async () => {
        await pause()
        await new Promise(() => undefined)
        return held
      })
      setTimeout(() => held, 5)
    }),
    { search: 'random-walk', executions: many },
  )

  expect(alive).toBe(0)
})

test('nothing of a search is held when it is over', async () => {
  const references: WeakRef<object>[] = []
  const searchOnce = async (): Promise<void> => {
    const verdict = await check(
      programOf(async ({ spawn, channel, state }) => {
        const held = { big: new Array(1000).fill(0) }
        references.push(new WeakRef(held))
        state(() => held.big.length)
        setTimeout(() => held, 5)
        await spawn('alice', async () => {
          await channel('letters').receive()
          return held
        })
      }),
    )
    expect(verdict.passed).toBe(false)
  }
  await searchOnce()
  // The next search takes the place of what is kept of the last one.
  await check(programOf(({ spawn, pause }) => spawn('alice', () => pause())))
  await new Promise((resolve) => setTimeout(resolve, 5))
  collect()

  // Found, written down, and looked at for a twin that passes.
  expect(references).toHaveLength(3)
  expect(references.filter((reference) => reference.deref() !== undefined)).toEqual([])
})
