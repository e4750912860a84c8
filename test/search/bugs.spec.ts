import { describe, expect, test } from 'vitest'
import { account } from '../../fixtures/account.ts'
import { messagePassing, storeBuffering } from '../../fixtures/litmus.ts'
import { slowReply } from '../../fixtures/slow-reply.ts'
import { parsePath } from '../../src/core/path.ts'
import { explorers } from '../../src/explorers/named.ts'
import { type Body, programOf } from '../../src/machines/program-of.ts'
import { check } from '../../src/search/check.ts'

const named = explorers.map((explorer) => [explorer.name, explorer] as const)

/** A body that counts how often it is run. */
function counted(body: Body): { readonly body: Body; runs: number } {
  const counter = {
    runs: 0,
    body: ((runtime) => {
      counter.runs++
      return body(runtime)
    }) satisfies Body,
  }
  return counter
}

describe('the lost deposit', () => {
  test('is found by default, with one delay, within 10 executions', async () => {
    const verdict = await check(programOf(account))
    expect(verdict).toMatchObject({ passed: false, complete: false, endedBy: 'counterexample', executions: 5 })
    expect(verdict.counterexample).toMatchObject({
      path: 'run-to-completion:1',
      outcome: { kind: 'failed', how: 'body', error: new Error('the balance is 20') },
      minimal: true,
    })
    expect(verdict.counterexample?.trace.map(({ process, what, delays }) => [process, what, delays])).toEqual([
      ['main', 'starts', 0],
      ['bob', 'starts', 0],
      ['alice', 'starts', 1],
      ['alice', 'ledger.read() → 0', 0],
      ['alice', 'ledger.write(10)', 0],
      ['bob', 'ledger.read() → 0', 0],
      ['bob', 'ledger.write(20)', 0],
      ['main', 'ledger.read() → 20', 0],
    ])
  })

  test.each(named)('is found under %s, and replays in one run with the same error', async (_, explorer) => {
    const found = await check(programOf(account), { explorer })
    expect(found.executions).toBeLessThanOrEqual(10)
    const { path, outcome, trace } = found.counterexample!
    expect(parsePath(path).delays.length).toBeLessThanOrEqual(1)
    const counter = counted(account)
    const replayed = await check(programOf(counter.body), { path })
    expect(counter.runs).toBe(1)
    expect(replayed).toMatchObject({ passed: false, endedBy: 'counterexample', executions: 1, strata: [] })
    expect(replayed.counterexample).toMatchObject({ path, outcome, minimal: false })
    expect(replayed.counterexample?.trace).toHaveLength(trace.length)
  })

  test('gives the same verdict twice', async () => {
    const once = await check(programOf(account))
    expect(await check(programOf(account))).toStrictEqual(once)
  })

  test('is found with turns of the event loop, the same way', async () => {
    const [drained, turned] = [await check(programOf(account)), await check(programOf(account, { quiescence: 'turn' }))]
    expect(turned).toMatchObject({ executions: drained.executions, steps: drained.steps, strata: drained.strata })
    expect(turned.counterexample?.path).toBe(drained.counterexample?.path)
  })

  test('is not there on a path that passes', async () => {
    const counter = counted(account)
    const verdict = await check(programOf(counter.body), { path: 'run-to-completion:' })
    expect(counter.runs).toBe(1)
    expect(verdict).toMatchObject({ passed: true, complete: false, executions: 1, strata: [] })
    expect(verdict.counterexample).toBeUndefined()
  })
})

describe('a slow reply', () => {
  const length = 20
  const places = Array.from({ length: length + 1 }, (_, place) => place)

  test.each(places)(
    `that arrives after %i of ${length} replies is found within ${2 * length} executions`,
    async (place) => {
      const verdict = await check(programOf(slowReply(length, (overtaken) => overtaken === place)))
      expect(verdict.counterexample?.outcome).toMatchObject({
        kind: 'failed',
        error: new Error(`the reply arrives after ${place} of ${length}`),
      })
      expect(verdict.executions).toBeLessThanOrEqual(2 * length)
      expect(parsePath(verdict.counterexample!.path).delays.length).toBeLessThanOrEqual(1)
    },
  )

  test('arrives everywhere when nothing fails', async () => {
    const { results } = await check(programOf(slowReply(length)))
    expect(results.map(({ value }) => value as number).sort((a, b) => a - b)).toEqual(places)
  })
})

describe('a litmus test under sequential consistency', () => {
  test.each([
    ['store buffering', storeBuffering, ['0,1', '1,0', '1,1']],
    ['message passing', messagePassing, ['0,0', '0,1', '1,1']],
  ])('%s has three results of four', async (_, body, results) => {
    const verdict = await check(programOf(body))
    expect(verdict.results.map(({ value }) => value).sort()).toEqual(results)
    expect(verdict.results.reduce((sum, { executions }) => sum + executions, 0)).toBe(verdict.executions)
    expect(verdict).toMatchObject({ passed: true, complete: true, endedBy: 'exhausted' })
  })

  test.each([
    ['store buffering', storeBuffering],
    ['message passing', messagePassing],
  ])('%s has six executions under one explorer, and each result a path that leads to it', async (_, body) => {
    const verdict = await check(programOf(body), { explorer: 'round-robin' })
    expect(verdict.executions).toBe(6)
    for (const { value, path } of verdict.results) {
      const replayed = await check(programOf(body), { path })
      expect(replayed.results).toEqual([{ value, executions: 1, path }])
    }
  })
})

describe('results', () => {
  /** A body that returns one of these. */
  const returning = (...values: readonly [unknown, ...unknown[]]) => programOf(({ choose }) => choose(...values))

  const each = { explorer: 'round-robin', delays: Infinity } as const

  test('are counted by content', async () => {
    const { results } = await check(returning({ a: 1, b: 2 }, { b: 2, a: 1 }, [1], [1], NaN, NaN), each)
    expect(results.map(({ value, executions }) => [value, executions])).toEqual([
      [{ a: 1, b: 2 }, 2],
      [[1], 2],
      [NaN, 2],
    ])
  })

  test('are told apart by kind', async () => {
    const values = [{}, 'object {}', '{}', null, 'null', undefined, 'undefined', 1, '1', 1n, true, 'true'] as const
    const { results } = await check(returning(...values), each)
    expect(new Set(results.map(({ value }) => value)).size).toBe(values.length)
  })
})
