import { expect, test } from 'vitest'
import { elevator } from '../../fixtures/protocols/elevator.ts'
import { german } from '../../fixtures/protocols/german.ts'
import { lcr } from '../../fixtures/protocols/lcr.ts'
import { type Body, programOf } from '../../src/index.ts'
import { countStates } from './plain-interpreter.ts'
import { reachable } from './reachable.ts'

test.each<[string, number, Body, number]>([
  ['the elevator', 3007, elevator({ objects: 2 }), 1],
  ['a ring of three', 51, lcr([3, 1, 2]), 2], // its body also waits until all is quiet
  ['a ring of four', 291, lcr([4, 3, 2, 1]), 2],
  ["German's directory", 6250, german({ clients: 2, asks: 3 }), 1],
])(
  'by plain rules, %s has %i states, and by the engine those and the steps of the body',
  async (_, states, body, own) => {
    expect(countStates(body)).toEqual({ states, violations: {} })
    expect((await reachable(programOf(body))).states).toBe(states + own)
  },
)

test.each<[string, string, number, Body]>([
  ['a ring with a bug', 'a lesser node leads', 17, lcr([3, 1, 2], { bug: 'smaller pass' })],
  [
    "German's directory out of order",
    'an exclusive copy is not the only one',
    20,
    german({ clients: 2, asks: 3, mailbox: 'bag' }),
  ],
])('by plain rules, %s comes to this: %s in %i steps; by the engine in one more', async (_, text, steps, body) => {
  expect(countStates(body).violations).toEqual({ [text]: steps })
  const { outcomes } = await reachable(programOf(body))
  expect(Object.entries(outcomes).filter(([outcome]) => outcome !== 'passed')).toEqual([[text, steps + 1]])
})
