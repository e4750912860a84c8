import { expect, test } from 'vitest'
import { check, type Counterexample, type Verdict } from '../../src/index.ts'
import { coloursFor } from '../../src/report/colours.ts'
import { reportFailure } from '../../src/report/failure.ts'
import { share, step, stratum, verdict } from './hand-made.ts'
import { account, nobodySends, polls, unluckyChoice } from './programs.ts'

const layout = { name: 'no deposit is lost', width: 100, colours: coloursFor({ enabled: false }) }

test('reports an execution that fails with a delay', async () => {
  const { summary, block } = reportFailure(await check(account), layout)
  expect(summary).toBe(
    'no deposit is lost: fails with 1 delay ' +
      '(found after 5 executions; no execution with fewer delays fails under run-to-completion)',
  )
  expect(block).toBe(`\
       main                    bob                        alice
   1   starts
   2                           starts
                                 calls ledger.read()
 ╎ 3                                                      starts                  ← delay: bob waits
                                                            calls ledger.read()
   4                                                      ledger.read() → 0
                                                            calls ledger.write(10)
   5                                                      ledger.write(10) ✓
   6                           ledger.read() → 0
                                 calls ledger.write(20)
   7                           ledger.write(20) ✓
         calls ledger.read()
   8   ledger.read() → 20

   It passes when bob's ledger.write(20) comes before alice's ledger.read(). So it is without the
   delay; the two executions part at step 3.
   bob's ledger.write(20), programs.ts:12:52
   alice's ledger.read(), programs.ts:12:72`)
})

test('reports a deadlock and who waits for what', async () => {
  const { summary, block } = reportFailure(await check(nobodySends), { ...layout, name: 'jobs are done' })
  expect(summary).toBe('jobs are done: deadlocks without a delay (found after 1 execution)')
  const [trace, waiting] = block.replace(/programs\.ts:\d+:\d+/, 'programs.ts:1:2').split('\n\n')
  expect(trace).toBe('       main     worker\n   1   starts\n   2            starts')
  expect(waiting).toBe(
    '   worker waits for a message on the channel jobs, programs.ts:1:2\n' +
      '   main waits for a promise that nothing settles',
  )
})

test('reports an execution that does not end, with the usual causes', async () => {
  const { summary, block } = reportFailure(await check(polls, { steps: 12_345 }), { ...layout, name: 'it is ready' })
  expect(summary).toBe('it is ready: does not end within 12,345 steps, without a delay (found after 1 execution)')
  const [trace, hint] = block.replace(/programs\.ts:\d+:\d+/, 'programs.ts:1:2').split('\n\n')
  expect(trace).toContain('           … 12,325 steps …\n   12336   looks again\n')
  expect(hint).toBe(`\
   The execution was cut off by the step limit. Usual causes: a polling loop whose condition nothing
   can make true, a body that never settles. If it is only long, raise the option \`steps\`.
   main waits for its turn, programs.ts:1:2`)
})

test('reports a delay that is spent on a choice', async () => {
  const { summary, block } = reportFailure(await check(unluckyChoice), { ...layout, name: 'luck' })
  expect(summary).toBe(
    'luck: fails with 1 delay (found after 3 executions; no execution with fewer delays fails under run-to-completion)',
  )
  expect(block).toBe(`\
       main
   1   starts
 ╎       chooses 'tails'   ← delay: option 2 instead of 1

   It passes when main chooses 'heads' instead of 'tails' in step 1. So it is without the delay.`)
})

test('reports a given path that fails', async () => {
  const { summary } = reportFailure(await check(account, { path: 'run-to-completion:1' }), layout)
  expect(summary).toBe('no deposit is lost: fails on the given path')
})

test('claims that fewer delays do not suffice only where that is known', () => {
  expect(summaryOf({ minimal: false, path: 'round-robin:1.0' })).toBe(
    'test: fails with 2 delays (found after 20 executions; it is not proven that none with fewer delays fails)',
  )
  expect(summaryOf({ minimal: false, path: 'round-robin:1.0', simpler: 'round-robin:3' })).toBe(
    'test: fails with 2 delays (found after 20 executions; with fewer delays, round-robin:3 fails in another way)',
  )
  expect(summaryOf({ minimal: true, path: 'round-robin:' })).toBe(
    'test: fails without a delay (found after 20 executions)',
  )
  expect(summaryOf({ minimal: true, path: 'random@7f3a:1' })).toBe(
    'test: fails with 1 delay ' +
      '(found after 20 executions; no execution with fewer delays fails under random with the seed 7f3a)',
  )
})

test('keeps the summary on one line', () => {
  const { summary } = reportFailure(failing(), { ...layout, name: 'a\nname' })
  expect(summary).toMatch(/^a name: fails with 1 delay \(found after 20 executions; .*\)$/)
})

test.each([
  ['unhandled rejection', /rejection that nobody handles/],
  ['uncaught exception', /exception that nobody catches/],
] as const)('says that an error is an %s', (how, text) => {
  const outcome = { kind: 'failed', error: new Error('no'), how } as const
  expect(reportFailure(failing({ outcome }), layout).block).toMatch(text)
})

test('says that a failure is flaky', () => {
  expect(reportFailure(failing({ flaky: true }), layout).block).toContain(
    'A smaller execution failed once, and not again',
  )
})

test('names what happened outside of control', () => {
  const stack = 'at readFile (node:fs:1:2)\nat load (/project/src/load.ts:3:4)'
  const uncontrolled = [{ what: 'a file system call', stack }]
  const { block } = reportFailure({ ...failing(), uncontrolled }, { ...layout, root: '/project' })
  expect(block).toContain(`
   outside of control: a file system call, src/load.ts:3:4
   It may go differently next time: put it under control, or the path may not replay.`)
})

test('lists a few of many that wait', () => {
  const waiting = Array.from({ length: 30 }, (_, index) => ({ process: `p${index}`, for: 'a lock' }))
  const { block } = reportFailure(failing({ outcome: { kind: 'deadlocked', waiting } }), layout)
  expect(block).toContain('   p11 waits for a lock\n   and 18 others wait')
})

test.each([20, 40, 80, 120])('never starts a line like a frame of a stack, in %i columns', async (width) => {
  const verdicts = await Promise.all([account, nobodySends, polls].map((program) => check(program, { steps: 300 })))
  for (const failed of [...verdicts, failing({ outcome: { kind: 'cut', steps: 5, waiting: [] } })]) {
    const { block } = reportFailure(failed, { ...layout, width })
    expect(block).not.toMatch(/^\s*at /m)
    expect(block).not.toMatch(/[^\S\n]$/m)
    expect(block).not.toContain('\u001b')
  }
})

test('refuses a verdict that passed', () => {
  expect(() => reportFailure(verdict(), layout)).toThrow('no failure to report')
})

function failing(more: Partial<Counterexample> = {}): Verdict {
  const outcome = { kind: 'failed', error: new Error('no'), how: 'body' } as const
  const trace = [step('main', 'starts')]
  return verdict({
    passed: false,
    endedBy: 'counterexample',
    strata: [stratum(0, share('round-robin', 1))],
    counterexample: { path: 'round-robin:1', outcome, trace, minimal: false, ...more },
  })
}

function summaryOf(more: Partial<Counterexample>): string {
  return reportFailure(failing(more), { ...layout, name: 'test' }).summary
}
