import { expect, test } from 'vitest'
import { programOf } from '../../src/machines/program-of.ts'
import { check } from '../../src/search/check.ts'
import { elevator } from '../../fixtures/protocols/elevator.ts'
import { reachable } from './reachable.ts'

test('with messages in order, every event is expected and the door comes to rest', async () => {
  const program = programOf(elevator({ objects: 2 }))

  expect(await reachable(program)).toEqual({
    states: 3008,
    transitions: 6854,
    outcomes: { passed: 9 },
    cycle: undefined,
  })
  expect(await check(program, { executions: 500 })).toMatchObject({ passed: true })
})

test('with messages out of order, the door stops where nobody expects it', async () => {
  const program = programOf(elevator({ objects: 2, mailbox: 'bag' }))

  expect((await reachable(program)).outcomes).toMatchObject({ 'DoorStopped in Opened of elevator is unhandled': 32 })
  // Few executions with few delays get there: a walk without a delay budget does, with this seed.
  const { counterexample } = await check(program, { search: 'random-walk', seed: '1', executions: 10_000 })
  expect(counterexample?.outcome).toMatchObject({ kind: 'unhandled', state: 'Opened', event: 'DoorStopped' })
})

test('with ever new objects in its way, the door never comes to rest', async () => {
  const { outcomes, cycle } = await reachable(programOf(elevator({})))

  expect({ outcomes: Object.keys(outcomes), cycle }).toEqual({ outcomes: ['passed'], cycle: 14 })
})
