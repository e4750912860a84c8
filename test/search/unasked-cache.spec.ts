import { expect, test } from 'vitest'
import { german } from '../../fixtures/protocols/german.ts'
import { check, machine, messages, programOf, type Runtime } from '../../src/index.ts'

const adder = machine({
  accepts: messages<{ add: (by: number) => void }>(),
  data: (): { add: (by: number) => void } => ({ add: () => undefined }),
  initial: 'open',
  states: { open: { on: { add: ({ data }, by) => data.add(by) } } },
})

/** Two processes send to a machine whose handler writes down, in a variable of the body's, who came first. */
async function order({ create, spawn, quiet }: Runtime): Promise<string> {
  const seen: number[] = []
  const ref = create('adder', adder, { add: (by: number) => void seen.push(by) })
  spawn('ann', () => ref.send('add', 1))
  spawn('ben', () => ref.send('add', 2))
  await quiet()
  return seen.join()
}

test('without a cache that was asked for, what a handler keeps outside of its data is no reason to miss anything', async () => {
  const verdict = await check(programOf(order))
  expect(verdict).toMatchObject({ passed: true, pruned: 0, states: 0 })
  expect(verdict.results.map(({ value }) => value).toSorted()).toEqual(['1,2', '2,1'])
})

test('data that cannot be told apart does not keep a failure from being made smaller', async () => {
  const { counterexample, minimising } = await check(
    programOf(async (runtime) => {
      if ((await order(runtime)) === '1,2') throw new Error('ann was first')
    }),
    { search: 'random-walk' },
  )
  expect(counterexample?.outcome).toMatchObject({ kind: 'failed' })
  expect(minimising).toBeGreaterThan(0)
  expect(counterexample?.path).not.toContain('.')
})

test('that no execution with fewer delays fails is not claimed for states that nobody has asked to be remembered', async () => {
  const program = programOf(german({ clients: 2, asks: 3, bug: 'shares stay exclusive' }))
  const options = { search: 'random-walk', explorer: 'run-to-completion', seed: 'a' } as const
  const unasked = await check(program, options)
  const asked = await check(program, { ...options, cache: true })
  // The same executions are run either way; only what they prove differs.
  expect(unasked.counterexample?.path).toBe(asked.counterexample?.path)
  expect(unasked.minimising).toBe(asked.minimising)
  expect([unasked.counterexample?.minimal, asked.counterexample?.minimal]).toEqual([false, true])
})
