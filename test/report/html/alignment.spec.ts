import { expect, test } from 'vitest'
import { pageData } from '../../../src/report/html-trace.ts'
import { note, step } from '../hand-made.ts'
import { failureWith } from './arrows.ts'
import { accountFailure } from './failures.ts'

test('aligns the twin up to the first step where they part', async () => {
  const { executions, parting, edges } = pageData(await accountFailure())
  const told = executions.map(({ steps, lanes }) => steps.map(({ lane, what }) => `${lanes[lane] ?? ''} ${what}`))
  expect(parting).toBe(2)
  expect(told.map((steps) => steps.slice(0, 4))).toEqual([
    ['main starts', 'bob starts', 'alice starts', 'alice ledger.read() → 0'],
    ['main starts', 'bob starts', 'bob ledger.read() → 0', 'bob ledger.write(20)'],
  ])
  expect(edges).toHaveLength(9)
})

test('puts a process into the same lane of both', () => {
  const { executions } = pageData(
    failureWith([step('a', '1'), step('clock', '2'), step('main', '3')], [step('b', '1')]),
  )
  expect(executions.map(({ lanes }) => lanes)).toEqual([
    ['main', 'a', 'b', 'clock'],
    ['main', 'a', 'b', 'clock'],
  ])
})

test('parts where only a choice within a step differs', () => {
  const chooses = (what: string) => step('a', 'goes', { notes: [note('choice', 'a', `chooses ${what}`)] })
  const data = pageData(failureWith([step('a', 'starts'), chooses('1')], [step('a', 'starts'), chooses('2')]))
  expect(data.parting).toBe(1)
})

test('parts where one of them ends', () => {
  expect(pageData(failureWith([step('a', '1'), step('a', '2')], [step('a', '1')])).parting).toBe(1)
})

test('has nothing to align without a twin, or with one that goes the same way', () => {
  const trace = [step('a', '1')]
  expect(pageData(failureWith(trace))).toMatchObject({ parting: undefined, executions: { length: 1 } })
  expect(pageData(failureWith(trace, trace)).parting).toBeUndefined()
})

test('finds the same step of a process in the other execution', async () => {
  const { executions } = pageData(await accountFailure())
  // bob reads in step 6 of the one that fails, in step 3 of the one that passes.
  expect(executions.map(({ steps }) => steps.map(({ counterpart }) => counterpart))).toEqual([
    [0, 1, 4, 5, 6, 2, 3, 7],
    [0, 1, 5, 6, 2, 3, 4, 7],
  ])
})

test('gives a row room for what happens in it, in either execution', () => {
  const noted = step('a', '1', { notes: [note('log', 'a', 'x'), note('log', 'a', 'y')] })
  expect(pageData(failureWith([step('a', '1'), noted, step('a', '2')])).edges).toEqual([0, 28, 98, 150])
  // The last step has a line for how the execution ends.
  expect(pageData(failureWith([step('a', '1')], [noted])).edges).toEqual([0, 88])
  // A new time is written beneath the number.
  expect(pageData(failureWith([step('a', '1', { time: 5 }), step('a', '2', { time: 5 })])).edges).toEqual([0, 43, 95])
})
