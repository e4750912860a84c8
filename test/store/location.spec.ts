import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { pathsFileOf, pathsFilesIn, specOf } from '../../src/store/location.ts'
import { emptyFolder } from './saved-paths.ts'

test.each([
  ['specs/account.spec.ts', 'specs/__paths__/account.spec.ts.paths'],
  ['../outside/a (b) [c].test.tsx', '../outside/__paths__/a (b) [c].test.tsx.paths'],
  ['account.spec.ts', '__paths__/account.spec.ts.paths'],
])('the paths of %s are in %s', (spec, file) => {
  expect(pathsFileOf(spec)).toBe(join(file))
  expect(specOf(join(file))).toBe(join(spec))
})

test('finds all files of saved paths, in order, but those of installed packages and hidden folders', () => {
  const root = emptyFolder()
  const files = [
    'b/__paths__/b.spec.ts.paths',
    'a/deep/__paths__/é 🧵.spec.ts.paths',
    '__paths__/root.spec.ts.paths',
    'node_modules/x/__paths__/x.spec.ts.paths',
    '.cache/__paths__/x.spec.ts.paths',
    'b/b.spec.ts.paths',
    'b/__paths__/b.spec.ts.paths.0123456789ab-01234567-1.draft',
  ]
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), '')
  }
  expect(pathsFilesIn(root)).toEqual([files[2], files[1], files[0]].map((file) => join(root, file ?? '')))
  expect(pathsFilesIn(join(root, 'nowhere'))).toEqual([])
})
