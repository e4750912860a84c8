import { expect, test } from 'vitest'
import { coloursFor, wantsColour } from '../../src/report/colours.ts'

test('colours that are not enabled leave texts as they are', () => {
  const { bold, dim, red, yellow } = coloursFor({ enabled: false })
  expect([bold, dim, red, yellow].map((paint) => paint('text'))).toEqual(['text', 'text', 'text', 'text'])
  expect(coloursFor({ enabled: true }).bold('text')).toBe('\u001b[1mtext\u001b[22m')
})

test.each([
  ['a terminal', {}, true, true],
  ['no terminal', {}, false, false],
  ['a worker of Vitest under a terminal', { FORCE_TTY: 'true' }, false, true],
  ['NO_COLOR', { NO_COLOR: '1', FORCE_TTY: 'true' }, true, false],
  ['an empty NO_COLOR', { NO_COLOR: '' }, true, true],
  ['FORCE_COLOR', { FORCE_COLOR: '1' }, false, true],
  ['FORCE_COLOR=0', { FORCE_COLOR: '0', FORCE_TTY: 'true' }, true, false],
  ['NO_COLOR and FORCE_COLOR', { NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
])('decides on colours under %s', (_, env, supported, wanted) => {
  expect(wantsColour(env, supported)).toBe(wanted)
})
