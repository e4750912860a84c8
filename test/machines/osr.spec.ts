import { expect, test } from 'vitest'
import { programOf } from '../../src/machines/program-of.ts'
import { check } from '../../src/search/check.ts'
import { osr } from '../../fixtures/protocols/osr.ts'
import { reachable } from './reachable.ts'

test('the driver is prepared for every event, and comes to rest', async () => {
  const all = await reachable(programOf(osr()))

  expect(all).toMatchObject({ states: 6037, cycle: undefined })
  expect(all.outcomes).toEqual({ passed: 18 })
})

test('a driver that does not put off the exit while it stops its timer is not prepared for it', async () => {
  const program = programOf(osr({ bug: 'exit while stopping' }))

  expect((await reachable(program)).outcomes).toEqual({
    passed: 18,
    'D0Exit in Stopping of driver is unhandled': 16,
  })
  const { counterexample } = await check(program)
  expect(counterexample?.outcome).toMatchObject({ kind: 'unhandled', state: 'Stopping', event: 'D0Exit' })
})
