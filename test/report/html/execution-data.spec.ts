import { expect, test } from 'vitest'
import { pageData } from '../../../src/report/html-trace.ts'
import { note, step } from '../hand-made.ts'
import { executionOf, failureWith } from './arrows.ts'
import { commitFailure } from './failures.ts'

test('ends the one that fails with its error, the other one as passed', () => {
  const { executions } = pageData(failureWith([step('a', '1')], [step('a', '1')]))
  expect(
    executions.map(({ ending, steps }) => [ending, steps[0]?.lines.map(({ kind, text }) => [kind, text])]),
  ).toEqual([
    ['fails', [['failure', '✗ Error: it fails']]],
    ['passes', [['passed', '✓ passes']]],
  ])
})

test('shows what a monitor objects to in the lane of the step', async () => {
  const [failing] = pageData(await commitFailure()).executions
  expect(failing?.lanes).toEqual(['main', 'coordinator', 'participant 2', 'participant 1'])
  expect(failing?.steps.at(-1)?.lines).toEqual([
    { lane: 3, kind: 'machine', text: 'prepared → committed', delay: '', becomes: 'committed' },
    {
      lane: 3,
      kind: 'failure',
      text: '✗ all or nothing: one participant has committed, and another has aborted',
      delay: '',
    },
  ])
})

test('says who was passed over', () => {
  const { lanes, steps } = executionOf([step('a', 'goes', { delays: 2, delayed: ['b', 'a', 'b'] })])
  expect(lanes).toEqual(['a', 'b'])
  expect(steps[0]).toMatchObject({ delay: '2 delays: b, another step of a wait', passedOver: [1, 0] })
})

test('follows the states of machines, and of what the program shows', () => {
  const notes = [
    note('machine', 'a', 'idle → waiting for two'),
    note('state', '', '{ n: 1 }'),
    note('machine', 'a', 'raises x'),
  ]
  const [first] = executionOf([step('a', 'goes', { notes }), step('a', 'ends')]).steps
  expect(first?.lines.map(({ becomes }) => becomes)).toEqual(['waiting for two', undefined])
  expect(first?.state).toBe('{ n: 1 }')
})

test('keeps a step of many notes small, with its arrows and its failure', () => {
  const notes = [
    ...Array.from({ length: 20 }, (_, index) => note('call', 'a', `f(${index})`)),
    note('failure', 'a', 'no'),
  ]
  const { steps, arrows } = executionOf([step('a', 'goes', { notes }), step('a', 'f(19) → 1')])
  expect(steps[0]?.lines.map(({ text }) => text).slice(11)).toEqual(['calls f(11)', '… 9 notes more …', '✗ no'])
  expect(arrows).toEqual([
    { kind: 'call', text: 'f(19)', from: { step: 0, line: 13 }, to: { step: 1, line: 0 }, toward: 0 },
  ])
})
