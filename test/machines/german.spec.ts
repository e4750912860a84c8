import { expect, test } from 'vitest'
import { programOf } from '../../src/machines/program-of.ts'
import { check } from '../../src/search/check.ts'
import { german } from '../../fixtures/protocols/german.ts'
import { reachable } from './reachable.ts'

const violation = 'an exclusive copy is not the only one'

test.each([
  { clients: 2, asks: 3, states: 6251, steps: 15 },
  { clients: 3, asks: 3, states: 43_154, steps: 16 },
])('with $clients clients and $asks asks, an exclusive copy is the only one', async ({ states, steps, ...size }) => {
  const all = await reachable(programOf(german(size)))

  expect(all).toMatchObject({ states, cycle: undefined })
  expect(all.outcomes).toEqual({ passed: steps })
})

test.each([
  { what: 'messages out of order', options: { mailbox: 'bag' }, steps: 21 },
  { what: 'shares that invalidate nothing', options: { bug: 'shares stay exclusive' }, steps: 17 },
] as const)('with $what, an exclusive copy is not the only one', async ({ options, steps }) => {
  const program = programOf(german({ clients: 2, asks: 3, ...options }))

  expect((await reachable(program)).outcomes).toEqual({ passed: 15, [violation]: steps })
  expect((await check(program)).counterexample?.outcome).toMatchObject({ error: { message: violation } })
})
