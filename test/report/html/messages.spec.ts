import { expect, test } from 'vitest'
import { pageData } from '../../../src/report/html-trace.ts'
import { note, step } from '../hand-made.ts'
import { arrowsIn, executionOf } from './arrows.ts'
import { commitFailure } from './failures.ts'

test('joins what machines send with what they receive', async () => {
  const [failing] = pageData(await commitFailure()).executions
  expect(failing && arrowsIn(failing)).toEqual([
    'message begin: main 5 → coordinator 6',
    'message prepare { coordinator: coordinator }: coordinator 7 → participant 1 8',
    'message vote { yes: true }: participant 1 9 → coordinator 13',
    'message prepare { coordinator: coordinator }: coordinator 10 → participant 2 11',
    'message vote { yes: false }: participant 2 12 → coordinator 14',
    'message commit: coordinator 15 → participant 1 16',
  ])
})

test('leaves out of a step what its arrow says', async () => {
  const [failing] = pageData(await commitFailure()).executions
  expect(failing?.steps.slice(4, 7).map(({ label }) => label)).toEqual([
    'sends begin',
    'receives begin',
    'sends prepare { coordinator: coordinator }',
  ])
  expect(failing?.steps[4]?.what).toBe('sends begin to coordinator')
})

test('takes equal messages in their order', () => {
  const ping = step('a', 'sends ping to b')
  const taken = step('b', 'receives ping from a')
  expect(arrowsIn(executionOf([ping, ping, taken, taken]))).toEqual([
    'message ping: a 1 → b 3',
    'message ping: a 2 → b 4',
  ])
})

test.each([
  ['is lost', [note('fault', 'a', '✗ ping to b is lost', 1)]],
  ['is lost between groups', [note('fault', 'a', '✗ ping to b is lost: they are parted')]],
  ['meets a partition', [note('fault', 'a', '✗ the groups are parted: ping to b is lost', 1)]],
  ['is dropped', [note('machine', 'b', 'drops ping: it has halted')]],
])('shows a message that %s as one that never arrives', (_, notes) => {
  const trace = [
    step('b', 'starts'),
    step('a', 'sends ping to b', { notes }),
    step('a', 'sends ping to b'),
    step('b', 'receives ping from a'),
  ]
  expect(arrowsIn(executionOf(trace))).toEqual(['message ping: a 2 → (b)', 'message ping: a 3 → b 4'])
})

test('shows a message that arrives twice', () => {
  const notes = [note('fault', 'a', '✗ ping to b arrives twice', 1)]
  const trace = [
    step('a', 'sends ping 1 to b', { notes }),
    step('b', 'receives ping 1 from a'),
    step('b', 'receives ping 1 from a'),
  ]
  expect(arrowsIn(executionOf(trace))).toEqual(['message ping 1: a 1 → b 2', 'message ping 1: a 1 → b 3'])
})

test('loses what waits for a machine that crashes, and what nobody receives', () => {
  const crash = [note('fault', 'b', '✗ crashes', 1)]
  const trace = [
    step('a', 'sends ping to b'),
    step('a', 'sends ping to c'),
    step('b', 'starts', { notes: crash }),
    step('c', 'starts'),
    step('b', 'receives ping from a'),
  ]
  expect(arrowsIn(executionOf(trace))).toEqual(['message ping: a 1 → (b)', 'message ping: a 2 → (c)'])
})

test('reads names that contain the words around them', () => {
  const trace = [
    step('b to c', 'sends go to a to b to c'),
    step('c', 'waits'),
    step('a to b to c', 'receives go from b to c'),
  ]
  expect(arrowsIn(executionOf(trace))).toEqual(['message go: b to c 1 → a to b to c 3'])
})

test('shows what a bag gives out, what is created, answered and fired', () => {
  const trace = [
    step('main', 'sends ask to bag'),
    step('bag', 'receives', { notes: [note('machine', 'bag', 'receives ask from main')] }),
    step('bag', 'creates child'),
    step('bag', 'answers main: 7'),
    step('child', 'starts'),
    step('clock', 'timer of 5 ms (child)', { time: 5 }),
    step('child', 'receives tick from clock', { time: 5 }),
    step('main', 'bag.ask() → 7', { time: 5 }),
  ]
  expect(arrowsIn(executionOf(trace))).toEqual([
    'message ask: main 1 → bag 2.1',
    'message creates child: bag 3 → child 5',
    'message answers main: 7: bag 4 → main 8',
    'timer timer of 5 ms (child): clock 6 → child 7',
  ])
})
