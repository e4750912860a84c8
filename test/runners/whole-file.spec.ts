import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeWhole } from '../../src/runners/whole-file.ts'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'interlace-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

test('writes a file, with its folders, over one that is there', () => {
  const root = folder()
  const path = join(root, 'a', 'b', 'page.html')
  writeWhole(path, 'one')
  writeWhole(path, 'two')
  expect(readFileSync(path, 'utf8')).toBe('two')
  expect(readdirSync(join(root, 'a', 'b'))).toEqual(['page.html'])
})

test('leaves nothing behind where it cannot write', () => {
  const root = folder()
  mkdirSync(join(root, 'page.html'))
  writeFileSync(join(root, 'page.html', 'kept'), '')
  expect(() => writeWhole(join(root, 'page.html'), 'one')).toThrow()
  expect(readdirSync(root)).toEqual(['page.html'])
})
