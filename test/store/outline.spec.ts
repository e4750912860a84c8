import { expect, test } from 'vitest'
import type { Step } from '../../src/core/trace.ts'
import { firstDifference, outlineOf } from '../../src/store/outline.ts'

function step(process: string, what: string, given: Partial<Step> = {}): Step {
  return { process, what, delays: 0, delayed: [], choices: 2, time: 0, notes: [], stack: undefined, ...given }
}

const steps = [step('main', 'starts', { choices: 1 }), step('bob', 'starts'), step('alice', 'ledger.read() → 0')]

test('tells each step on one line, with its choices and delays', () => {
  expect(outlineOf([...steps, step('bob', 'says\n"hi"', { delays: 1, choices: 3 })]).outline).toEqual([
    'main: starts (of 1)',
    'bob: starts (of 2)',
    'alice: ledger.read() → 0 (of 2)',
    'bob: says "hi" (of 3, 1 delayed)',
  ])
})

test('finds no difference in the same execution, wherever it stands in the source and whenever it runs', () => {
  const saved = outlineOf(steps)
  expect(firstDifference(saved, steps)).toBeUndefined()
  expect(
    firstDifference(
      saved,
      steps.map((one) => ({ ...one, stack: 'elsewhere', time: 7 })),
    ),
  ).toBeUndefined()
})

test.each([
  [
    'another step',
    steps.with(1, step('carol', 'starts')),
    'step 2 was: bob: starts (of 2)\n       now: carol: starts (of 2)',
  ],
  ['another value', steps.with(2, step('alice', 'ledger.read() → 10')), '       now: alice: ledger.read() → 10 (of 2)'],
  ['another number of choices', steps.with(1, step('bob', 'starts', { choices: 3 })), 'now: bob: starts (of 3)'],
  ['a step less', steps.slice(0, 2), 'step 3 was: alice: ledger.read() → 0 (of 2)\n       now: none'],
  ['a step more', [...steps, step('bob', 'ends')], 'step 4 was: none\n       now: bob: ends (of 2)'],
])('names the first step that differs: %s', (_, now, difference) => {
  expect(firstDifference(outlineOf(steps), now)).toContain(difference)
})

test('keeps the beginning of a long execution, and notices a difference behind it', () => {
  const long = Array.from({ length: 5000 }, (_, index) => step('a', `step ${index} of ${'very '.repeat(50)}many`))
  const saved = outlineOf(long)
  expect(saved.outline).toHaveLength(200)
  expect(saved.outline.every((line) => line.length < 140)).toBe(true)
  expect(firstDifference(saved, long.with(4000, step('a', 'another')))).toBe(
    'a step after the first 200 is another one',
  )
  expect(firstDifference(saved, long)).toBeUndefined()
})
