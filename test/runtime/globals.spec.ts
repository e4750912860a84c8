import crypto, { randomUUID } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import timers, { setTimeout as timersSetTimeout } from 'node:timers'
import timersPromises, { setTimeout as sleep } from 'node:timers/promises'
import { nextTick } from 'node:process'
import { afterEach, expect, test, vi } from 'vitest'
import { type Body, check, InterlaceError, programOf } from '../../src/index.ts'

const schedulerPrototype = Object.getPrototypeOf(timersPromises.scheduler) as Record<string, unknown>

/** Everything that a search replaces, and where it lives. */
const places: Record<string, [object, string[]]> = {
  globalThis: [
    globalThis,
    [
      'setTimeout',
      'setInterval',
      'setImmediate',
      'clearTimeout',
      'clearInterval',
      'clearImmediate',
      'queueMicrotask',
      'Date',
    ],
  ],
  'node:timers': [
    timers,
    ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'],
  ],
  'node:timers/promises': [timersPromises, ['setTimeout', 'setInterval', 'setImmediate']],
  scheduler: [schedulerPrototype, ['wait', 'yield']],
  AbortSignal: [AbortSignal, ['timeout']],
  Date: [Date, ['now']],
  performance: [performance, ['now']],
  process: [process, ['hrtime', 'nextTick']],
  Math: [Math, ['random']],
  'globalThis.crypto': [globalThis.crypto, ['randomUUID', 'getRandomValues']],
  'node:crypto': [crypto, ['randomUUID', 'randomBytes', 'randomInt']],
  console: [console, ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table']],
}

const imported = (): unknown[] => [randomUUID, timersSetTimeout, sleep, nextTick]

const each = Object.entries(places).flatMap(([place, [target, names]]) =>
  names.map((name) => ({ name: `${place}.${name}`, target: target as Record<string, unknown>, key: name })),
)
// A test of what goes wrong must not take the others with it.
const originals = each.map(({ target, key }) => Object.getOwnPropertyDescriptor(target, key))

afterEach(() => {
  each.forEach(({ target, key }, index) => {
    const original = originals[index]
    if (original === undefined) Reflect.deleteProperty(target, key)
    else Object.defineProperty(target, key, original)
  })
  syncBuiltinESMExports()
})

/** Each of them as it is now: the function, and how it hangs on its object. */
function globals(): Map<string, unknown> {
  const found = new Map<string, unknown>()
  for (const { name, target, key } of each) {
    found.set(name, target[key])
    const { configurable, enumerable, writable } = Object.getOwnPropertyDescriptor(target, key) ?? {}
    found.set(`${name} (descriptor)`, `${configurable} ${enumerable} ${writable}`)
  }
  imported().forEach((value, index) => found.set(`import ${index}`, value))
  found.set('process.hrtime.bigint', Reflect.get(process.hrtime, 'bigint'))
  return found
}

async function expectSameGlobals(search: () => Promise<unknown>): Promise<void> {
  const before = globals()
  await search()
  const after = globals()
  expect([...before].filter(([name, value]) => after.get(name) !== value).map(([name]) => name)).toEqual([])
}

const busy: Body = async ({ spawn, pause }) => {
  await Promise.all([
    spawn('alice', async () => {
      await pause()
      await sleep(10)
      return [Math.random(), randomUUID(), new Date()]
    }),
    spawn('bob', () => new Promise((resolve) => setImmediate(resolve))),
  ])
}

test('all of them are replaced inside of a search', async () => {
  await new Promise((resolve) => setTimeout(resolve, 5)) // until the host has nothing to say
  const before = globals()
  const untouched = new Set<string>()
  await check(
    programOf(() => {
      for (const [name, value] of globals()) {
        if (!name.endsWith('(descriptor)') && value === before.get(name)) untouched.add(name)
      }
    }),
  )

  expect([...untouched]).toEqual([])
})

test('all of them are the original ones after a search that passes', () =>
  expectSameGlobals(async () => {
    expect((await check(programOf(busy))).passed).toBe(true)
  }))

test('all of them are the original ones after a search that fails', () =>
  expectSameGlobals(async () => {
    const verdict = await check(
      programOf(async (runtime) => {
        await busy(runtime)
        throw new Error('the end')
      }),
    )
    expect(verdict.passed).toBe(false)
  }))

test('all of them are the original ones after a deadlock', () =>
  expectSameGlobals(async () => {
    expect((await check(programOf(() => new Promise(() => undefined)))).passed).toBe(false)
  }))

test('all of them are the original ones after an error of misuse', () =>
  expectSameGlobals(async () => {
    const refused = check(programOf(({ spawn }) => Promise.all([spawn('a', () => 1), spawn('a', () => 2)])))
    await expect(refused).rejects.toThrow(InterlaceError)
  }))

test('all of them are the original ones after a program that behaves differently on replay', () =>
  expectSameGlobals(async () => {
    let runs = 0
    const refused = check(
      programOf(async ({ pause }) => {
        for (let step = 0; step <= runs; step++) await pause()
        runs++
      }),
    )
    await expect(refused).rejects.toThrow('behaves differently on replay')
  }))

test('all of them are the original ones after a step at a turn', () =>
  expectSameGlobals(async () => {
    expect((await check(programOf(busy, { quiescence: 'turn' }), { executions: 5 })).passed).toBe(true)
  }))

test('all of them are the original ones after a search that was refused because of fake timers', () =>
  expectSameGlobals(async () => {
    vi.useFakeTimers()
    try {
      await expect(check(programOf(busy))).rejects.toThrow('fake timers')
    } finally {
      vi.useRealTimers()
    }
    // The fake timers have put our retired replacements back; the next search finds and removes them.
    await check(programOf(() => 1))
  }))

test('all of them are the original ones after a body that uses fake timers, and another search', () =>
  expectSameGlobals(async () => {
    try {
      await expect(check(programOf(() => void vi.useFakeTimers()))).rejects.toThrow(InterlaceError)
    } finally {
      vi.useRealTimers()
    }
    // The fake timers have put our retired replacements back; the next search finds and removes them.
    await check(programOf(() => 1))
  }))

test('a search works after one whose body used fake timers', async () => {
  await expect(check(programOf(() => void vi.useFakeTimers()))).rejects.toThrow(InterlaceError)
  vi.useRealTimers()

  await expect(check(programOf(busy))).resolves.toMatchObject({ passed: true })
})

test('nextTick is replaced even if the host has just put it back, as Vitest does around its messages', async () => {
  const original = Reflect.get(process, 'nextTick') as (callback: () => void) => void
  original(() => {
    process.nextTick = original
  })
  const verdict = await check(programOf(() => Reflect.get(process, 'nextTick') !== original))

  expect(verdict.results).toMatchObject([{ value: true }])
})

test('between the slices of a search, the rest of the world has its own clock', async () => {
  const start = Date.now()
  let turns = 0
  let strange = 0
  const watch = setInterval(() => {
    turns++
    if (Math.abs(Date.now() - start) > 60_000) strange++
  }, 1)
  const ended = new AbortController()
  setTimeout(() => ended.abort(), 150)
  await check(programOf(busy), { search: 'random-walk', executions: Infinity, signal: ended.signal })
  clearInterval(watch)

  expect(turns).toBeGreaterThan(0)
  expect(strange).toBe(0)
})
