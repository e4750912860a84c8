import { expect, test } from 'vitest'
import { programOf } from '../../src/machines/program-of.ts'
import { check } from '../../src/search/check.ts'
import { lcr } from '../../fixtures/protocols/lcr.ts'
import { reachable } from './reachable.ts'

test.each([
  { ids: [3, 1, 2], greatest: 3, states: 53, steps: 15 },
  { ids: [4, 3, 2, 1], greatest: 4, states: 293, steps: 26 },
])('of the nodes $ids, exactly one leads in the end: $greatest', async ({ ids, greatest, states, steps }) => {
  const program = programOf(lcr(ids))
  const all = await reachable(program)

  expect(all).toMatchObject({ states, outcomes: { passed: steps }, cycle: undefined })
  expect(Object.keys(all.outcomes)).toEqual(['passed'])
  const { passed, results } = await check(program)
  expect({ passed, leaders: results.map(({ value }) => value) }).toEqual({ passed: true, leaders: [greatest] })
})

test.each([
  { property: 'greatest', violation: 'a lesser node leads', states: 115, steps: 18 },
  { property: 'single', violation: 'two nodes lead', states: 116, steps: 21 },
] as const)('where smaller identities pass, $violation', async ({ property, violation, states, steps }) => {
  const program = programOf(lcr([3, 1, 2], { bug: 'smaller pass', property }))

  const all = await reachable(program)
  expect({ states: all.states, outcomes: all.outcomes }).toEqual({ states, outcomes: { [violation]: steps } })
  expect((await check(program)).counterexample?.outcome).toMatchObject({ error: { message: violation } })
})
