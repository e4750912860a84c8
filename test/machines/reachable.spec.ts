import { expect, test } from 'vitest'
import { messages } from '../../src/machines/protocol.ts'
import { machine } from '../../src/machines/machine.ts'
import { programOf } from '../../src/machines/program-of.ts'
import type { Ref } from '../../src/machines/ref.ts'
import { reachable } from './reachable.ts'
import { shortestCycle } from './shortest-cycle.ts'

test('visits every state once: machines that only start are subsets of those that have started', async () => {
  const idle = machine({ accepts: messages<object>(), data: {}, initial: 'idle', states: { idle: {} } })
  const program = programOf(({ create }) => {
    for (let index = 0; index < 4; index++) create(`machine ${index}`, idle)
  })

  // Before the body, and 2 ** 4 after it; each of the four can be the next one in half of them.
  expect(await reachable(program)).toEqual({ states: 17, transitions: 33, outcomes: { passed: 5 }, cycle: undefined })
})

test('takes every option of every choice within a step', async () => {
  const chooser = machine({
    accepts: messages<object>(),
    data: { sum: 0 },
    initial: 'choosing',
    states: { choosing: { entry: ({ data, choose }) => void (data.sum = choose(1, 2, 3) * choose(1, 2, 4)) } },
  })
  const program = programOf(({ create }) => void create('chooser', chooser))

  // Nine ways lead to 1, 2, 3, 4, 6, 8 and 12: seven states, beside those before the body and before the start.
  expect(await reachable(program)).toEqual({ states: 9, transitions: 10, outcomes: { passed: 2 }, cycle: undefined })
})

test('finds what never ends', async () => {
  interface Ball {
    ball: Ref<Ball>
  }
  const player = machine({
    accepts: messages<Ball>(),
    data: {},
    initial: 'playing',
    states: { playing: { on: { ball: ({ self }, from) => from.send('ball', self) } } },
  })
  const program = programOf(({ create }) => {
    const [left, right] = [create('left', player), create('right', player)]
    left.send('ball', right)
  })

  // Each of the two receives and sends.
  expect(await reachable(program)).toMatchObject({ outcomes: {}, cycle: 4 })
})

test('knows the shortest cycle', () => {
  expect(shortestCycle([[1, 2], [2], []])).toBeUndefined()
  expect(shortestCycle([[1], [2, 3], [0], [4], [3]])).toBe(2)
  expect(shortestCycle([[1], [1]])).toBe(1)
})
