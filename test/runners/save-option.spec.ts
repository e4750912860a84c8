import { expect, test } from 'vitest'
import { updateOf } from '../../src/runners/save-option.ts'

test.each([
  [undefined, 'none', 'none'],
  [undefined, 'new', 'new'],
  [undefined, 'all', 'all'],
  [true, 'none', 'new'],
  [true, 'new', 'new'],
  [true, 'all', 'all'],
  [false, 'none', 'none'],
  [false, 'new', 'none'],
  [false, 'all', 'none'],
] as const)('save %s, where the runner updates %s: updates %s', (save, runner, update) => {
  expect(updateOf(save, runner)).toBe(update)
})
