import { expect, test } from 'vitest'
import { check } from '../../src/index.ts'
import { coloursFor } from '../../src/report/colours.ts'
import { renderTrace } from '../../src/report/trace.ts'
import { note, step } from './hand-made.ts'
import { account } from './programs.ts'

const page = { width: 100, colours: coloursFor({ enabled: false }) }

test('gives each process a lane and marks the delays', async () => {
  const { counterexample } = await check(account)
  expect(lines(renderTrace(counterexample?.trace ?? [], page))).toEqual([
    '       main                    bob                        alice',
    '   1   starts',
    '   2                           starts',
    '                                 calls ledger.read()',
    ' ╎ 3                                                      starts                  ← delay: bob waits',
    '                                                            calls ledger.read()',
    '   4                                                      ledger.read() → 0',
    '                                                            calls ledger.write(10)',
    '   5                                                      ledger.write(10) ✓',
    '   6                           ledger.read() → 0',
    '                                 calls ledger.write(20)',
    '   7                           ledger.write(20) ✓',
    '         calls ledger.read()',
    '   8   ledger.read() → 20',
  ])
})

test('falls back to one column when the lanes do not fit', async () => {
  const { counterexample } = await check(account)
  expect(lines(renderTrace(counterexample?.trace ?? [], { ...page, width: 60 }))).toEqual([
    '   1   main    starts',
    '   2   bob     starts',
    '                 calls ledger.read()',
    ' ╎ 3   alice   starts                     ← delay: bob waits',
    '                 calls ledger.read()',
    '   4   alice   ledger.read() → 0',
    '                 calls ledger.write(10)',
    '   5   alice   ledger.write(10) ✓',
    '   6   bob     ledger.read() → 0',
    '                 calls ledger.write(20)',
    '   7   bob     ledger.write(20) ✓',
    '       main      calls ledger.read()',
    '   8   main    ledger.read() → 20',
  ])
})

test('puts main first and the clock last, and says when time moves', () => {
  const steps = [
    step('bob', 'starts'),
    step('clock', 'timer of 300 ms (bob)', { time: 300 }),
    step('bob', 'goes on', { time: 300 }),
    step('clock', 'immediate', { time: 1300.01 }),
    step('main', 'goes on', { time: 1300.01 }),
  ]
  expect(lines(renderTrace(steps, page))).toEqual([
    '       main      bob       clock',
    '   1             starts',
    '   2                       timer of 300 ms (bob) at 300 ms',
    '   3             goes on',
    '   4                       immediate at 1,300.01 ms',
    '   5   goes on',
  ])
})

test('counts the delays of a step and names who waits', () => {
  const steps = [
    step('alice', 'starts', { delays: 2, delayed: ['bob', 'carol'] }),
    step('alice', 'a() → 1', { delays: 1, delayed: ['alice'] }),
    step('alice', 'b() → 1', { delays: 3, delayed: ['bob', 'bob', 'bob'] }),
    step('alice', 'c() → 1', { delays: 6, delayed: ['p', 'q', 'r', 's', 't', 'u'] }),
    step('alice', 'd() → 1', { delays: 1 }),
  ]
  expect(lines(renderTrace(steps, page))).toEqual([
    '       alice',
    ' ╎ 1   starts    ← 2 delays: bob, carol wait',
    ' ╎ 2   a() → 1   ← delay: another step of alice waits',
    ' ╎ 3   b() → 1   ← 3 delays: bob waits',
    ' ╎ 4   c() → 1   ← 6 delays: p, q, r and 3 more wait',
    ' ╎ 5   d() → 1   ← delay',
  ])
})

test('shows what happened within a step, in the lane of whom it happened to', () => {
  const notes = [
    note('call', 'main', 'ledger.read()'),
    note('choice', 'main', "chooses 'heads'"),
    note('choice', 'main', 'chooses 3', 2),
    note('log', 'bob', 'got 0'),
    note('console', 'bob', '\u001b[31mtwo\u001b[39m\n  lines\n'),
    note('console', 'bob', ''),
    note('signal', 'bob', 'signals leader 1'),
    note('failure', 'bob', 'a monitor says no'),
  ]
  expect(lines(renderTrace([step('main', 'starts', { notes })], page))).toEqual([
    '       main                    bob',
    '   1   starts',
    '         calls ledger.read()',
    "         chooses 'heads'",
    ' ╎       chooses 3                                     ← 2 delays: option 3 instead of 1',
    '                                 log: got 0',
    '                                 console: two lines',
    '                                 console:',
    '                                 signals leader 1',
    '                                 ✗ a monitor says no',
  ])
})

test('shows the first of many notes, and all that matter', () => {
  const many = Array.from({ length: 20 }, (_, index) => note('log', 'main', `${index}`))
  const notes = [...many, note('choice', 'main', 'chooses 2', 1)]
  expect(lines(renderTrace([step('main', 'starts', { notes })], page)).slice(-3)).toEqual([
    '         log: 6',
    ' ╎       chooses 2     ← delay: option 2 instead of 1',
    '         … 13 more …',
  ])
})

test('tells a reply without a value from the call', () => {
  const steps = [
    step('main', 'mail.send(1) takes effect'),
    step('main', 'mail.send(1)'),
    step('main', 'mail.send(2)'), // a label of somebody's pause
  ]
  expect(lines(renderTrace(steps, page)).slice(2)).toEqual(['   2   mail.send(1) ✓', '   3   mail.send(2)'])
})

test('shows the state where it changes', () => {
  const state = (text: string): object => ({ notes: [note('state', '', text), note('state', '', '[]')] })
  const steps = [
    step('main', 'starts', state('{ stored: 0 }')),
    step('bob', 'starts', state('{ stored: 0 }')),
    step('bob', 'goes on', { ...state('{ stored: 1 }'), delays: 1, delayed: ['main'] }),
  ]
  expect(lines(renderTrace(steps, page))).toEqual([
    '       main     bob       state',
    '   1   starts             { stored: 0 }, []',
    '   2            starts',
    ' ╎ 3            goes on   { stored: 1 }, []   ← delay: main waits',
  ])
  expect(lines(renderTrace(steps, { ...page, width: 42 }))).toEqual([
    '   1   main   starts   state: { stored: 0…',
    '   2   bob    starts',
    ' ╎ 3   bob    goes on   ← delay: main waits',
  ])
})

test('folds a long trace around its delays', () => {
  const steps = Array.from({ length: 60 }, (_, index) => step('main', `does ${index + 1}`))
  steps[29] = step('main', 'overtakes', { delays: 1, delayed: ['bob'] })
  expect(lines(renderTrace(steps, { ...page, most: 14 }))).toEqual([
    '        main',
    '    1   does 1',
    '    2   does 2',
    '    3   does 3',
    '        … 24 steps …',
    '   28   does 28',
    '   29   does 29',
    ' ╎ 30   overtakes   ← delay: bob waits',
    '   31   does 31',
    '   32   does 32',
    '        … 25 steps …',
    '   58   does 58',
    '   59   does 59',
    '   60   does 60',
  ])
})

test.each([10, 20, 40])('takes at most %i lines', (most) => {
  const notes = [note('call', 'main', 'a()'), note('log', 'main', 'x')]
  const steps = Array.from({ length: 1000 }, (_, index) =>
    step(`p${index % 3}`, 'goes on', index % 100 === 7 ? { notes, delays: 1, delayed: ['p'] } : { notes }),
  )
  for (const width of [120, 30]) {
    expect(lines(renderTrace(steps, { ...page, width, most })).length).toBeLessThanOrEqual(most)
  }
})

test('cuts what is too wide for the page', () => {
  const name = 'a process with a name of many words'
  const steps = [step(name, `${'x'.repeat(60)} → 1`), step('main', 'y'.repeat(60), { delays: 1, delayed: ['bob'] })]
  expect(lines(renderTrace(steps, { ...page, width: 110 }))).toEqual([
    '       main                                                 a process with a name of many words',
    `   1                                                        ${'x'.repeat(49)}…`,
    ` ╎ 2   ${'y'.repeat(49)}…                                   ← delay: bob waits`,
  ])
  expect(lines(renderTrace(steps, { ...page, width: 70 }))).toEqual([
    `   1   a process with a na…   ${'x'.repeat(39)}…`,
    ` ╎ 2   main                   ${'y'.repeat(18)}…   ← delay: bob waits`,
  ])
})

test('keeps columns in line under wide characters', () => {
  const steps = [step('main', '読む() → 1'), step('bob', 'starts'), step('main', '🚀')]
  expect(lines(renderTrace(steps, page))).toEqual([
    '       main         bob',
    '   1   読む() → 1',
    '   2                starts',
    '   3   🚀',
  ])
})

test('tells nothing of no steps', () => expect(renderTrace([], page)).toBe(''))

test('paints only when colours are on', async () => {
  const { counterexample } = await check(account)
  const trace = counterexample?.trace ?? []
  const plain = renderTrace(trace, page)
  const painted = renderTrace(trace, { ...page, colours: coloursFor({ enabled: true }) })
  expect(plain).not.toContain('\u001b')
  expect(painted).toContain('\u001b[33m← delay: bob waits\u001b[39m')
  // eslint-disable-next-line no-control-regex
  expect(painted.replaceAll(/\u001b\[\d+m/g, '')).toBe(plain)
})

/** The lines of a trace, none of which may end with a space or look like a frame of a stack. */
function lines(text: string): readonly string[] {
  const all = text.split('\n')
  expect(all.filter((line) => /\s$|^\s*at /.test(line))).toEqual([])
  return all
}

test('keeps the steps that are asked for, of a long trace', () => {
  const steps = Array.from({ length: 200 }, (_, index) => step('main', `does ${index + 1}`))
  const layout = { width: 80, colours: coloursFor({ enabled: false }), most: 12 }
  expect(renderTrace(steps, layout)).not.toContain('does 100')
  const text = renderTrace(steps, { ...layout, matters: [99] })
  expect(text).toMatch(/does 99\n.*does 100\n.*does 101/)
  expect(text.split('\n').length).toBeLessThanOrEqual(12)
})
