import { expect, test } from 'vitest'
import { check, defineExplorer, InterlaceError, programOf, type StepEvent } from '../../src/index.ts'
import { linesOf, stepsOf } from './told.ts'

test('the explorer `ordered` lets processes go in the order that is signalled', async () => {
  const lines = await linesOf(
    async ({ spawn, signal }) => {
      signal('order', ['carol', 'alice'])
      await Promise.all(['alice', 'bob', 'carol', 'dave'].map((name) => spawn(name, () => undefined)))
    },
    { explorer: 'ordered' },
  )

  expect(lines).toEqual(['main: starts', 'carol: starts', 'alice: starts', 'bob: starts', 'dave: starts'])
})

test('a new order holds from the next step on', async () => {
  const lines = await linesOf(
    async ({ spawn, signal, pause }) => {
      signal('order', ['alice', 'bob'])
      const turns = (name: string, other: string) => async (): Promise<void> => {
        signal('order', [other, name])
        await pause()
        signal('order', [other, name])
      }
      await Promise.all([spawn('alice', turns('alice', 'bob')), spawn('bob', turns('bob', 'alice'))])
    },
    { explorer: 'ordered' },
  )

  expect(lines).toEqual(['main: starts', 'alice: starts', 'bob: starts', 'alice: goes on', 'bob: goes on'])
})

test('a signal reaches the explorer with its value and its process', async () => {
  const heard: StepEvent[] = []
  const listening = defineExplorer('listening', () => {
    const enabled: number[] = []
    return {
      next: () => enabled[0],
      delay: () => void enabled.push(...enabled.splice(0, 1)),
      step(event) {
        if (event.kind === 'signal') heard.push(event)
        if (event.kind === 'enabled') enabled.push(event.process)
        if (event.kind === 'blocked' || event.kind === 'ended') enabled.splice(enabled.indexOf(event.process), 1)
      },
    }
  })
  await check(
    programOf(async ({ signal, spawn }) => {
      signal('here')
      await spawn('alice', () => signal('phase', { number: 2 }))
    }),
    { explorer: listening, path: 'listening:' },
  )

  expect(heard).toEqual([
    { kind: 'signal', process: 1, name: 'here', value: undefined },
    { kind: 'signal', process: 2, name: 'phase', value: { number: 2 } },
  ])
})

test('a signal stands in the trace', async () => {
  const [step] = await stepsOf(({ signal }) => signal('phase', { number: 2 }))

  expect(step?.notes).toEqual([{ kind: 'signal', process: 'main', text: 'signals phase { number: 2 }', delays: 0 }])
})

test('explorers that take no signals go on as before', async () => {
  const verdict = await check(
    programOf(async ({ signal, spawn }) => {
      signal('order', ['bob', 'alice'])
      await Promise.all([spawn('alice', () => undefined), spawn('bob', () => undefined)])
    }),
  )

  expect(verdict).toMatchObject({ passed: true, complete: true })
})

test('an order that is no list of names is an error, even if the body catches it', async () => {
  const refused = check(
    programOf(({ signal }) => {
      try {
        signal('order', 'alice')
      } catch {
        return 'caught'
      }
      return 'not thrown'
    }),
    { explorer: 'ordered' },
  )

  await expect(refused).rejects.toThrow(InterlaceError)
  await expect(refused).rejects.toThrow("signal('order', …) was given alice.")
})
