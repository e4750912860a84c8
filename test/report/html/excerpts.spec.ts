import { expect, test } from 'vitest'
import { pageData, sourcesOf } from '../../../src/report/html-trace.ts'
import { step } from '../hand-made.ts'
import { failureWith } from './arrows.ts'

const at = (line: number): string =>
  `at deposit (/project/src/account.ts:${line}:3)\nat main (/project/test/main.ts:1:1)`

test('shows each position of the source once, with the lines around it', () => {
  const sources = new Map([['/project/src/account.ts', 'one\r\ntwo\nthree\nfour\nfive\nsix']])
  const trace = [
    step('a', '1', { stack: at(2) }),
    step('a', '2', { stack: at(5) }),
    step('a', '3', { stack: at(2) }),
    step('a', '4'),
  ]
  const { executions, excerpts } = pageData({
    ...failureWith([]),
    counterexample: failing(trace),
    sources,
    root: '/project',
  })
  expect(executions[0]?.steps.map(({ excerpt }) => excerpt)).toEqual([0, 1, 0, undefined])
  expect(excerpts).toEqual([
    { position: 'src/account.ts:2:3', line: 2, column: 3, first: 1, lines: ['one', 'two', 'three', 'four', 'five'] },
    { position: 'src/account.ts:5:3', line: 5, column: 3, first: 2, lines: ['two', 'three', 'four', 'five', 'six'] },
  ])
})

test('shows the position alone where the source is not known, or is another one', () => {
  const sources = new Map([['/project/src/account.ts', 'one']])
  const trace = [step('a', '1', { stack: at(2) }), step('a', '2', { stack: 'at x (/other.ts:1:1)' })]
  const { excerpts } = pageData({ ...failureWith([]), counterexample: failing(trace), sources })
  expect(excerpts.map(({ position, lines }) => [position, lines])).toEqual([
    ['account.ts:2:3', []],
    ['other.ts:1:1', []],
  ])
})

test('names the files to be read, each once', () => {
  const twin = { path: 'round-robin:', trace: [step('a', '1', { stack: 'at C:\\project\\twin.ts:1:2' })] }
  expect(sourcesOf({ ...failing([step('a', '1', { stack: at(2) }), step('a', '2', { stack: at(3) })]), twin })).toEqual(
    ['/project/src/account.ts', 'C:/project/twin.ts'],
  )
})

function failing(trace: Parameters<typeof failureWith>[0]) {
  const outcome = { kind: 'failed', error: new Error('no'), how: 'body' } as const
  return { path: 'round-robin:1', outcome, trace, minimal: false }
}
