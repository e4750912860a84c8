import { expect, test } from 'vitest'
import type { Step } from '../../src/index.ts'
import { messageIn, remarked } from '../../src/report/message-text.ts'
import { linesOf } from '../../src/report/step-lines.ts'
import { note, step } from './hand-made.ts'

const textsOf = (...steps: readonly Step[]): readonly string[] =>
  linesOf(steps).flatMap((lines) => lines.map(({ text }) => text))

const sends = step('a', 'sends vote to b: { yes: true }')
const receives = step('b', 'receives vote from a: { yes: true }')

test('a message that is received says where it was sent, unless that is the step before', () => {
  expect(textsOf(sends, receives).at(-1)).toBe('receives vote from a: { yes: true }')
  expect(textsOf(sends, step('c', 'starts'), receives).at(-1)).toBe('receives vote from a (sent in 1): { yes: true }')
})

test('so does one that is taken out of a bag', () => {
  const taken = step('b', 'receives', { notes: [note('machine', 'b', receives.what)] })
  expect(textsOf(sends, step('c', 'starts'), taken).at(-1)).toBe('  receives vote from a (sent in 1): { yes: true }')
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

test('the words of a message are read back', () => {
  expect(messageIn('sends vote to participant 2: { to: ann, why: "a: b" }')).toEqual({
    verb: 'sends',
    event: 'vote',
    other: 'participant 2',
    carried: '{ to: ann, why: "a: b" }',
  })
  expect(messageIn('receives vote from ann')).toEqual({ verb: 'receives', event: 'vote', other: 'ann', carried: '' })
  expect(messageIn('receives')).toBeUndefined()
  expect(remarked('receives vote from ann', ' (late)')).toBe('receives vote from ann (late)')
  expect(remarked('starts', ' (late)')).toBe('starts (late)')
})
