import { describe, expect, test } from 'vitest'
import { boundedBuffer } from '../../fixtures/protocols/bounded-buffer.ts'
import { diningPhilosophers } from '../../fixtures/protocols/dining-philosophers.ts'
import { twoPhaseCommit } from '../../fixtures/protocols/two-phase-commit.ts'
import { parsePath } from '../../src/core/path.ts'
import { explorers } from '../../src/explorers/named.ts'
import { programOf } from '../../src/machines/program-of.ts'
import { check } from '../../src/search/check.ts'
import { reachable } from './reachable.ts'

const everything = { search: 'exhaustive', delays: Infinity, executions: Infinity } as const

describe.each([
  ['two-phase commit of two', twoPhaseCommit(2), 176, 1],
  ['two-phase commit of three', twoPhaseCommit(3), 2353, 1],
  ['a buffer with a producer and a consumer', boundedBuffer(1, undefined, 'quiet'), 43, 2],
  ['a buffer with two producers and two consumers', boundedBuffer(2, undefined, 'quiet'), 2128, 2],
  ['two philosophers', diningPhilosophers(2, 'reversed', 'quiet'), 482, 2],
  ['three philosophers', diningPhilosophers(3, 'reversed', 'quiet'), 8708, 2],
])('%s', (_, body, states, uncaptured) => {
  test('has as many states as a visit of all of them finds', async () => {
    const all = await reachable(programOf(body))
    expect(Object.keys(all.outcomes)).toEqual(['passed'])
    // Before the body has begun, and once it goes on after the machines, its state cannot be captured.
    expect(all.states).toBe(states + uncaptured)
  })

  test.each(explorers.map(({ name }) => name))(`is complete, with ${states} states, under %s`, async (explorer) => {
    const options = { ...everything, explorer: explorer as 'random', cache: { key: 'program' } } as const
    const whole = { passed: true, complete: true, endedBy: 'exhausted', states }
    const byStrata = await check(programOf(body), options)
    expect(byStrata).toMatchObject(whole)
    const inOneGo = await check(programOf(body), { ...options, increment: Infinity })
    expect(inOneGo).toMatchObject(whole)
    expect(inOneGo.executions).toBeLessThan(byStrata.executions)
    expect(inOneGo.results.map(({ value }) => value)).toEqual(byStrata.results.map(({ value }) => value))
  })
})

test.each([
  ['two-phase commit that forgets a vote', 1, 1, twoPhaseCommit(2, 'forgotten vote')],
  ['two-phase commit of three that is early', 1, 1, twoPhaseCommit(3, 'early commit')],
  ['a buffer that wakes the wrong waiter', 2, 0, boundedBuffer(2, 'wrong waiter', 'quiet')],
  ['a buffer that does not look again', 1, 2, boundedBuffer(3, 'no second look', 'quiet')],
  ['a table of four philosophers', 0, 0, diningPhilosophers(4, 'like the others', 'quiet')],
] as const)(
  '%s fails with %i delays under round-robin and %i under run-to-completion, and with none fewer',
  async (_, turns, depth, body) => {
    for (const [explorer, fewest] of [
      ['round-robin', turns],
      ['run-to-completion', depth],
    ] as const) {
      const { counterexample } = await check(programOf(body), { ...everything, explorer })
      expect(counterexample).toMatchObject({ minimal: true })
      expect([explorer, parsePath(counterexample!.path).delays.length]).toEqual([explorer, fewest])
    }
  },
)
