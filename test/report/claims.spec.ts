import { expect, test } from 'vitest'
import { check, programOf, type Verdict } from '../../src/index.ts'
import { describeVerdict } from '../../src/report/claims.ts'
import { share, stratum, verdict } from './hand-made.ts'
import { account, unluckyChoice } from './programs.ts'

const rtc = 'run-to-completion'
const rr = 'round-robin'
const allExhausted = [
  stratum(0, share(rtc, 1), share(rr, 1)),
  stratum(1, share(rtc, 4), share(rr, 5)),
  stratum(2, share(rtc, 4), share(rr, 5)),
]

test('claims that every execution was covered', () => {
  const strata = [stratum(0, share(rr, 1)), stratum(1, share(rr, 19))]
  expect(claims({ complete: true, endedBy: 'exhausted', strata })).toEqual([
    'Every execution was covered: 20 executions.',
  ])
})

test('does not count an execution that was stopped at a known state as one that passed', () => {
  const strata = [stratum(0, share(rr, 1)), stratum(1, share(rr, 19))]
  expect(claims({ complete: true, endedBy: 'exhausted', strata, states: 56, pruned: 12 })).toEqual([
    'Every execution was covered: 56 states, reached in 20 executions under round-robin.',
  ])
  expect(claims({ strata, states: 56, pruned: 12 })).toEqual([
    '8 executions passed, and 12 more were stopped on their way; 56 states seen.',
    'No execution with at most 1 delay fails (round-robin).',
    'The search ended with its delay budget: no execution with more than 1 delay was run.',
  ])
})

test('does not count the executions of several explorers as executions of the program', () => {
  expect(claims({ complete: true, endedBy: 'exhausted', strata: allExhausted })).toEqual([
    'Every execution was covered: 20 executions run, under run-to-completion, round-robin.',
  ])
})

test('claims that no execution fails with as many delays as were exhausted', () => {
  expect(claims({ strata: allExhausted })).toEqual([
    '20 executions passed.',
    'No execution with at most 2 delays fails (run-to-completion, round-robin).',
    'The search ended with its delay budget: no execution with more than 2 delays was run.',
  ])
})

test('claims for each explorer what holds for it', () => {
  const strata = [
    stratum(0, share(rtc, 1), share(rr, 1)),
    stratum(1, share(rtc, 4), share(rr, 5)),
    stratum(2, share(rtc, 4)), // the time was over before the other one came to it
  ]
  expect(claims({ strata, endedBy: 'time' })).toEqual([
    '20 executions passed.',
    'No execution with at most 2 delays fails (run-to-completion).',
    'No execution with at most 1 delay fails (round-robin).',
    'The search ended by its limit of time: the rest is not covered.',
  ])
})

test('bounds the probability that a sampled stratum hides a failing execution', () => {
  const strata = [...allExhausted, stratum(3, share(rtc, 127, 0.1201), share(rr, 127, 0.034))]
  expect(claims({ strata })).toEqual([
    '20 executions passed.',
    'No execution with at most 2 delays fails (run-to-completion, round-robin).',
    'Stratum 3: 127 executions under run-to-completion, 127 executions under round-robin; a given failing execution ' +
      'there was missed with probability at most 0.13 (run-to-completion), 0.034 (round-robin), if no execution has ' +
      'more places for a delay than those seen.',
    'The search ended with its delay budget: no execution with more than 3 delays was run.',
  ])
})

test.each([
  [0.5, '0.5'],
  [0.07, '0.07'],
  [0.101, '0.11'],
  [0.0101, '0.011'],
  [0.0995, '0.1'],
  [0.98765, '0.99'],
  [1e-30, '0.000001'],
])('never bounds %d by less than it', (missed, bound) => {
  const text = describeVerdict(verdict({ strata: [stratum(0, share(rr, 1)), stratum(1, share(rr, 9, missed))] }))
  expect(text).toContain(`missed with probability at most ${bound}, if`)
})

test('gives no bound where none is known', () => {
  const strata = [stratum(2, share(rr, 5, 1)), stratum(3, share(rr, 9, 0.999)), stratum(7, share(rr, 6, 1))]
  expect(claims({ strata, endedBy: 'executions' })).toEqual([
    '20 executions passed.',
    '20 executions with 2 to 7 delays (round-robin) passed; no bound is known on what was missed there.',
    'The search ended by its limit of executions: the rest is not covered.',
  ])
})

test('says how the search ended', () => {
  const strata = [stratum(0, share(rr, 1)), stratum(1, share(rr, 1, 0.5))]
  const last = (endedBy: Verdict['endedBy']) => claims({ strata, endedBy }).at(-1)
  expect(last('delays')).toBe('The search ended with its delay budget: no execution with more than 1 delay was run.')
  expect(last('executions')).toBe('The search ended by its limit of executions: the rest is not covered.')
  expect(last('time')).toBe('The search ended by its limit of time: the rest is not covered.')
  expect(last('abort')).toBe('The search was aborted: the rest is not covered.')
})

test('names what was not controlled and withdraws all claims', () => {
  const uncontrolled = [{ what: 'a DNS look-up', stack: 'at lookup (node:dns:1:2)\nat ask (/project/ask.ts:3:4)' }]
  const withdrawn = [
    '20 executions passed.',
    'outside of control: a DNS look-up, ask.ts:3:4',
    'What nobody controls may go differently next time: no claim of completeness is made.',
  ]
  const strata = allExhausted.map((one) => ({ ...one, exhausted: false }))
  expect(claims({ uncontrolled, strata, endedBy: 'exhausted' })).toEqual(withdrawn)
  // Not even where the fields contradict each other.
  expect(claims({ uncontrolled, strata: allExhausted, complete: true, endedBy: 'exhausted' })).toEqual(withdrawn)
})

test('says which random numbers the claims depend on', () => {
  const results = [{ value: 1, executions: 20, path: 'round-robin@7f3a:' }]
  const seeded = 'Random numbers came from the seed 7f3a: with another one, executions may differ.'
  expect(claims({ strata: allExhausted, results, seed: '7f3a' })).toContain(seeded)
  expect(claims({ strata: allExhausted, results, seed: '7f3a', complete: true })).toContain(seeded)
  expect(claims({ strata: [stratum(0, share('random', 1))], seed: '7f3a' })).toContain(seeded)
})

test('claims nothing without an execution', () => {
  expect(claims({ executions: 0, endedBy: 'abort' })).toEqual([
    'No execution was run: nothing is claimed.',
    'The search was aborted: the rest is not covered.',
  ])
})

test('claims of a given path that it passes', async () => {
  const passed = await check(account, { path: 'run-to-completion:' })
  expect(describeVerdict(passed)).toBe('The given path passes; nothing is claimed about other executions.')
})

test('claims of a failing search only what its counterexample does', async () => {
  // The stratum of the failing execution is exhausted here.
  expect(describeVerdict(await check(account)).split('\n')).toEqual([
    'An execution fails on the path run-to-completion:1, found after 5 executions.',
    'No execution with fewer delays fails under run-to-completion.',
  ])
  expect(describeVerdict(await check(unluckyChoice, { path: 'round-robin:0' }))).toBe(
    'An execution fails on the path round-robin:0, found after 1 execution.',
  )
})

test.each(['time', 'executions', 'abort', 'delays'] as const)(
  'never says that no execution fails when sampled and ended by %s',
  (endedBy) => {
    const strata = [stratum(0, share(rtc, 1), share(rr, 1)), stratum(1, share(rtc, 3, 0.2)), stratum(2, share(rtc, 3))]
    const text = describeVerdict(verdict({ strata, endedBy }))
    expect(text).not.toMatch(/no execution.*fails|every execution/i)
    expect(text).toContain('The execution without a delay passes (run-to-completion, round-robin).')
  },
)

test('describes real verdicts', async () => {
  const steps = (count: number) =>
    programOf(async ({ spawn, pause }) => {
      const process = async (): Promise<void> => {
        for (let left = count; left > 0; left--) await pause()
      }
      await Promise.all(['a', 'b', 'c'].map((name) => spawn(name, process)))
    })
  expect(
    describeVerdict(
      await check(
        programOf(({ choose }) => choose(1, 2, 3)),
        { explorer: rr },
      ),
    ),
  ).toBe('Every execution was covered: 3 executions.')
  expect(describeVerdict(await check(steps(4), { delays: 1 })).split('\n')).toEqual([
    '22 executions passed.',
    'No execution with at most 1 delay fails (run-to-completion, round-robin).',
    'The search ended with its delay budget: no execution with more than 1 delay was run.',
  ])
  expect(describeVerdict(await check(steps(4), { executions: 30 })).split('\n')).toEqual([
    '30 executions passed.',
    'No execution with at most 1 delay fails (run-to-completion, round-robin).',
    expect.stringMatching(
      /^Stratum 2: 8 executions under run-to-completion; a given failing execution there was missed /,
    ),
    'The search ended by its limit of executions: the rest is not covered.',
  ])
  expect(describeVerdict(await check(steps(4), { search: 'random-walk', executions: 30 }))).not.toMatch(/no execution/i)
})

function claims(more: Partial<Verdict>): readonly string[] {
  return describeVerdict(verdict(more)).split('\n')
}
