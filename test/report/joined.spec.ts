import { expect, test } from 'vitest'
import type { Step } from '../../src/index.ts'
import { abbreviated } from '../../src/report/abbreviate.ts'
import { linesOf } from '../../src/report/step-lines.ts'
import { note, step } from './hand-made.ts'

const textsOf = (...steps: readonly Step[]): readonly string[] =>
  linesOf(steps).flatMap((lines) => lines.map(({ text }) => text))

const sends = step('a', 'sends vote { yes: true } to b')
const receives = step('b', 'receives vote { yes: true } from a')

test('a message that is received says where it was sent, unless that is the step before', () => {
  expect(textsOf(sends, receives).at(-1)).toBe('receives vote { yes: true } from a')
  expect(textsOf(sends, step('c', 'starts'), receives).at(-1)).toBe('receives vote { yes: true } from a (sent in 1)')
})

test('so does one that is taken out of a bag', () => {
  const taken = step('b', 'receives', { notes: [note('machine', 'b', receives.what)] })
  expect(textsOf(sends, step('c', 'starts'), taken).at(-1)).toBe('  receives vote { yes: true } from a (sent in 1)')
})

test('nothing is said of equal messages that were on their way together', () => {
  const told = textsOf(sends, sends, step('c', 'starts'), receives, receives, sends, step('c', 'goes on'), receives)
  expect(told.filter((text) => text.includes('sent in'))).toEqual([])
})

test('nothing is said where messages arrive twice', () => {
  const twice = step('a', sends.what, { notes: [note('fault', 'a', '✗ vote to b arrives twice', 1)] })
  expect(textsOf(twice, step('c', 'starts'), receives).at(-1)).toBe(receives.what)
})

test('what comes out of a channel says who sent it', () => {
  const sending = step('a', 'starts', { notes: [note('call', 'a', 'jobs.send(1)'), note('call', 'a', 'jobs.send(2)')] })
  const told = textsOf(sending, step('b', 'jobs.receive() → 1'), step('b', 'jobs.receive() → 2'))
  expect(told.slice(-2)).toEqual(['jobs.receive() → 1 from a', 'jobs.receive() → 2 from a (sent in 1)'])
})

test('nothing is said of a channel whose senders wait for room', () => {
  const sending = step('a', 'starts', { notes: [note('call', 'a', 'jobs.send(1)')] })
  const told = textsOf(sending, step('a', 'jobs.send(1) finds room'), step('b', 'jobs.receive() → 1'))
  expect(told.at(-1)).toBe('jobs.receive() → 1')
})

test('nothing is said of a call that only looks like one of a channel', () => {
  const sending = step('a', 'starts', { notes: [note('call', 'a', 'socket.send(1)')] })
  expect(textsOf(sending, step('b', 'socket.receive() → 7')).at(-1)).toBe('socket.receive() → 7')
})

test.each([
  [60, 'sends vote { yes: true, because: 1 } to coordinator'],
  [40, 'sends vote { yes: true,… to coordinator'],
  [28, 'sends vote {… to coordinator'],
  [20, 'sends vote { yes: t…'],
])('in %i columns, a message keeps who sent it as long as there is room', (columns, text) => {
  expect(abbreviated('sends vote { yes: true, because: 1 } to coordinator', columns)).toBe(text)
})
