import { expect, test } from 'vitest'
import { check, InterlaceError, programOf } from '../../src/index.ts'
import { stepsOf, valuesOf } from './told.ts'

test('takes the first option by default', async () => {
  const verdict = await check(
    programOf(({ choose }) => choose('a', 'b', 'c')),
    { delays: 0 },
  )

  expect(verdict.results).toEqual([{ value: 'a', executions: 2, path: 'run-to-completion:' }])
})

test('each delay moves on by one', async () => {
  const verdict = await check(
    programOf(({ choose }) => choose('a', 'b', 'c')),
    { explorer: 'round-robin' },
  )

  expect(verdict.results).toEqual([
    { value: 'a', executions: 1, path: 'round-robin:' },
    { value: 'b', executions: 1, path: 'round-robin:0' },
    { value: 'c', executions: 1, path: 'round-robin:0.0' },
  ])
  expect(verdict).toMatchObject({ complete: true, endedBy: 'exhausted', decisionPoints: 1 })
})

test('takes options of any kind, null and undefined among them', async () => {
  const options = [null, undefined, 0, false, '', Number.NaN] as const
  const verdict = await check(
    programOf(({ choose }) => choose(...options)),
    { explorer: 'round-robin', delays: 9 },
  )

  expect(verdict.results.map(({ value }) => value)).toEqual([...options])
})

test('one option is no choice', async () => {
  const verdict = await check(programOf(({ choose }) => [choose('only'), choose('one')]))

  expect(verdict).toMatchObject({ decisionPoints: 0, executions: 1, complete: true })
})

test('no option is an error, even if the body catches it', async () => {
  const refused = check(
    programOf(({ choose }) => {
      try {
        Reflect.apply(choose, undefined, [])
      } catch {
        return 'nothing happened'
      }
      return 'nothing was thrown'
    }),
  )

  await expect(refused).rejects.toThrow(InterlaceError)
  await expect(refused).rejects.toThrow('choose() has no options.')
})

test('choices of several places are combined', async () => {
  const verdict = await check(
    programOf(async ({ choose, pause }) => {
      const first = choose(1, 2)
      await pause()
      return `${first}${choose('a', 'b', 'c')}`
    }),
  )

  expect(valuesOf(verdict)).toEqual(['1a', '1b', '1c', '2a', '2b', '2c'])
  expect(verdict.complete).toBe(true)
})

test('a choice stands in the trace with the delays spent on it', async () => {
  const steps = await stepsOf(
    ({ choose }) => {
      choose('read', 'write', { crash: true })
      choose(1, 2)
    },
    { path: 'round-robin:0.0' },
  )

  expect(steps.map(({ notes }) => notes)).toEqual([
    [
      { kind: 'choice', process: 'main', text: 'chooses { crash: true }', delays: 2 },
      { kind: 'choice', process: 'main', text: 'chooses 1', delays: 0 },
    ],
  ])
})
