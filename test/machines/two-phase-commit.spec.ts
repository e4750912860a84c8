import { describe, expect, test } from 'vitest'
import { twoPhaseCommit } from '../../fixtures/protocols/two-phase-commit.ts'
import { twoPhaseCommitRecovery } from '../../fixtures/protocols/two-phase-commit-recovery.ts'
import { programOf } from '../../src/machines/program-of.ts'
import { check } from '../../src/search/check.ts'

const torn = { kind: 'failed', error: new Error('one participant has committed, and another has aborted') }

describe('two-phase commit', () => {
  test.each([2, 3])('of %i participants passes', async (participants) => {
    const verdict = await check(programOf(twoPhaseCommit(participants)))
    expect(verdict).toMatchObject({ passed: true, endedBy: 'delays' })
    expect(verdict.strata.slice(0, 3).map(({ exhausted }) => exhausted)).toEqual([true, true, true])
  })

  test.each([
    ['forgotten vote', 'run-to-completion', '4'],
    ['forgotten vote', 'round-robin', '5'],
    ['early commit', 'run-to-completion', '7'],
    ['early commit', 'round-robin', '8'],
  ] as const)('with the bug "%s" tears under %s, with one delay', async (bug, explorer, delays) => {
    const verdict = await check(programOf(twoPhaseCommit(2, bug)), { explorer })
    expect(verdict.passed).toBe(false)
    expect(verdict.counterexample).toMatchObject({ path: `${explorer}:${delays}`, outcome: torn, minimal: true })
  })
})

describe('a coordinator that crashes', () => {
  const log = ['begun', 'decision'] as const

  test('and never comes back leaves who has voted yes blocked', async () => {
    const program = programOf(twoPhaseCommitRecovery(2, { restart: 'never', log }))
    const verdict = await check(program, { explorer: 'round-robin' })
    expect(verdict.passed).toBe(false)
    expect(verdict.counterexample).toMatchObject({
      path: expect.stringMatching(/^round-robin:\d+$/), // one delay: the crash
      minimal: true,
      outcome: {
        kind: 'deadlocked',
        waiting: [
          { process: 'main', for: 'an answer to participant 1.decision()' },
          { process: 'participant 1', for: 'a message, in state prepared, with decision deferred' },
          { process: 'participant 2', for: 'a message, in state prepared, with decision deferred' },
          { process: 'main', for: 'an answer to participant 2.decision()' },
        ],
      },
    })
  })

  test('and comes back with its log decides for all', async () => {
    const verdict = await check(programOf(twoPhaseCommitRecovery(2, { restart: 'fresh', log })))
    expect(verdict).toMatchObject({ passed: true, endedBy: 'delays' })
    expect(verdict.results.map(({ value }) => String(value)).sort()).toEqual(['abort,abort', 'commit,commit'])
    expect(verdict.strata.slice(0, 2).map(({ exhausted }) => exhausted)).toEqual([true, true])
  })

  test.each([
    ['run-to-completion', /^run-to-completion:\d+\.\d+$/],
    ['round-robin', /^round-robin:\d+$/],
  ] as const)('and comes back without its decision takes it back, under %s', async (explorer, delays) => {
    const program = programOf(twoPhaseCommitRecovery(2, { restart: 'fresh', log: ['begun'] }))
    const verdict = await check(program, { explorer })
    expect(verdict.passed).toBe(false)
    expect(verdict.counterexample).toMatchObject({
      path: expect.stringMatching(delays),
      outcome: torn,
      minimal: true,
    })
  })
})
