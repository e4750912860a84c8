import { describe, expect, test } from 'vitest'
import { Fingerprint } from '../../src/core/fingerprint.ts'
import { randomFrom } from '../../src/core/random.ts'
import { StateCache } from '../../src/search/state-cache.ts'

/** Visits a state that has a number for a name. */
function visit(cache: StateCache, state: number, delays = 0): number {
  const { high, low } = new Fingerprint().number(state)
  return cache.visit(high, low, delays)
}

describe('a cache of states', () => {
  test('knows the least delays that a state was reached with', () => {
    const cache = new StateCache()
    expect([5, 7, 3, 3, 9].map((delays) => visit(cache, 1, delays))).toEqual([-1, 5, 5, 3, 3])
    expect(visit(cache, 2, 4)).toBe(-1)
    expect(cache.size).toBe(2)
  })

  test('agrees with a map, however much it grows', () => {
    const cache = new StateCache()
    const map = new Map<number, number>()
    const random = randomFrom('cache')
    for (let visits = 0; visits < 100_000; visits++) {
      const state = Math.floor(random() * 30_000)
      const delays = Math.floor(random() * 20)
      const before = map.get(state) ?? -1
      if (visit(cache, state, delays) !== before) throw new Error(`state ${state} was reached with ${before} before`)
      map.set(state, before < 0 ? delays : Math.min(before, delays))
    }
    expect(cache.size).toBe(map.size)
  })

  test('takes at most 16 bytes a state once it has grown', () => {
    const cache = new StateCache()
    let worst = 0
    for (let state = 0; state < 300_000; state++) {
      visit(cache, state)
      if (state > 2000) worst = Math.max(worst, cache.bytes / cache.size)
    }
    expect(worst).toBeLessThanOrEqual(16)
  })

  test('tells the state of all zeros from an empty slot', () => {
    const cache = new StateCache()
    expect([cache.visit(0, 0, 1), cache.visit(0, 0, 2), cache.size]).toEqual([-1, 1, 1])
  })

  test.each([0, 1, 2, 100, 5000])('remembers at most %i states', (limit) => {
    for (const replaces of [false, true]) {
      const cache = new StateCache(limit, replaces)
      for (let state = 0; state < 20_000; state++) visit(cache, state)
      expect(cache.size).toBeLessThanOrEqual(limit)
      expect(cache.size).toBeGreaterThanOrEqual(0.9 * limit)
      expect(cache.bytes).toBe(10 * limit)
    }
  })

  test('when it is full, keeps the old states or takes in the new ones', () => {
    const known = (replaces: boolean): readonly [kept: number, gone: number] => {
      const cache = new StateCache(1000, replaces)
      for (let state = 0; state < 20_000; state++) visit(cache, state)
      const of = (first: number): number =>
        Array.from({ length: 500 }, (_, index) => visit(cache, first + index, 1)).filter((before) => before === 0)
          .length
      // Looking for a state that is gone takes it in again, so what should be there is looked for first.
      return replaces ? [of(19_500), of(0)] : [of(0), of(19_500)]
    }
    for (const replaces of [false, true]) {
      const [kept, gone] = known(replaces)
      expect(kept).toBeGreaterThan(300)
      expect(gone).toBeLessThan(10)
    }
  })

  test('does not remember a state that took more delays than it can write down', () => {
    const cache = new StateCache()
    expect([visit(cache, 1, 70_000), visit(cache, 1, 70_000), cache.size]).toEqual([-1, -1, 0])
  })
})
