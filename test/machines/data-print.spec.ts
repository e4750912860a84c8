import { expect, test } from 'vitest'
import { Fingerprint } from '../../src/core/fingerprint.ts'
import { addValue } from '../../src/machines/data-print.ts'

function printOf(value: unknown): string {
  const print = new Fingerprint()
  addValue(print, value, 'it')
  return `${print.high} ${print.low}`
}

class Point {
  constructor(
    readonly x: number,
    readonly y: number,
  ) {}
}

class Other {
  constructor(
    readonly x: number,
    readonly y: number,
  ) {}
}

class Registry extends Map<string, number> {
  owner = 'nobody'
}

class Secret {
  #value: number
  constructor(value: number) {
    this.#value = value
  }
  get double(): number {
    return 2 * this.#value
  }
}

test.each([
  ['keys', { a: 1, b: [2] }, { b: [2], a: 1 }],
  [
    'a Map',
    new Map([
      ['a', 1],
      ['b', 2],
    ]),
    new Map([
      ['b', 2],
      ['a', 1],
    ]),
  ],
  ['a Set', new Set(['a', { x: 1, y: 2 }]), new Set([{ y: 2, x: 1 }, 'a'])],
  ['objects without a prototype', { a: 1 }, Object.assign(Object.create(null) as object, { a: 1 })],
  ['fields of a class', new Point(1, 2), Object.assign(Object.create(Point.prototype) as object, { y: 2, x: 1 })],
])('equal values have equal prints, whatever the order of %s', (_, one, other) => {
  expect(printOf(one)).toBe(printOf(other))
})

test('different values have different prints', () => {
  const registry = new Registry([['a', 1]])
  const owned = Object.assign(new Registry([['a', 1]]), { owner: 'me' })
  const values = [
    0,
    -0,
    1,
    1.5,
    -1,
    2 ** 31,
    2 ** 32,
    NaN,
    Infinity,
    -Infinity,
    '',
    '0',
    'a',
    true,
    false,
    null,
    undefined,
    0n,
    1n,
    [],
    [[]],
    [1, 2],
    [2, 1],
    [1, [2]],
    [undefined],
    {},
    { a: undefined },
    { a: 1 },
    { a: '1' },
    { b: 1 },
    { a: { a: 1 } },
    new Map(),
    new Map([[1, 2]]),
    new Map([[2, 1]]),
    new Set(),
    new Set([1, 2]),
    new Set([[1, 2]]),
    new Date(0),
    new Date(1),
    /a/,
    /a/g,
    new Error('a'),
    new Error('b'),
    new URL('http://a/'),
    new Uint8Array([1]),
    new Uint8Array([2]),
    new Point(1, 2),
    new Point(2, 1),
    new Other(1, 2),
    registry,
    owned,
    new Map([['a', 1]]),
  ]
  expect(new Set(values.map(printOf)).size).toBe(values.length)
})

test.each([
  [() => 1, 'it is a function'],
  [{ a: [Symbol('s')] }, 'it.a[0] is a symbol'],
  [{ done: Promise.resolve() }, 'it.done is a promise'],
  [{ later: { then: () => undefined } }, 'it.later.then is a function'],
  [new Set([new WeakMap()]), 'it is a WeakMap'],
  [new Map([[{ key: () => 1 }, 1]]), 'it.key is a function'],
  [{ secret: new Secret(1) }, 'it.secret is a Secret, which has private fields'],
  [{ rest: [1, 2][Symbol.iterator]() }, 'it.rest is a'],
  [{ format: new Intl.NumberFormat('en') }, 'it.format is a NumberFormat'],
])('%o cannot be told apart from others', (value, text) => {
  expect(() => printOf(value)).toThrow(`The state cannot be told apart from others: ${text}`)
})

test('what contains itself cannot be told apart', () => {
  const ring: { next?: object } = {}
  ring.next = ring
  expect(() => printOf(ring)).toThrow('is an object that contains itself, or is nested too deeply')
})
