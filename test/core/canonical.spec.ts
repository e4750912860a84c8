import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonical } from '../../src/core/canonical.ts'

class Point {
  constructor(
    readonly x: number,
    readonly y: number,
  ) {}
}

class Vector extends Point {}

function ring(length: number): object {
  const first: { next?: object } = {}
  let last = first
  for (let index = 1; index < length; index++) last = last.next = {}
  last.next = first
  return first
}

describe('canonical', () => {
  test.each<[string, unknown, unknown]>([
    ['objects whatever the order of their keys', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }],
    [
      'Maps whatever the order of their entries',
      new Map<unknown, unknown>([
        [1, 'a'],
        ['1', 'b'],
      ]),
      new Map<unknown, unknown>([
        ['1', 'b'],
        [1, 'a'],
      ]),
    ],
    ['Maps with objects as keys', new Map([[{ a: 1, b: 2 }, 0]]), new Map([[{ b: 2, a: 1 }, 0]])],
    ['Sets whatever the order of their members', new Set([1, { a: 1 }, 'x']), new Set(['x', 1, { a: 1 }])],
    ['NaNs', [NaN], [0 / 0]],
    ['rings', ring(3), ring(3)],
    ['typed arrays by content', new Uint8Array([1, 2]), Uint8Array.of(0, 1, 2, 3).subarray(1, 3)],
    ['buffers from different pools', Buffer.from('abc'), Buffer.concat([Buffer.from('a'), Buffer.from('bc')])],
    ['Dates', new Date(5), new Date(5)],
    ['Errors whatever their stacks', new TypeError('x'), new TypeError('x')],
    ['instances of a class', new Point(1, 2), Object.assign(Object.create(Point.prototype) as object, { y: 2, x: 1 })],
    ['objects without a prototype', { a: 1 }, Object.assign(Object.create(null) as object, { a: 1 })],
    ['bigints', 12n, BigInt('12')],
  ])('writes equal %s alike', (_, one, other) => expect(canonical(one)).toBe(canonical(other)))

  test.each<[string, unknown, unknown]>([
    ['0 and -0', 0, -0],
    ['0 and -0 inside', [{ a: 0 }], [{ a: -0 }]],
    ['a number and its text', 1, '1'],
    ['a number and its bigint', 1, 1n],
    ['null and undefined', null, undefined],
    ['NaN and null', [NaN], [null]],
    ['NaN and its text', NaN, 'NaN'],
    ['undefined and no field', { a: undefined }, {}],
    ['an empty list and an empty object', [], {}],
    ['a list and its text', ['a', 'b'], ['a,b']],
    ['lists of another depth', [[1], 2], [[1, 2]]],
    ['lists in another order', [1, 2], [2, 1]],
    ['a Map and an object', new Map([['a', 1]]), { a: 1 }],
    ['a Map and a Set', new Map([[1, 1]]), new Set([[1, 1]])],
    ['a Set and a list', new Set([1]), [1]],
    ['Maps whose keys are of another kind', new Map([[1, 0]]), new Map([['1', 0]])],
    ['a field and its text', { a: 1 }, '{"a":1}'],
    ['fields that hold what others write', { a: '1,"b":2' }, { a: '1', b: 2 }],
    ['typed arrays of another kind', new Uint8Array([1]), new Int8Array([1])],
    ['typed arrays of other content', new Uint8Array([1, 2]), new Uint8Array([2, 1])],
    ['classes', new Point(1, 2), new Vector(1, 2)],
    ['an instance and a plain object', new Point(1, 2), { x: 1, y: 2 }],
    ['Errors with other messages', new Error('a'), new Error('b')],
    ['Errors of another kind', new TypeError('a'), new RangeError('a')],
    ['Dates', new Date(1), new Date(2)],
    ['a Date and its number', new Date(1), 1],
    ['expressions with other flags', /a/g, /a/i],
    ['rings of another length', ring(2), ring(3)],
    ['a cycle and the same thing twice', ring(1), { next: {} }],
    ['bytes of other content', Uint8Array.of(1).buffer, Uint8Array.of(2).buffer],
    ['addresses', new URL('http://a'), new URL('http://b')],
    ['boxed values', Object(1), Object(2)],
    ['Errors with other codes', Object.assign(new Error('a'), { code: 1 }), Object.assign(new Error('a'), { code: 2 })],
  ])('tells apart %s', (_, one, other) => expect(canonical(one)).not.toBe(canonical(other)))

  test('writes the same thing twice, when it is not a cycle', () => {
    const shared = { a: 1 }
    expect(canonical([shared, shared])).toBe(canonical([{ a: 1 }, { a: 1 }]))
    expect(canonical([shared, shared])).toBe('[{"a":1},{"a":1}]')
  })

  test('writes what is nested very deeply', () => {
    const nested = (depth: number): object => {
      let value: object = {}
      for (let level = 0; level < depth; level++) value = { value }
      return value
    }
    expect(canonical(nested(20_000)) === canonical(nested(20_000))).toBe(true)
  })

  test('cuts cycles through Map, Set and list', () => {
    const map = new Map<string, unknown>()
    map.set('me', map)
    const set = new Set<unknown>()
    set.add([set])
    const list: unknown[] = []
    list.push(list)
    expect([map, set, list].map((value) => canonical(value))).toEqual([
      'Map{"me"=><cycle 1>}',
      'Set{[<cycle 2>]}',
      '[<cycle 1>]',
    ])
  })

  test('tells values of JSON apart exactly when they are not equal', () => {
    const json = fc.jsonValue({ maxDepth: 2 })
    const equal = (one: unknown, other: unknown): boolean => {
      try {
        expect(one).toStrictEqual(other)
        return true
      } catch {
        return false
      }
    }
    fc.assert(
      fc.property(json, json, (one, other) => (canonical(one) === canonical(other)) === equal(one, other)),
      { seed: 1, numRuns: 1000 },
    )
    fc.assert(
      fc.property(json, (value) => canonical(value) === canonical(structuredClone(value))),
      { seed: 1 },
    )
  })
})
