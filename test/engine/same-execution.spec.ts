import { beforeEach, describe, expect, test } from 'vitest'
import { go, graphProgram } from '../../fixtures/graph-program.ts'
import { moody, moodyWhenDelayed } from '../../fixtures/unfit-explorers.ts'
import { InterlaceError } from '../../src/core/errors.ts'
import type { Step } from '../../src/core/trace.ts'
import { divergence, sameSteps } from '../../src/engine/same-execution.ts'
import { type Body, programOf } from '../../src/machines/program-of.ts'
import { check } from '../../src/search/check.ts'

let runs = 0 // what a body must not keep
beforeEach(() => void (runs = 0))

/** A body whose process `second` takes one step more in every so many runs. */
const forgetsToReset =
  (period: number): Body =>
  async ({ spawn, pause }) => {
    const steps = ++runs % period === 0 ? 2 : 1
    await Promise.all([
      spawn('first', () => pause('first step')),
      spawn('second', async () => {
        for (let step = 1; step <= steps; step++) await pause(`second step ${step}`)
      }),
    ])
  }

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a program that behaves differently on replay', () => {
  test('is stopped in its second run, with the first step that differs', async () => {
    const every: Body = async ({ spawn, pause }) => {
      const odd = ++runs % 2 === 1
      await spawn('worker', async () => {
        await pause('works')
        if (odd) await pause('works on')
        await pause('rests')
      })
    }
    const error = await failureOf(check(programOf(every)))
    expect(error).toBeInstanceOf(InterlaceError)
    const { message } = error as Error
    expect(message).toMatch(
      /^The program behaves differently on replay \(path run-to-completion:\)\. Step 4 is the first/,
    )
    expect(message).toMatch(/once: {2}worker (works on|rests) \(one of 1 choices\)/)
    expect(message).toMatch(/again: worker (works on|rests) \(one of 1 choices\)/)
    expect(message).toContain('state kept between executions (a module-level variable')
    expect(runs).toBeLessThanOrEqual(5)
  })

  test.each([2, 3, 4, 5, 7])('is stopped when every %i. run is another one', async (period) => {
    const error = await failureOf(check(programOf(forgetsToReset(period)), { explorer: 'round-robin' }))
    expect(error).toBeInstanceOf(InterlaceError)
    expect((error as Error).message).toContain('The program behaves differently on replay (path round-robin:')
  })

  test('is stopped when its failure does not come again', async () => {
    const once: Body = async ({ spawn }) => {
      await spawn('worker', () => {
        if (++runs === 1) throw new Error('only once')
      })
    }
    const error = await failureOf(check(programOf(once)))
    expect(error).toBeInstanceOf(InterlaceError)
    expect((error as Error).message).toContain('once it failed with Error: only once, then it returned undefined')
  })

  test('is let alone when what it keeps changes nothing', async () => {
    const counting: Body = async ({ spawn }) => {
      runs++
      await Promise.all([spawn('first', () => {}), spawn('second', () => {})])
    }
    expect((await check(programOf(counting))).passed).toBe(true)
  })
})

describe('an explorer that behaves differently on replay', () => {
  const program = graphProgram([go, go], [go, go], [go, go])

  test.each([
    ['moody', moody],
    ['moody-when-delayed', moodyWhenDelayed],
  ])('is stopped by name: %s', async (name, explorer) => {
    const error = await failureOf(check(program, { explorer: explorer() }))
    expect(error).toBeInstanceOf(InterlaceError)
    expect((error as Error).message).toContain(`differently on replay (path ${name}:`)
  })
})

describe('two recordings', () => {
  const step = (process: string, part: Partial<Step> = {}): Step => ({
    process,
    what: 'goes on',
    delays: 0,
    delayed: [],
    choices: 2,
    time: 0,
    notes: [],
    stack: undefined,
    ...part,
  })
  const [a, b] = [step('a'), step('b')]
  const same = { path: 'p:', cameOnce: 'returned 1', cameAgain: 'returned 1', uncontrolled: [] }

  test('are the same when process, words, choices and delays of each step are', () => {
    expect(sameSteps([a, b], [step('a', { time: 5, stack: 'at x' }), b])).toBe(true)
    expect(sameSteps([], [])).toBe(true)
  })

  test.each<[string, Step[], number]>([
    ['another process', [a, a], 2],
    ['other words', [a, step('b', { what: 'starts' })], 2],
    ['other choices', [step('a', { choices: 3 }), b], 1],
    ['other delays', [step('a', { delays: 1 }), b], 1],
    ['fewer steps', [a], 2],
    ['more steps', [a, b, a], 3],
  ])('differ by %s', (_, other, at) => {
    expect(sameSteps([a, b], other)).toBe(false)
    expect(divergence({ ...same, path: 'round-robin:1', once: [a, b], again: other }).message).toContain(
      `(path round-robin:1). Step ${at} is the first that differs:`,
    )
  })

  test('say what came of them when no step differs, and what nobody controls', () => {
    const uncontrolled = [{ what: 'a file system call', stack: 'at body (x.spec.ts:3:4)\nat y' }]
    const { message } = divergence({ ...same, once: [a], again: [a], cameAgain: 'returned 2', uncontrolled })
    expect(message).toContain('(path p:): once it returned 1, then it returned 2.')
    expect(message).toContain('Nobody controls a file system call at body (x.spec.ts:3:4)')
  })

  test('say so when one is over', () => {
    expect(divergence({ ...same, once: [a, b], again: [a] }).message).toContain('again: the execution is over')
    expect(divergence({ ...same, once: [a], again: [a, b] }).message).toContain('once:  the execution is over')
  })
})
