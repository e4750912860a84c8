import { AsyncLocalStorage } from 'node:async_hooks'
import { EventEmitter, once } from 'node:events'
import { Readable } from 'node:stream'
import { setImmediate as immediately, setInterval as every, setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Body, check, programOf, type Runtime } from '../../src/index.ts'
import { valuesOf } from './told.ts'

const storage = new AsyncLocalStorage<string>()
const store = (): string | undefined => storage.getStore()

/** How code comes to go on later, and must find itself in the context that it left. */
const ways: Record<string, (runtime: Runtime) => Promise<unknown>> = {
  'a promise': () => Promise.resolve().then(store),
  pause: ({ pause }) => pause().then(store),
  'a controlled call': ({ controlled }) => controlled('get', async () => 1)().then(store),
  'what a controlled call does': ({ controlled }) => controlled('get', async () => store())(),
  'what a call that travels does': ({ controlled }) =>
    controlled('get', async () => store(), { steps: 'request-and-reply' })(),
  'a channel': async ({ channel }) => {
    const letters = channel('letters')
    await letters.send('x')
    await letters.receive()
    return store()
  },
  'a spawned process': ({ spawn }) => spawn('alice', store),
  'after a spawned process': ({ spawn }) => spawn('alice', () => storage.run('inside', () => undefined)).then(store),
  nextTick: () => new Promise((resolve) => process.nextTick(() => resolve(store()))),
  queueMicrotask: () => new Promise((resolve) => queueMicrotask(() => resolve(store()))),
  setTimeout: () => new Promise((resolve) => setTimeout(() => resolve(store()), 5)),
  setImmediate: () => new Promise((resolve) => setImmediate(() => resolve(store()))),
  setInterval: () =>
    new Promise((resolve) => {
      const interval = setInterval(() => {
        clearInterval(interval)
        resolve(store())
      }, 5)
    }),
  'setTimeout of timers/promises': () => sleep(5).then(store),
  'setImmediate of timers/promises': () => immediately().then(store),
  'setInterval of timers/promises': async () => {
    for await (const _ of every(5)) break
    return store()
  },
}

test.each(Object.entries(ways))('the context of AsyncLocalStorage survives %s', async (_, way) => {
  const body: Body = (runtime) => storage.run('context', () => way(runtime))
  expect(valuesOf(await check(programOf(body)))).toEqual(['context'])
})

test('processes that interleave keep their contexts apart', async () => {
  const verdict = await check(
    programOf(async ({ spawn, pause, controlled }) => {
      const get = controlled('get', async () => 1)
      const seen = await Promise.all(
        ['alice', 'bob'].map((name) =>
          spawn(name, () =>
            storage.run(name, async () => {
              const own = [store()]
              await pause()
              own.push(store())
              await get()
              own.push(store())
              return own.join()
            }),
          ),
        ),
      )
      return seen.join(' ')
    }),
  )

  expect(verdict.executions).toBeGreaterThan(10)
  expect(valuesOf(verdict)).toEqual(['alice,alice,alice bob,bob,bob'])
})

test('a search leaves the context of its caller alone', async () => {
  await storage.run('caller', async () => {
    await check(programOf(({ pause }) => storage.run('body', () => pause())))
    expect(store()).toBe('caller')
  })
})

test('events and streams work without anything outside', async () => {
  const verdict = await check(
    programOf(async ({ spawn, pause }) => {
      const events = new EventEmitter()
      const heard = once(events, 'ready')
      const reader = spawn('reader', async () => {
        let text = ''
        for await (const part of Readable.from(['a', 'b', 'c'])) {
          await pause()
          text += part as string
        }
        return text
      })
      await spawn('emitter', () => events.emit('ready', 7))
      return [(await heard)[0], await reader].join()
    }),
  )

  expect(valuesOf(verdict)).toEqual(['7,abc'])
  expect(verdict.uncontrolled).toEqual([])
})
