import { expect, test } from 'vitest'
import { check, parsePath, programOf, type Options } from '../../src/index.ts'
import { chainOfServers, type ChainOptions } from '../../fixtures/protocols/chain-of-servers.ts'

const search = (chain: ChainOptions, options: Options) =>
  check(programOf(chainOfServers(chain)), { delays: 3, executions: 20_000, ...options })

const bug = 'deaf while repairing'

test.each([
  { signals: true, executions: [1, 36, 645, 7642] },
  { signals: false, executions: [1, 26, 341, 3044] },
])('the chain is mended whichever two servers fail, told by signals: $signals', async ({ signals, executions }) => {
  const verdict = await search({ signals }, { explorer: 'ordered' })
  expect(verdict.strata).toMatchObject(executions.map((count) => ({ executions: count, exhausted: true })))
  expect(verdict).toMatchObject({ passed: true, results: [{ value: 2 }] })
})

test('a master that does not hear of the second failure waits for ever', async () => {
  const { counterexample } = await search({ bug, signals: true }, { explorer: 'ordered', path: 'ordered:22.0' })
  const outcome = counterexample?.outcome
  expect(outcome?.kind === 'deadlocked' && outcome.waiting.map((one) => `${one.process} waits for ${one.for}`)).toEqual(
    [
      'main waits for an answer to master.whole()',
      'fault waits for a message, in state striking',
      'master waits for a message, in state repairing, with failed, whole deferred',
      'server 1 waits for a message, in state serving',
      'server 2 waits for a message, in state serving',
    ],
  )
})

test('told that faults come last while the chain is linked, and first after that, the explorer needs two delays', async () => {
  const { counterexample } = await search({ bug, signals: true }, { explorer: 'ordered' })
  expect(counterexample?.minimal).toBe(true)
  expect(parsePath(counterexample?.path ?? '').delays).toHaveLength(2) // both choose the victims
})

test.each(['round-robin', 'run-to-completion'] as const)(
  'without knowing the program, %s needs three',
  async (explorer) => {
    const { counterexample } = await search({ bug, signals: true }, { explorer })
    expect(counterexample?.minimal).toBe(true)
    expect(parsePath(counterexample?.path ?? '').delays).toHaveLength(3)
  },
)

test('not told anything, the same explorer strikes while the chain is linked, and does not find it with four', async () => {
  const verdict = await search({ bug, signals: false }, { explorer: 'ordered', delays: 4, executions: 60_000 })
  expect(verdict.passed).toBe(true)
  expect(verdict.strata).toMatchObject(
    [1, 26, 341, 3044, 20_938].map((executions) => ({ executions, exhausted: true })),
  )
})
