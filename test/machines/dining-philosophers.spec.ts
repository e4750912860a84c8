import { describe, expect, test } from 'vitest'
import { diningPhilosophers } from '../../fixtures/protocols/dining-philosophers.ts'
import { programOf } from '../../src/machines/program-of.ts'
import { check } from '../../src/search/check.ts'

describe.each([2, 3, 4, 5])('%i philosophers', (count) => {
  test.each(['run-to-completion', 'round-robin'] as const)('starve without a delay, under %s', async (explorer) => {
    const verdict = await check(programOf(diningPhilosophers(count)), { explorer })
    expect(verdict).toMatchObject({ passed: false, executions: 1 })
    const { path, outcome, minimal } = verdict.counterexample!
    expect({ path, minimal, kind: outcome.kind }).toEqual({ path: `${explorer}:`, minimal: true, kind: 'deadlocked' })
    const waiting = outcome.kind === 'deadlocked' ? outcome.waiting : []
    const philosophers = waiting.filter(({ process }) => process.startsWith('philosopher'))
    expect(philosophers.map((one) => [one.process, one.for])).toEqual(
      Array.from({ length: count }, (_, index) => [
        `philosopher ${index + 1}`,
        'a message, in state holding one fork, with dine deferred',
      ]),
    )
  })

  test('all dine when the last one is reversed', async () => {
    const verdict = await check(programOf(diningPhilosophers(count, 'reversed')), { executions: 5000 })
    expect(verdict).toMatchObject({ passed: true, endedBy: 'delays' })
    const exhausted = verdict.strata.filter((stratum) => stratum.exhausted).map(({ delays }) => delays)
    expect(exhausted).toEqual(count <= 4 ? [0, 1, 2] : [0, 1])
  })
})
