import { describe, expect, test } from 'vitest'
import { boundedBuffer } from '../../fixtures/protocols/bounded-buffer.ts'
import { programOf } from '../../src/machines/program-of.ts'
import { check } from '../../src/search/check.ts'

describe('a bounded buffer', () => {
  test.each(['run-to-completion', 'round-robin'] as const)('passes under %s', async (explorer) => {
    const verdict = await check(programOf(boundedBuffer(3)), { explorer, executions: 5000 })
    expect(verdict).toMatchObject({ passed: true, endedBy: 'delays' })
    expect(verdict.strata.slice(0, 3).map(({ exhausted }) => exhausted)).toEqual([true, true, true])
  })

  test('that wakes the wrong waiter leaves a producer and a consumer waiting', async () => {
    const verdict = await check(programOf(boundedBuffer(2, 'wrong waiter')), { explorer: 'round-robin' })
    expect(verdict.passed).toBe(false)
    expect(verdict.counterexample).toMatchObject({ path: 'round-robin:1.0', minimal: true })
    const outcome = verdict.counterexample?.outcome
    expect(outcome?.kind).toBe('deadlocked')
    expect(outcome?.kind === 'deadlocked' && outcome.waiting).toMatchObject([
      { process: 'buffer', for: 'a message, in state open' },
      { process: 'producer 1', for: 'a message, in state done' },
      { process: 'producer 2', for: 'a message, in state working, with finish deferred' },
      { process: 'consumer 1', for: 'a message, in state done' },
      { process: 'consumer 2', for: 'a message, in state working, with finish deferred' },
      { process: 'main', for: 'an answer to producer 2.finish()' },
      { process: 'main', for: 'an answer to consumer 2.finish()' },
      { process: 'main', for: 'a promise that nothing settles, after producer 1.finish()' },
    ])
  })

  test.each([
    ['run-to-completion', '12.17'],
    ['round-robin', '1'],
  ] as const)('that does not look a second time overflows, under %s', async (explorer, delays) => {
    const verdict = await check(programOf(boundedBuffer(3, 'no second look')), { explorer })
    expect(verdict.passed).toBe(false)
    expect(verdict.counterexample).toMatchObject({
      path: `${explorer}:${delays}`,
      outcome: { kind: 'failed', error: new Error('the buffer holds 2 items, and has room for 1') },
      minimal: true,
    })
  })
})
