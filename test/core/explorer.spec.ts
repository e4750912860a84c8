import { expect, test } from 'vitest'
import { InterlaceError } from '../../src/core/errors.ts'
import { defineExplorer, type Explorer } from '../../src/core/explorer.ts'

const none: Explorer = { next: () => undefined, delay: () => {}, step: () => {} }

test('an explorer that asks for random numbers is a random one', () => {
  expect(defineExplorer('plain', () => none).random).toBe(false)
  expect(defineExplorer('drawing', (_random) => none).random).toBe(true)
})

test.each(['', '3rd', 'with space', 'a:b', 'a@b', 'a.b', '-a'])('%j cannot be the name of an explorer', (name) => {
  const define = (): unknown => defineExplorer(name, () => none)
  expect(define).toThrow(InterlaceError)
  expect(define).toThrow(`An explorer cannot be called ${JSON.stringify(name)}.\n`)
  expect(define).toThrow('use letters, digits, - and _, and start with a letter')
})
