import { expect, test } from 'vitest'
import { lineDiff } from '../../../src/report/html/line-diff.ts'

test.each([
  ['1', '2', ['- 1', '+ 2']],
  ['a', 'a', ['  a']],
  ['a\nb\nc', 'a\nc\nd', ['  a', '- b', '  c', '+ d']],
  ['', 'x\n', ['+ x', '  ']],
  ['x\ny', 'y', ['- x', '  y']],
])('compares %j with %j', (expected, actual, lines) => expect(lineDiff(expected, actual)).toEqual(lines))

test('does not compare what is too long line by line', () => {
  const long = 'x\n'.repeat(1000)
  expect(lineDiff(long, long)).toHaveLength(800)
})
