import { pbkdf2, scrypt } from 'node:crypto'
import { readFile } from 'node:fs'
import { readFile as readFilePromise } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Body, check, programOf } from '../../src/index.ts'
import { outcomeOf } from './told.ts'

const realTimeout = setTimeout
const realImmediate = setImmediate

let server: Server
let port: number

beforeAll(async () => {
  server = createServer((socket) => socket.end('hello'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})

afterAll(() => new Promise((resolve) => server.close(resolve)))

const outside: Record<string, [work: () => Promise<unknown>, what: string]> = {
  'fs.promises.readFile': [() => readFilePromise('package.json', 'utf8'), 'a file system call'],
  'fs.readFile': [() => promisify(readFile)('package.json', 'utf8'), 'a file system call'],
  'a connection': [
    () =>
      new Promise((resolve, reject) => {
        const socket = connect(port, '127.0.0.1')
        let heard = ''
        socket.setEncoding('utf8')
        socket.on('data', (data: string) => (heard += data))
        socket.on('error', reject)
        socket.on('close', () => resolve(heard))
      }),
    'a network connection',
  ],
  'a captured timer': [
    () => new Promise((resolve) => realTimeout(resolve, 3)),
    'a real timer, captured before the test took control of setTimeout',
  ],
  'a captured immediate': [
    () => new Promise((resolve) => realImmediate(resolve)),
    'a real immediate, captured before the test took control of setImmediate',
  ],
  'crypto.pbkdf2': [() => promisify(pbkdf2)('password', 'salt', 1000, 16, 'sha256'), 'asynchronous cryptography'],
  'crypto.scrypt': [() => promisify(scrypt)('password', 'salt', 16), 'asynchronous cryptography'],
  'zlib.gzip': [() => promisify(gzip)('text'), 'compression'],
}

test('what is outside is waited for after the process has stood still, as at a breakpoint', async () => {
  const standsStill = () =>
    new Promise((resolve) =>
      realTimeout(() => {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1200)
        realTimeout(resolve, 50)
      }, 3),
    )
  const program = programOf(async ({ pause }) => {
    await pause()
    await standsStill()
  })
  expect(await check(program, { path: 'run-to-completion:' })).toMatchObject({ passed: true, executions: 1 })
})

test.each(Object.entries(outside))('%s is waited for', async (_, [work]) => {
  const verdict = await check(
    programOf(async ({ pause }) => {
      await pause()
      await work()
      await pause()
      return 'went on'
    }),
  )

  expect(verdict.counterexample?.outcome).toBeUndefined()
  expect(verdict.results).toMatchObject([{ value: 'went on' }])
})

test.each(Object.entries(outside))('%s is named, and no claim survives it', async (_, [work, what]) => {
  const verdict = await check(
    programOf(async ({ choose }) => {
      choose(1, 2)
      await work()
    }),
  )

  expect(verdict.uncontrolled.map((found) => found.what)).toContain(what)
  expect(verdict.uncontrolled.find((found) => found.what === what)?.stack).toContain('uncontrolled.spec.ts')
  expect(verdict.complete).toBe(false)
  expect(verdict.strata.filter(({ exhausted }) => exhausted)).toEqual([])
})

test.each(Object.entries(outside))('%s is all that is named', async (_, [work, what]) => {
  const verdict = await check(programOf(() => work()))

  expect([...new Set(verdict.uncontrolled.map((found) => found.what))]).toEqual([what])
})

test.each(Object.entries(outside))(
  '%s is told by where the body starts it, and no other place',
  async (_, [work, what]) => {
    const verdict = await check(programOf(() => work()))
    const stacks = verdict.uncontrolled.filter((found) => found.what === what).map(({ stack }) => stack)

    expect(stacks).not.toEqual([])
    for (const stack of stacks) expect(stack).toContain('uncontrolled.spec.ts')
  },
)

test('it is named at a turn as well', async () => {
  const verdict = await check(programOf(() => readFilePromise('package.json', 'utf8'), { quiescence: 'turn' }))

  expect(verdict.passed).toBe(true)
  expect([...new Set(verdict.uncontrolled.map((found) => found.what))]).toEqual(['a file system call'])
})

test('a body that does nothing outside has nothing to tell, while the host is busy', async () => {
  const busy = setInterval(() => undefined, 1)
  const reading = readFilePromise('package.json')
  const verdict = await check(
    programOf(async ({ spawn, pause }) => {
      await Promise.all([spawn('alice', () => pause()), spawn('bob', () => pause())])
    }),
  )
  clearInterval(busy)
  await reading

  expect(verdict.uncontrolled).toEqual([])
})

test('a failing execution that used the outside is not called minimal', async () => {
  const verdict = await check(
    programOf(async () => {
      await readFilePromise('package.json')
      throw new Error('on purpose')
    }),
  )

  expect(outcomeOf(verdict)).toMatchObject({ kind: 'failed', how: 'body' })
  expect(verdict.counterexample?.minimal).toBe(false)
  expect(verdict.uncontrolled).not.toEqual([])
})

test('an exception in a callback of the outside fails the execution', async () => {
  const error = new Error('on purpose')
  const body: Body = () =>
    new Promise(() => {
      readFile('package.json', () => {
        throw error
      })
    })
  const verdict = await check(programOf(body))

  expect(outcomeOf(verdict)).toEqual({ kind: 'failed', error, how: 'uncaught exception' })
})

test('an await on something that never comes is a deadlock', async () => {
  const sockets: Socket[] = []
  const verdict = await check(
    programOf(async () => {
      const socket = connect(port, '127.0.0.1')
      sockets.push(socket)
      await new Promise((resolve) => socket.on('never', resolve))
    }),
    { executions: 1 },
  )
  for (const socket of sockets) socket.destroy()

  expect(outcomeOf(verdict)).toMatchObject({
    kind: 'deadlocked',
    waiting: [{ process: 'main', for: 'a promise that nothing settles' }],
  })
  expect(verdict.uncontrolled.map((found) => found.what)).toContain('a network connection')
})

test('a real timer that never ends is not waited for, when the body has settled', async () => {
  const timers: NodeJS.Timeout[] = []
  const verdict = await check(programOf(() => void timers.push(realTimeout(() => undefined, 100_000))))
  for (const timer of timers) clearTimeout(timer)

  expect(verdict).toMatchObject({ passed: true, complete: false })
})
