import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSeed } from '../../src/core/path.ts'
import { randomFrom, seedOf } from '../../src/core/random.ts'

const take = (count: number, random: () => number): number[] => Array.from({ length: count }, () => random())

describe('randomFrom', () => {
  test.each([
    ['interlace', [0.7850582089740783, 0.46656745206564665, 0.7233021298889071, 0.36741949315182865]],
    ['7f3a', [0.3436664086766541, 0.39991542184725404, 0.7542399959638715, 0.06378594739362597]],
    ['', [0.1666577742435038, 0.4869158477522433, 0.00011322717182338238, 0.9002609080635011]],
  ])('gives the same numbers for the seed %j on every machine', (seed, numbers) => {
    expect(take(4, randomFrom(seed))).toEqual(numbers)
  })

  test('gives each caller a stream of its own', () => {
    const one = randomFrom('a')
    const other = randomFrom('a')
    const mixed = [one(), other(), one(), other(), other(), one()]
    const [first, second, third] = take(3, randomFrom('a'))
    expect(mixed).toEqual([first, first, second, second, third, third])
  })

  test('stays in [0, 1)', () => {
    const numbers = take(10_000, randomFrom('range'))
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...numbers)).toBeLessThan(1)
  })

  test('gives other numbers for another seed', () => {
    const firsts = new Set(Array.from({ length: 1000 }, (_, seed) => randomFrom(`${seed}`)()))
    expect(firsts.size).toBe(1000)
  })
})

describe('seedOf', () => {
  test.each([
    ['', '811c'],
    ['a', 'e40c'],
    ['foobar', 'bf9c'],
    ['interlace', 'e06a'],
  ])('makes of %j the first digits of its FNV-1a hash', (text, seed) => expect(seedOf(text)).toBe(seed))

  test('makes a seed that may stand in a path, of any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(seedOf(text)).toMatch(/^[0-9a-f]{4}$/)
        expect(isSeed(seedOf(text))).toBe(true)
      }),
      { seed: 1 },
    )
  })

  test('spreads texts that differ little', () => {
    const seeds = new Set(Array.from({ length: 1000 }, (_, index) => seedOf(`test ${index}`)))
    // 1,000 balls into 65,536 bins leave 992.4 bins occupied on the average, with a standard deviation of 2.7.
    expect(seeds.size).toBeGreaterThan(970)
  })
})
