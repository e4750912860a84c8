import { expect, test } from 'vitest'
import { sourcePosition } from '../../src/report/source-position.ts'

test.each([
  ['a function', 'at deposit (/project/src/account.ts:12:5)', 'account.ts:12:5'],
  ['a nameless function', 'at /project/src/account.ts:12:5', 'account.ts:12:5'],
  ['an async function', 'at async deposit (/project/src/account.ts:12:5)', 'account.ts:12:5'],
  ['a nameless async function', 'at async /project/src/account.ts:12:5', 'account.ts:12:5'],
  ['a method', 'at Account.deposit [as save] (/project/src/account.ts:12:5)', 'account.ts:12:5'],
  ['a URL', 'at deposit (file:///project/my%20src/account.ts:12:5)', 'account.ts:12:5'],
  ['a URL with a query', 'at deposit (file:///project/src/account.ts?v=1a2:12:5)', 'account.ts:12:5'],
  ['a Windows path', String.raw`at deposit (C:\project\src\account.ts:12:5)`, 'account.ts:12:5'],
  ['a nameless function of Windows', String.raw`    at C:\project (x86)\account.ts:12:5`, 'account.ts:12:5'],
  ['a Windows URL', 'at file:///C:/project/src/account.ts:12:5', 'account.ts:12:5'],
])('finds the position of %s', (_, frame, position) => expect(sourcePosition(frame)).toBe(position))

test('writes a position relative to the root', () => {
  expect(sourcePosition('at /project/src/account.ts:12:5', '/project')).toBe('src/account.ts:12:5')
  expect(sourcePosition('at file:///project/src/account.ts:12:5', '/project/')).toBe('src/account.ts:12:5')
  expect(sourcePosition('at file:///C:/project/src/account.ts:12:5', String.raw`C:\project`)).toBe(
    'src/account.ts:12:5',
  )
  expect(sourcePosition('at /elsewhere/account.ts:12:5', '/project')).toBe('account.ts:12:5')
})

test('skips what is not the user’s code', () => {
  const user = 'at /project/account.ts:12:5'
  const packaged = 'at save (/project/node_modules/orm/index.js:1:2)'
  const host = 'at process.processTicksAndRejections (node:internal/process/task_queues:105:5)'
  const nowhere = 'at new Promise (<anonymous>)\nat async Promise.all (index 0)'
  expect(sourcePosition([nowhere, host, packaged, user].join('\n'))).toBe('account.ts:12:5')
  expect(sourcePosition([nowhere, packaged].join('\n'))).toBe('index.js:1:2')
  expect(sourcePosition(host)).toBe('node:internal/process/task_queues:105:5')
})

test('finds nothing where there is nothing', () => {
  expect(sourcePosition(undefined)).toBeUndefined()
  expect(sourcePosition('')).toBeUndefined()
  expect(sourcePosition('Error: account.ts:12:5')).toBeUndefined()
})
