import { join } from 'node:path'
import { check, defineExplorer, type Options, programOf, type Runtime } from 'interlace'
import { expect, test } from 'vitest'
import { forgets, politeForEver } from '../../fixtures/liveness.ts'
import { newSavedPath, outcomeMessage } from '../../src/runners/new-saved-path.ts'
import type { Update } from '../../src/runners/save-option.ts'
import { SavedPaths } from '../../src/runners/saved-paths.ts'
import { PathStore } from '../../src/store/path-store.ts'
import type { SavedPath } from '../../src/store/saved-path.ts'
import { emptyFolder } from '../store/saved-paths.ts'

const identity = { names: ['the order is kept'], place: 0 }

/** Fails when b goes before a; `runs` counts the executions. */
function ordered(steps = 1) {
  const counter = { runs: 0 }
  const program = programOf(async ({ spawn, pause }: Runtime) => {
    counter.runs++
    let seen = ''
    const go = (name: string) => async () => {
      for (let step = 0; step < steps; step++) await pause()
      seen += name
    }
    await Promise.all([spawn('a', go('a')), spawn('b', go('b'))])
    if (seen === 'ba') throw new Error('b was first')
  })
  return { program, counter }
}

const fixed = programOf(async ({ spawn, pause }: Runtime) => {
  await spawn('a', () => pause())
  await Promise.all([spawn('b', () => pause()), spawn('c', () => pause())])
})

function storeIn(folder = emptyFolder()): PathStore {
  return new PathStore(join(folder, '__paths__', 'a.spec.ts.paths'))
}

async function failingPath(options: Options = { explorer: 'round-robin' }): Promise<SavedPath> {
  const { counterexample } = await check(ordered().program, options)
  if (counterexample === undefined) throw new Error('nothing was found')
  return newSavedPath(counterexample, { test: identity, options, environment: [], trace: '' })
}

async function savedOnce(update: Update): Promise<{ store: PathStore; saved: SavedPaths; path: SavedPath }> {
  const store = storeIn()
  const path = await failingPath()
  await store.change({ add: [path] })
  return { store, saved: new SavedPaths(store, identity, update), path }
}

test('a path that still fails is replayed in one execution', async () => {
  const { saved, path } = await savedOnce('new')
  const { program, counter } = ordered()
  const failing = await saved.replay(program, {}, false)
  expect(failing).toMatchObject({ saved: path, came: 'fails', difference: undefined, verdict: { executions: 1 } })
  expect(failing?.verdict.counterexample?.path).toBe(path.path)
  expect(counter.runs).toBe(1)
})

test('the paths of other tests are left alone', async () => {
  const { store, path } = await savedOnce('new')
  for (const other of [
    { names: ['another'], place: 0 },
    { names: identity.names, place: 1 },
  ]) {
    const { program, counter } = ordered()
    expect(await new SavedPaths(store, other, 'all').replay(program, {}, false)).toBeUndefined()
    expect(counter.runs).toBe(0)
  }
  expect(store.read()).toEqual([path])
})

test.each([
  ['none', 1],
  ['new', 1],
  ['all', 0],
] as const)('of a path that passes, an update of %s keeps %i', async (update, left) => {
  const { store, saved } = await savedOnce(update)
  expect(await saved.replay(fixed, {}, false)).toBeUndefined()
  expect(saved.regressions).toMatchObject([{ came: 'passes', difference: expect.stringContaining('was:') }])
  expect(await saved.keep()).toBeUndefined()
  expect(store.read()).toHaveLength(left)
})

test('a path that leads nowhere is outlived, and its first difference named', async () => {
  const { store, saved, path } = await savedOnce('new')
  await store.change({ add: [{ ...path, path: 'round-robin:50', digest: 'other' }] })
  expect(await saved.replay(fixed, {}, false)).toBeUndefined()
  expect(saved.regressions).toMatchObject([
    { came: 'outlived', difference: expect.stringMatching(/^step 2 was: .*\n/) },
  ])
  await saved.keep()
  expect(store.read()).toHaveLength(1)
})

test('a path of an explorer that is not there any more is outlived', async () => {
  const mine = defineExplorer('mine', () => {
    const ready: number[] = []
    return {
      next: () => ready[0],
      delay: () => void ready.push(...ready.splice(0, 1)),
      step(event) {
        if (event.kind === 'enabled') ready.push(event.process)
        if (event.kind === 'blocked' || event.kind === 'ended') ready.splice(ready.indexOf(event.process), 1)
      },
    }
  })
  const store = storeIn()
  await store.change({ add: [await failingPath({ explorer: mine })] })
  const saved = new SavedPaths(store, identity, 'new')
  expect(await saved.replay(ordered().program, {}, false)).toBeUndefined()
  expect(saved.regressions[0]?.difference).toContain('There is no explorer called "mine".')
  const again = new SavedPaths(store, identity, 'new')
  expect(await again.replay(ordered().program, { explorer: mine }, false)).toMatchObject({ came: 'fails' })
})

test('a path that fails by other steps is saved as it fails now', async () => {
  const { store, saved, path } = await savedOnce('new')
  const { program } = ordered(2)
  const verdict = await check(program, { explorer: 'round-robin' })
  if (verdict.counterexample === undefined) throw new Error('nothing was found')
  // The same path leads through other steps in the longer program.
  await store.change({ remove: [path], add: [{ ...path, path: verdict.counterexample.path }] })
  const failing = await saved.replay(program, {}, false)
  expect(failing?.difference).toContain('was:')
  const now = newSavedPath(verdict.counterexample, { test: identity, options: {}, environment: [], trace: '' })
  await saved.keep(now)
  expect(store.read()).toEqual([now])
})

test.each([
  ['goes round for ever', politeForEver, 'livelocked'],
  ['ends too early', forgets, 'hot'],
])('a path that %s is replayed, too', async (_, body, kind) => {
  const options = { search: 'liveness', delays: Infinity } as const
  const { counterexample } = await check(programOf(body), options)
  if (counterexample === undefined) throw new Error('nothing was found')
  const store = storeIn()
  await store.change({ add: [newSavedPath(counterexample, { test: identity, options, environment: [], trace: '' })] })
  const failing = await new SavedPaths(store, identity, 'new').replay(programOf(body), options, false)
  expect(failing).toMatchObject({ came: 'fails', difference: undefined, saved: { kind } })
  expect(failing?.verdict.counterexample?.outcome).toEqual(counterexample.outcome)
})

test('a long message is kept in part, and is the same one when it comes again', async () => {
  const long = (): never => {
    throw new Error('very '.repeat(1000))
  }
  const { counterexample } = await check(programOf(long))
  if (counterexample === undefined) throw new Error('nothing was found')
  const path = newSavedPath(counterexample, { test: identity, options: {}, environment: [], trace: '' })
  expect(path.message).toHaveLength(501)
  expect(outcomeMessage(counterexample.outcome)).toBe(path.message)
})

test('what was set for one run holds when the path is replayed', async () => {
  const store = storeIn()
  const path = await failingPath()
  const steps = path.outline.length - 1
  await store.change({
    add: [{ ...path, conditions: { latency: 1000, steps, environment: [['INTERLACE_STEPS', String(steps)]] } }],
  })
  const failing = await new SavedPaths(store, identity, 'new').replay(ordered().program, { steps: 100 }, false)
  expect(failing?.verdict.counterexample?.outcome).toMatchObject({ kind: 'cut', steps })
})
