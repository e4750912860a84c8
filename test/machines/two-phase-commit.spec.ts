import { describe, expect, test } from 'vitest'
import { twoPhaseCommit } from '../../fixtures/protocols/two-phase-commit.ts'
import { twoPhaseCommitRecovery } from '../../fixtures/protocols/two-phase-commit-recovery.ts'
import { programOf } from '../../src/machines/program-of.ts'
import { check } from '../../src/search/check.ts'
import { reachable } from './reachable.ts'

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

const tears = 'one participant has committed, and another has aborted'

test.each([
  { participants: 2, bug: undefined, states: 177, outcomes: { passed: 18 } },
  { participants: 3, bug: undefined, states: 2354, outcomes: { passed: 25 } },
  { participants: 2, bug: 'forgotten vote', states: 125, outcomes: { passed: 18, [tears]: 16 } },
  { participants: 3, bug: 'forgotten vote', states: 874, outcomes: { passed: 25, [tears]: 21 } },
  { participants: 2, bug: 'early commit', states: 221, outcomes: { passed: 18, [tears]: 14 } },
  { participants: 3, bug: 'early commit', states: 2503, outcomes: { passed: 25, [tears]: 19 } },
] as const)('of all states of $participants participants, bug: $bug', async ({ participants, bug, ...all }) => {
  const { states, outcomes, cycle } = await reachable(programOf(twoPhaseCommit(participants, bug)))
  expect({ states, outcomes, cycle }).toEqual({ ...all, cycle: undefined })
})

describe('a coordinator that crashes', () => {
  const log = ['begun', 'decision'] as const

  test('and never comes back leaves who has voted yes blocked', async () => {
    const program = programOf(twoPhaseCommitRecovery(2, { restart: 'never', log }))
    const verdict = await check(program, { explorer: 'round-robin' })
    expect(verdict.passed).toBe(false)
    expect(verdict.counterexample).toMatchObject({
      path: 'round-robin:8', // one delay: the crash, as early as it matters
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
    ['run-to-completion', '0.20'],
    ['round-robin', '19'],
  ] as const)('and comes back without its decision takes it back, under %s', async (explorer, delays) => {
    const program = programOf(twoPhaseCommitRecovery(2, { restart: 'fresh', log: ['begun'] }))
    const verdict = await check(program, { explorer })
    expect(verdict.passed).toBe(false)
    expect(verdict.counterexample).toMatchObject({
      path: `${explorer}:${delays}`,
      outcome: torn,
      minimal: true,
    })
  })
})
