import { expect, test } from 'vitest'
import { type Body, programOf } from '../../src/machines/program-of.ts'
import { check } from '../../src/search/check.ts'

/** Two processes go on when two others are through, in the order that the explorer is in by then. */
const program: Body = async ({ spawn, sealed, controlled }) => {
  const works = ['left', 'right'].map((name) => {
    const target = controlled(name, { call: async () => {} })
    return spawn(`${name} process`, () => target.call())
  })
  const log = controlled('log', ((calls = '') => ({ add: (who: string) => (calls += who), all: () => calls }))())
  const begin = controlled('start', async () => {})
  const started = ['a', 'b'].map((name) =>
    spawn(name, async () => {
      await begin()
      log.add(name)
    }),
  )
  await Promise.all(works)
  log.add('-')
  await sealed(() => Promise.all(started))
  return log.all()
}

test('where the explorer decides alone, what was passed over in another state of it is not covered', async () => {
  const options = { search: 'exhaustive', delays: Infinity, explorer: 'random' } as const
  const all = await check(programOf(program), options)
  expect(all).toMatchObject({ complete: true, endedBy: 'exhausted', pruned: 0 })
  const verdict = await check(programOf(program), { ...options, cache: { key: 'happens-before' } })
  expect(verdict).toMatchObject({ passed: true, complete: false, endedBy: 'exhausted' })
  expect(verdict.pruned).toBeGreaterThan(0)
})
