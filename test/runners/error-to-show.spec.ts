import { expect, test } from 'vitest'
import { errorToShow } from '../../src/runners/error-to-show.ts'

test('says what an assertion compares', () => {
  const error = caught(() => expect({ a: 1, b: [2] }).toEqual({ b: [2], a: 2 }))
  expect(errorToShow(error)).toEqual({
    message: 'AssertionError: expected { a: 1, b: [ 2 ] } to deeply equal { b: [ 2 ], a: 2 }',
    expected: '{ a: 2, b: [ 2 ] }',
    actual: '{ a: 1, b: [ 2 ] }',
  })
  expect(errorToShow(caught(() => expect('a\nb').toBe('a\nc')))).toMatchObject({ expected: 'a\nc', actual: 'a\nb' })
})

test.each([
  [new TypeError('no'), 'TypeError: no'],
  [new Error('\u001B[31mred\u001B[39m'), 'Error: red'],
  [{ message: 'nameless' }, 'nameless'],
  ['a text', 'the program threw a text'],
  [undefined, 'the program threw undefined'],
])('says in words what was thrown: %s', (thrown, message) => expect(errorToShow(thrown)).toEqual({ message }))

test('compares nothing that looks the same', () => {
  expect(errorToShow(Object.assign(new Error('no'), { expected: 1, actual: 1 }))).toEqual({ message: 'Error: no' })
})

function caught(fails: () => void): unknown {
  try {
    fails()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}
