import { expect, test } from 'vitest'
import { boundedBuffer } from '../../fixtures/protocols/bounded-buffer.ts'
import { german } from '../../fixtures/protocols/german.ts'
import { twoPhaseCommitRecovery } from '../../fixtures/protocols/two-phase-commit-recovery.ts'
import { type Body, check, type Counterexample, type Options, programOf, type Step } from '../../src/index.ts'
import { explain, type Explanation } from '../../src/report/explain.ts'
import { note, step } from './hand-made.ts'
import { account } from './programs.ts'

async function explained(program: Parameters<typeof check>[0], options: Options = {}): Promise<Explanation> {
  const { counterexample } = await check(program, options)
  const explanation = counterexample && explain(counterexample)
  expect(explanation).toBeDefined()
  return explanation!
}

test('names the calls whose order decides, and where they stand', async () => {
  expect(await explained(account)).toEqual({
    step: 3,
    difference: "It passes when bob's ledger.write(20) comes before alice's ledger.read().",
    known: 'So it is without the delay; the two executions part at step 3.',
    operations: [
      { text: "bob's ledger.write(20)", position: 'programs.ts:12:52' },
      { text: "alice's ledger.read()", position: 'programs.ts:12:72' },
    ],
    matters: [2, 5, 2],
  })
})

test('leaves out values that differ in the two executions', () => {
  const failing = [step('main', 'starts'), step('a', 'db.put(1)'), step('b', 'db.put(2)')]
  const passing = [step('main', 'starts'), step('b', 'db.put(7)'), step('a', 'db.put(1)')]
  expect(differenceOf(failing, passing)).toBe("It passes when b's db.put(…) comes before a's db.put(1).")
})

test('prefers operations on the same target', () => {
  const failing = [step('a', 'x.set(1)'), step('b', 'y.set(1)'), step('b', 'x.get() → 1')]
  const passing = [step('b', 'y.set(1)'), step('b', 'x.get() → 0'), step('a', 'x.set(1)')]
  expect(differenceOf(failing, passing)).toBe("It passes when b's x.get() comes before a's x.set(1).")
})

test('takes a call for done where it is made, and its answer for another operation', () => {
  const [cat, dog] = [note('call', 'main', "find('cat')"), note('call', 'main', "find('dog')")]
  const start = step('main', 'starts', { notes: [cat, dog] })
  const failing = [start, step('main', "find('dog') → 2"), step('main', "find('cat') → 1")]
  const passing = [start, step('main', "find('cat') → 1"), step('main', "find('dog') → 2")]
  expect(differenceOf(failing, passing)).toBe(
    "It passes when the answer to main's find('cat') comes before the answer to main's find('dog').",
  )
})

test('numbers operations that happen more than once', () => {
  const failing = [step('a', 'tick()'), step('b', 'tick()'), step('a', 'tick()')]
  const passing = [step('a', 'tick()'), step('a', 'tick()'), step('b', 'tick()')]
  expect(differenceOf(failing, passing)).toBe("It passes when a's tick() (number 2) comes before b's tick().")
})

test('names what never comes in the execution that fails', () => {
  const failing = [step('main', 'starts'), step('clock', 'timer of 300 ms')]
  const passing = [step('main', 'starts'), step('main', 'load() → 1'), step('clock', 'timer of 300 ms')]
  expect(differenceOf(failing, passing)).toBe("It passes when main's load() comes before the timer of 300 ms fires.")
})

test('names messages without what they carry', async () => {
  const program = programOf(boundedBuffer(3, 'no second look'))
  const { difference } = await explained(program, { explorer: 'round-robin' })
  expect(difference).toBe('It passes when producer 1 sends put to buffer before producer 2 sends put to buffer.')
})

test('finds what a machine takes out of a bag', async () => {
  const program = programOf(german({ clients: 2, asks: 3, mailbox: 'bag' }))
  const { difference } = await explained(program, { explorer: 'round-robin' })
  expect(difference).toBe(
    'It passes when client 2 receives grant_excl from host before client 2 receives invalidate from host.',
  )
})

test('names the choice', async () => {
  const body: Body = ({ choose }) => {
    if (choose('heads', 'tails') === 'tails') throw new Error('tails')
  }
  const { difference, known, matters } = await explained(programOf(body))
  expect(difference).toBe("It passes when main chooses 'heads' instead of 'tails' in step 1.")
  expect({ known, matters }).toEqual({ known: 'So it is without the delay.', matters: [0] })
})

test.each([
  ['✗ vote to ann is lost', 'vote to ann is not lost'],
  ['✗ vote to ann arrives twice', 'vote to ann does not arrive twice'],
  ['✗ vote to ann overtakes', 'vote to ann does not overtake'],
  ['✗ crashes', 'ann does not crash'],
  ['✗ the groups are parted: vote to ann is lost', 'the groups are not parted'],
  ['✗ catches fire', 'it does not happen that catches fire'],
])('says that the fault "%s" does not happen', (fault, denied) => {
  const failing = [step('ann', 'sends vote to ben', { notes: [note('fault', 'ann', fault, 1)] })]
  expect(differenceOf(failing, [step('ann', 'sends vote to ben')])).toBe(`It passes when ${denied} in step 1.`)
})

test('says that a machine does not crash', async () => {
  const program = programOf(twoPhaseCommitRecovery(2, { restart: 'fresh', log: ['begun'] }))
  const { difference } = await explained(program, { explorer: 'round-robin' })
  expect(difference).toBe('It passes when coordinator does not crash in step 15.')
})

test('says on which path it passes if that has more delays', () => {
  const failing = [step('a', 'starts'), step('b', 'starts')]
  const passing = [step('b', 'starts'), step('a', 'starts')]
  const explanation = explain(counterexample(failing, passing, { path: 'round-robin:', twin: 'round-robin:0' }))
  expect(explanation?.difference).toBe('It passes when b starts before a starts.')
  expect(explanation?.known).toBe('So it is on the path round-robin:0; the two executions part at step 1.')
})

test('says how the one that passes goes on, where no order differs', () => {
  const failing = [step('a', 'starts'), step('a', 'waits')]
  const passing = [step('a', 'starts'), step('b', 'starts')]
  expect(differenceOf(failing, passing)).toBe('It passes when, in step 2, b starts.')
  expect(differenceOf(failing, failing.slice(0, 1))).toBe('It passes when, in step 2, it is over.')
})

test('says nothing without a twin', async () => {
  const { counterexample: found } = await check(account, { minimise: 0 })
  expect(explain(found!)).toBeUndefined()
})

test.each(['run-to-completion', 'round-robin'] as const)(
  'tells the truth about the twin, under %s',
  async (explorer) => {
    // Whatever pair is named: in the twin the first one comes first, and in the counterexample it does not.
    for (let seed = 0; seed < 40; seed++) {
      const { counterexample: found } = await check(account, { explorer, search: 'random-walk', seed: `${seed}` })
      const { trace, twin } = found!
      const [, one = '', other = ''] = /when (.*) comes before (.*)\./.exec(explain(found!)?.difference ?? '') ?? []
      expect(placeOf(one, twin!.trace)).toBeLessThan(placeOf(other, twin!.trace))
      expect(placeOf(one, trace)).toBeGreaterThan(placeOf(other, trace))
    }
  },
)

/** Where a call is made, counted over all notes of a trace. */
function placeOf(text: string, trace: readonly Step[]): number {
  const name = text.replace('(…)', '(')
  return trace.flatMap(({ notes }) => notes).findIndex((one) => `${one.process}'s ${one.text}`.startsWith(name))
}

function counterexample(
  trace: readonly Step[],
  passing: readonly Step[],
  { path = 'round-robin:1.1', twin = 'round-robin:1' } = {},
): Counterexample {
  const outcome = { kind: 'failed', error: new Error('no'), how: 'body' } as const
  return { path, outcome, trace, minimal: true, twin: { path: twin, trace: passing } }
}

function differenceOf(failing: readonly Step[], passing: readonly Step[]): string | undefined {
  return explain(counterexample(failing, passing))?.difference
}
