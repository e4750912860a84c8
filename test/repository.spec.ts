import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly resolved?: string }>>
}

const machinePath = /(?<![\w.})\]-])\/(?:home|root|tmp|work|Users)\/|\b[A-Z]:\\+Users\b/
const registryHost = /\bregistry\.(?:npmjs|yarnpkg)\.|https?:\/\/[^\s"'/]*(?:registry|artifactory|nexus|npm\.pkg)/

const ignored = readFileSync('.gitignore', 'utf8').split('\n').filter(Boolean).concat('.git')
const files = textFiles('.')

test('no file names a path of one machine', () => {
  expect(files).toContain('package.json')
  expect(linesWith(machinePath)).toEqual([])
})

test('no file names a package registry', () => expect(linesWith(registryHost)).toEqual([]))

test('the lockfile says where no package came from', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile
  expect(Object.keys(lock.packages)).toContain('node_modules/vitest')
  expect(Object.values(lock.packages).filter(({ resolved }) => resolved?.startsWith('http'))).toEqual([])
})

test.each([
  ['a home', 'cd /ho' + 'me/alice/project', machinePath],
  ['a temporary file', 'file:///t' + 'mp/trace.json', machinePath],
  ['a Windows home', String.raw`"C:\\Us` + 'ers', machinePath],
  ['a registry', 'https:/' + '/registry' + '.npmjs.org/vitest', registryHost],
  ['a mirror', 'https:/' + '/nexus.example.com/vitest', registryHost],
])('the search finds %s', (_, text, pattern) => expect(text).toMatch(pattern))

function textFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(
      ({ name }) => !ignored.some((rule) => (rule.startsWith('*') ? name.endsWith(rule.slice(1)) : name === rule)),
    )
    .flatMap((entry) => (entry.isDirectory() ? textFiles(join(folder, entry.name)) : [join(folder, entry.name)]))
    .filter((path) => !readFileSync(path).includes(0))
}

function linesWith(pattern: RegExp): string[] {
  return files.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  )
}
