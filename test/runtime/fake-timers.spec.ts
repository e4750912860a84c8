import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { type Body, check, InterlaceError, programOf } from '../../src/index.ts'

// Each in a file of its own would be safer still: a body that replaces globals may leave them in pieces.
const saved = (
  ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate', 'Date'] as const
).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)
const { hrtime } = process

async function refusalOf(body: Body): Promise<unknown> {
  try {
    return await check(programOf(body)).then(
      () => undefined,
      (reason: unknown) => reason,
    )
  } finally {
    try {
      vi.useRealTimers()
    } finally {
      for (const [name, descriptor] of saved) Object.defineProperty(globalThis, name, descriptor ?? {})
      process.hrtime = hrtime
    }
  }
}

test.each<[string, Body]>([
  [
    'and goes on',
    () => {
      vi.useFakeTimers()
    },
  ],
  [
    'and waits for them in vain',
    async () => {
      vi.useFakeTimers()
      await new Promise((resolve) => setTimeout(resolve, 10))
    },
  ],
  [
    'and waits for them while time goes on',
    async () => {
      setInterval(() => undefined, 10)
      vi.useFakeTimers()
      await new Promise((resolve) => setTimeout(resolve, 10))
    },
  ],
  [
    'and advances them',
    async ({ pause }) => {
      vi.useFakeTimers()
      const rung = new Promise((resolve) => setTimeout(resolve, 10))
      await pause()
      await vi.advanceTimersByTimeAsync(10)
      await rung
    },
  ],
  [
    'for the date alone',
    async () => {
      vi.useFakeTimers({ toFake: ['Date'] })
      vi.setSystemTime(0)
      await sleep(5)
    },
  ],
  [
    'and fails',
    () => {
      vi.useFakeTimers()
      throw new Error('the test itself')
    },
  ],
])('a body that uses fake timers %s is an error that says so', async (_, body) => {
  const refused = await refusalOf(body)

  expect(refused).toBeInstanceOf(InterlaceError)
  expect((refused as Error).message).toContain('vi.useFakeTimers()')
})
