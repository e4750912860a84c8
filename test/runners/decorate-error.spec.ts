import { expect, test } from 'vitest'
import { decorateError, messageOf, withUserFrames } from '../../src/runners/decorate-error.ts'
import { misuse } from '../../src/core/errors.ts'

const decoration = { text: 'fails with 1 delay\nreplay', block: 'trace', origin: ['    at a.spec.ts:1:1'] }

test('adds to the very error that was thrown', () => {
  const error = new TypeError('is not a function')
  const decorated = decorateError(error, decoration)
  expect(decorated).toBe(error)
  expect(decorated).toMatchObject({ message: 'is not a function\n\nfails with 1 delay\nreplay', codeFrame: '\ntrace' })
  expect(decorated.stack).toMatch(
    /^TypeError: is not a function\n\nfails with 1 delay\nreplay\n {4}at .*decorate-error\.spec\.ts/,
  )
})

test('decorates an error once, however often it is thrown', () => {
  const error = new Error('kept')
  decorateError(error, decoration)
  decorateError(error, { ...decoration, text: 'again' })
  expect(error.message).toBe('kept\n\nagain')
  expect(error.stack).toContain('Error: kept\n\nagain\n')
  expect(error.stack).not.toContain('replay')
})

test('tells an error in words, without what was added to it', () => {
  const error = new TypeError('kept')
  decorateError(error, decoration)
  expect(messageOf(error)).toBe('TypeError: kept')
  expect(messageOf('a text')).toBe('the program threw "a text"')
})

test('leaves out the frames of interlace and of Node', () => {
  const error = new Error('x')
  error.stack = [
    'Error: x',
    `    at settle (${process.cwd()}/src/runtime/body-run.ts:1:2)`,
    `    at file://${process.cwd()}/dist/vitest.js:1:2`,
    '    at deposit (/project/account.ts:3:4)',
    '    at new Promise (<anonymous>)',
    '    at process.processTicksAndRejections (node:internal/process/task_queues:103:5)',
    '    at async file:///project/node_modules/@vitest/runner/dist/index.js:5:6',
  ].join('\n')
  expect(decorateError(error, decoration).stack?.split('\n').slice(4)).toEqual([
    '    at deposit (/project/account.ts:3:4)',
  ])
})

test('points to the test where the error says nothing of the user', () => {
  expect(decorateError('a text', decoration)).toMatchObject({
    message: 'the program threw "a text"\n\nfails with 1 delay\nreplay',
    cause: 'a text',
  })
  const error = misuse('What.', 'Advice.')
  error.stack = 'InterlaceError: What.\nAdvice.'
  expect(withUserFrames(error, decoration.origin).stack).toBe('InterlaceError: What.\nAdvice.\n    at a.spec.ts:1:1')
})

test.each([
  ['a frozen error', Object.freeze(new RangeError('cold')), 'RangeError', 'cold'],
  [
    'an error with accessors',
    new (class Fixed extends Error {
      override get message() {
        return 'computed'
      }
    })(),
    'Error',
    'computed',
  ],
  ['several errors', new AggregateError([new Error('one')], 'many'), 'AggregateError', 'many'],
])('wraps %s', (_, error, name, message) => {
  const decorated = decorateError(error, decoration)
  expect(decorated).not.toBe(error)
  expect(decorated).toMatchObject({ name, message: `${message}\n\nfails with 1 delay\nreplay`, codeFrame: '\ntrace' })
  expect(decorated.cause).toBe(error)
  expect(decorated).not.toHaveProperty('errors')
})

test.each([undefined, null, 42, Symbol('s'), Object.create(null) as object])('wraps %s', (thrown) => {
  const decorated = decorateError(thrown, decoration)
  expect(decorated.message).toMatch(/^the program threw .+\n\nfails with 1 delay/)
  expect(decorated.cause).toBe(thrown)
})
