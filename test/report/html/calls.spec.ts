import { expect, test } from 'vitest'
import { check, programOf, type Runtime } from '../../../src/index.ts'
import { pageData } from '../../../src/report/html-trace.ts'
import { note, step } from '../hand-made.ts'
import { arrowsIn, executionOf } from './arrows.ts'
import { accountFailure } from './failures.ts'

test('joins a controlled call with its reply', async () => {
  const [failing] = pageData(await accountFailure()).executions
  expect(failing && arrowsIn(failing)).toEqual([
    'call ledger.read(): bob 2.1 → bob 6',
    'call ledger.read(): alice 3.1 → alice 4',
    'call ledger.write(10): alice 4.1 → alice 5',
    'call ledger.write(20): bob 6.1 → bob 7',
    'call ledger.read(): main 7.1 → main 8',
  ])
  expect(failing?.steps[4]?.label).toBe('ledger.write(10) ✓')
})

test('joins what is sent through a channel with what is received', async () => {
  expect(await arrowsOf(relay(Infinity))).toEqual([
    "message jobs.send('a'): sender 2.1 → worker 4",
    "message jobs.send('b'): sender 2.2 → worker 5",
  ])
})

test('takes a message of a bounded channel from where it finds room', async () => {
  expect(await arrowsOf(relay(1))).toEqual([
    "message jobs.send('a'): sender 2.1 → worker 4",
    "message jobs.send('b'): sender 5 → worker 6",
  ])
})

test('joins taking effect with the reply, and a failed call with its failure', () => {
  const trace = [
    step('a', 'db.get(1) takes effect'),
    step('a', "db.get(1) → 'x → y'", { notes: [note('call', 'a', "db.put(' → ')")] }),
    step('a', "db.put(' → ') ✗ 'Error: full'"),
  ]
  expect(arrowsIn(executionOf(trace))).toEqual(['call db.get(1): a 1 → a 2', "call db.put(' → '): a 2.1 → a 3"])
})

function relay(capacity: number) {
  return async ({ spawn, channel }: Runtime): Promise<void> => {
    const jobs = channel<string>('jobs', { capacity })
    await Promise.all([
      spawn('sender', async () => {
        await jobs.send('a')
        await jobs.send('b')
      }),
      spawn('worker', async () => {
        await jobs.receive()
        await jobs.receive()
      }),
    ])
    throw new Error('always')
  }
}

async function arrowsOf(body: (runtime: Runtime) => Promise<void>): Promise<readonly string[]> {
  const { counterexample } = await check(programOf(body), { path: 'round-robin:' })
  return arrowsIn(executionOf(counterexample?.trace ?? []))
}
