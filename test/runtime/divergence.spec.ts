import { expect, test } from 'vitest'
import { type Body, check, InterlaceError, programOf } from '../../src/index.ts'

/** The text of the error with which a search of a body ends. */
async function refusalOf(body: Body): Promise<string> {
  const error: unknown = await check(programOf(body)).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(InterlaceError)
  return (error as Error).message
}

test('a counter that changes the number of steps is found out, and the first step that differs is named', async () => {
  let runs = 0
  const text = await refusalOf(async ({ pause }) => {
    const steps = ++runs
    await pause('prepares')
    for (let step = 0; step < steps; step++) await pause('works')
  })

  expect(text).toMatch(/^The program behaves differently on replay \(path run-to-completion:\)\./)
  expect(text).toMatch(/Step \d+ is the first that differs:\n {2}once: {2}the execution is over\n {2}again: main works/)
})

test('a singleton made on first use is found out, and its first step is named', async () => {
  let connection: Promise<string> | undefined
  const text = await refusalOf(async ({ controlled, spawn }) => {
    const connect = controlled('connect', async () => 'connected')
    const query = async (): Promise<string> => (connection ??= connect())
    await Promise.all([spawn('alice', query), spawn('bob', query)])
  })

  expect(text).toMatch(/^The program behaves differently on replay \(path run-to-completion:\)/)
  expect(text).toContain('connect()')
})

test('a choice that depends on what is kept between executions is found out', async () => {
  let cached = false
  const text = await refusalOf(({ choose }) => {
    if (cached) return 'cached'
    cached = true
    return choose('hit', 'miss')
  })

  expect(text).toContain('behaves differently on replay')
})

test('a failure that does not come again is found out', async () => {
  let runs = 0
  const text = await refusalOf(async ({ pause }) => {
    await pause()
    if (++runs === 1) throw new Error('only once')
  })

  expect(text).toContain('behaves differently on replay')
  expect(text).toContain('\nIt once failed with Error: only once, and not again: the failure is flaky.\n')
})

test('the usual causes are told', async () => {
  let runs = 0
  const text = await refusalOf(async ({ pause }) => {
    for (let step = 0; step < runs; step++) await pause()
    runs++
  })

  expect(text).toContain('state kept between executions')
  expect(text).toContain('iteration over something unordered')
})

test('state made afresh in every execution is none', async () => {
  const verdict = await check(
    programOf(async ({ controlled, spawn }) => {
      let connection: Promise<string> | undefined
      const connect = controlled('connect', async () => 'connected')
      const query = async (): Promise<string> => (connection ??= connect())
      await Promise.all([spawn('alice', query), spawn('bob', query)])
    }),
  )

  expect(verdict.passed).toBe(true)
})

test('a path that no longer fits is an error that says how far it leads', async () => {
  const replayed = check(
    programOf(({ choose }) => choose(1, 2)),
    { path: 'round-robin:0.3' },
  )

  await expect(replayed).rejects.toThrow(InterlaceError)
  await expect(replayed).rejects.toThrow(
    'The path round-robin:0.3 does not fit this program: of its 2 delays, 1 found their place in 1 decision points (1 steps).',
  )
})
