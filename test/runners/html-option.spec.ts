import { expect, test } from 'vitest'
import { optionsFrom } from '../../src/runners/environment.ts'
import { htmlFolder } from '../../src/runners/html-option.ts'

test.each([
  [undefined, undefined],
  [false, undefined],
  [true, 'interlace-traces'],
  ['pages', 'pages'],
])('takes html: %j for the folder %j', (html, folder) => expect(htmlFolder(html)).toBe(folder))

test.each([[1], [null], [''], [' '], [{}]])('refuses html: %j', (html) => {
  expect(() => htmlFolder(html)).toThrow('It takes true, or the name of a folder, or false.')
})

test.each([
  ['1', true],
  ['true', true],
  ['ON', true],
  ['0', false],
  ['false', false],
  ['build/traces', 'build/traces'],
])('reads INTERLACE_HTML=%s', (text, html) => expect(optionsFrom({ INTERLACE_HTML: text })).toEqual({ html }))
