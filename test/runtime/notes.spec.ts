import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Body, check, InterlaceError, programOf } from '../../src/index.ts'
import { linesOf, stepsOf } from './told.ts'

const missing = undefined as unknown as { balance: string }
const methods = ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table'] as const
const printed: unknown[][] = []

beforeEach(() => {
  for (const method of methods)
    vi.spyOn(console, method).mockImplementation((...args: unknown[]) => void printed.push(args))
})

afterEach(() => {
  vi.restoreAllMocks()
  printed.length = 0
})

const talking: Body = async ({ spawn, pause, log }) => {
  console.log('hello', { a: 1 })
  log('plain', { b: [2] }, 3)
  await Promise.all([
    spawn('alice', async () => {
      await pause()
      console.warn('alice speaks')
    }),
    spawn('bob', () => log('bob notes')),
  ])
}

test('pause stands in the trace with its label', async () => {
  const lines = await linesOf(async ({ pause }) => {
    await pause()
    await pause('commits')
  })

  expect(lines).toEqual(['main: starts', 'main: goes on', 'main: commits'])
})

test('what is logged and printed stands in the trace, in the lane of who said it', async () => {
  const steps = await stepsOf(talking)

  expect(steps.map(({ process, what, notes }) => [process, what, notes])).toEqual([
    [
      'main',
      'starts',
      [
        { kind: 'console', process: 'main', text: 'hello { a: 1 }', delays: 0 },
        { kind: 'log', process: 'main', text: 'plain { b: [ 2 ] } 3', delays: 0 },
      ],
    ],
    ['alice', 'starts', []],
    ['alice', 'goes on', [{ kind: 'console', process: 'alice', text: 'alice speaks', delays: 0 }]],
    ['bob', 'starts', [{ kind: 'log', process: 'bob', text: 'bob notes', delays: 0 }]],
  ])
})

test('a search prints nothing, whether it passes or fails', async () => {
  const verdict = await check(programOf(talking))
  await stepsOf((runtime) => {
    for (const method of methods) console[method]('not to be seen')
    return talking(runtime)
  })

  expect(verdict.executions).toBeGreaterThan(1)
  expect(printed).toEqual([])
})

test('a replayed path prints once', async () => {
  await check(programOf(talking), { path: 'round-robin:' })

  expect(printed).toEqual([['hello', { a: 1 }], ['alice speaks']])
})

test('console prints again when the search is over', async () => {
  const log = console.log
  await check(programOf(talking))
  console.log('afterwards')

  expect(console.log).toBe(log)
  expect(printed).toEqual([['afterwards']])
})

test('state stands in the trace after each step', async () => {
  const steps = await stepsOf(async ({ state, pause }) => {
    let balance = 0
    state(() => ({ balance }))
    await pause()
    balance = 10
    await pause()
    balance = 20
  })

  expect(steps.map(({ notes }) => notes.map(({ kind, text }) => `${kind} ${text}`))).toEqual([
    ['state { balance: 0 }'],
    ['state { balance: 10 }'],
    ['state { balance: 20 }'],
  ])
})

test('a state that cannot be looked at is an error that says so', async () => {
  const refused = check(
    programOf(async ({ state, pause }) => {
      state(() => missing.balance)
      await pause()
    }),
  )

  await expect(refused).rejects.toThrow(InterlaceError)
  await expect(refused).rejects.toThrow('state')
})

test('a state that draws random numbers changes nothing in the execution', async () => {
  const verdict = await check(
    programOf(async ({ state, pause, choose }) => {
      state(() => [Math.random(), Date.now()])
      await pause()
      choose(1, 2)
      return Math.random()
    }),
  )

  expect(verdict.results).toHaveLength(1)
})

test('a step tells its choices, the delays spent, who was passed over, and its virtual time', async () => {
  const steps = await stepsOf(
    async ({ spawn, pause }) => {
      await Promise.all([
        spawn('alice', () => pause('works')),
        spawn('bob', async () => {
          await new Promise((resolve) => setTimeout(resolve, 40))
        }),
      ])
    },
    { path: 'round-robin:0.1' },
  )

  expect(
    steps.map(({ process, what, choices, delays, delayed, time }) => ({
      process,
      what,
      choices,
      delays,
      delayed,
      time,
    })),
  ).toEqual([
    { process: 'main', what: 'starts', choices: 1, delays: 0, delayed: [], time: 0 },
    { process: 'bob', what: 'starts', choices: 2, delays: 1, delayed: ['alice'], time: 0 },
    { process: 'clock', what: 'timer of 40 ms (bob)', choices: 2, delays: 1, delayed: ['alice'], time: 40 },
    { process: 'alice', what: 'starts', choices: 1, delays: 0, delayed: [], time: 40 },
    { process: 'alice', what: 'works', choices: 1, delays: 0, delayed: [], time: 40 },
  ])
})

test('a step tells where its operation was issued', async () => {
  const steps = await stepsOf(async ({ controlled, pause, channel }) => {
    await pause()
    await controlled('get', async () => 1)()
    const letters = channel<string>('letters')
    await letters.send('x')
    await letters.receive()
    await new Promise((resolve) => setTimeout(resolve, 1))
  })

  const [start, ...issued] = steps
  expect(start?.stack).toBeUndefined()
  expect(issued).toHaveLength(4)
  for (const { stack } of issued) expect(stack?.split('\n')[0]).toMatch(/^at .*notes\.spec\.ts:\d+:\d+/)
})
