import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InterlaceError } from '../../src/core/errors.ts'
import { formatPath, isSeed, type NamedPath, parsePath } from '../../src/core/path.ts'

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const inside = `${letters}0123456789_-`
const word = fc.string({ unit: fc.constantFrom(...inside.split(/(?=.)/)), minLength: 1, maxLength: 12 })
const explorerName = fc.tuple(fc.constantFrom(...letters.split(/(?=.)/)), word).map(([first, rest]) => first + rest)
const namedPath: fc.Arbitrary<NamedPath> = fc
  .record({
    explorer: explorerName,
    seed: fc.option(word, { nil: undefined }),
    delays: fc.array(fc.maxSafeNat()),
    loop: fc.option(fc.record({ stem: fc.maxSafeNat(), steps: fc.integer({ min: 1 }) }, { noNullPrototype: true }), {
      nil: undefined,
    }),
  })
  .map(({ explorer, seed, delays, loop }) => ({
    explorer,
    ...(seed === undefined ? {} : { seed }),
    delays,
    ...(loop === undefined ? {} : { loop }),
  }))

describe('the text of a path', () => {
  test.each<[string, NamedPath]>([
    ['run-to-completion:3.0', { explorer: 'run-to-completion', delays: [3, 0] }],
    ['probabilistic-round-robin@7f3a:2', { explorer: 'probabilistic-round-robin', seed: '7f3a', delays: [2] }],
    ['round-robin:', { explorer: 'round-robin', delays: [] }],
    ['random@a:', { explorer: 'random', seed: 'a', delays: [] }],
    ['round-robin:/3+2', { explorer: 'round-robin', delays: [], loop: { stem: 3, steps: 2 } }],
    ['random@a:1.0/12+7', { explorer: 'random', seed: 'a', delays: [1, 0], loop: { stem: 12, steps: 7 } }],
  ])('%s is written and read', (text, path) => {
    expect(formatPath(path)).toBe(text)
    expect(parsePath(text)).toStrictEqual(path)
  })

  test('reads back whatever was written', () => {
    fc.assert(
      fc.property(namedPath, (path) => {
        expect(parsePath(formatPath(path))).toStrictEqual(path)
      }),
      { seed: 1 },
    )
  })

  test('stands in a shell without quotes', () => {
    fc.assert(
      fc.property(namedPath, (path) => /^[\w@:./+-]+$/.test(formatPath(path))),
      { seed: 1 },
    )
  })

  test('is read with spaces around it and without its colon, as it may be pasted', () => {
    expect(parsePath(' round-robin:1.2\n')).toStrictEqual({ explorer: 'round-robin', delays: [1, 2] })
    expect(parsePath('round-robin')).toStrictEqual({ explorer: 'round-robin', delays: [] })
  })

  test.each([
    '',
    ':1',
    '1',
    '3:1',
    'round robin:1',
    'round-robin:1.',
    'round-robin:.1',
    'round-robin:1..2',
    'round-robin:-1',
    'round-robin:1.5e3',
    'round-robin:one',
    'round-robin:1,2',
    'round-robin:1 2',
    'round-robin@:1',
    'round-robin@a b:1',
    'round-robin@a@b:1',
    'round-robin:1:2',
    'round-robin:1/2',
    'round-robin:1/2+0',
    'round-robin:1/+1',
    'round-robin:1/2+1/2+1',
    'round-robin:9007199254740992',
    `round-robin:${'9'.repeat(400)}`,
  ])('%j is rejected with what a path looks like', (text) => {
    const parse = (): unknown => parsePath(text)
    expect(parse).toThrow(InterlaceError)
    expect(parse).toThrow(`${JSON.stringify(text)} is not a path.\n`)
    expect(parse).toThrow('for instance "run-to-completion:3.0". Copy it whole from the failure.')
  })
})

describe('a seed', () => {
  test('is what may stand between @ and : in a path', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), word), (text) => {
        let seed: string | undefined
        try {
          seed = parsePath(`random@${text}:1`).seed
        } catch {
          seed = undefined
        }
        expect(isSeed(text)).toBe(seed === text)
      }),
      { seed: 1, numRuns: 1000 },
    )
  })

  test.each(['7f3a', 'a', '0', 'with-dash', 'with_line'])('%s is one', (text) => expect(isSeed(text)).toBe(true))

  test.each(['', ' ', 'a b', 'a:b', 'a@b', 'a.b', 'é', 'a\n'])('%j is none', (text) => expect(isSeed(text)).toBe(false))
})
