import { expect, test } from 'vitest'
import { fold } from '../../src/report/fold.ts'

const lines = (count: number, height = 1): number[] => Array.from({ length: count }, () => height)

test('folds nothing that fits', () => {
  expect(fold(lines(10), [9, 0], 10)).toEqual([{ from: 0, to: 10, folded: false }])
})

test('keeps what is close to the steps that matter', () => {
  expect(shown(fold(lines(100), [99, 50, 0], 12))).toEqual([0, 1, '…', 48, 49, 50, 51, 52, '…', 97, 98, 99])
})

test('keeps the more important steps when there is room for a few only', () => {
  expect(shown(fold(lines(100, 2), [99, 10, 50, 0], 6))).toEqual(['…', 10, '…', 99])
  expect(shown(fold(lines(100, 9), [99, 10], 3))).toEqual(['…', 99])
})

test('does not fold a single line', () => {
  expect(shown(fold(lines(8), [7, 3, 0], 7))).toEqual([0, 1, 2, 3, '…', 6, 7])
  expect(shown(fold([...lines(2), 3, ...lines(2)], [4, 3, 0, 1], 6))).toEqual([0, 1, '…', 3, 4])
})

function shown(parts: ReturnType<typeof fold>): readonly (number | string)[] {
  return parts.flatMap(({ from, to, folded }): readonly (number | string)[] =>
    folded ? ['…'] : Array.from({ length: to - from }, (_, index) => from + index),
  )
}
