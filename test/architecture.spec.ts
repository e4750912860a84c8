import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'

type Sources = ReadonlyMap<string, string>

/** A folder imports from itself and from folders to its left; `index.ts`, the door, stands with the runners. */
const line = ['core', 'explorers', 'engine', 'search', 'runtime', 'machines', 'store', 'report', 'runners']

const src: Sources = new Map(
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts'))
    .map((path) => [path, readFileSync(join('src', path), 'utf8')]),
)

test('a folder imports from itself and from folders to its left', () => {
  expect(src).not.toHaveProperty('size', 0)
  expect(importsToTheRight(src)).toEqual([])
})

test('no file imports itself through others', () => expect(cycles(src)).toEqual([]))

test('a file is named after its idea', () => expect(vagueNames(src)).toEqual([]))

test('an explorer has at most 50 code lines', () => expect(longExplorers(src)).toEqual([]))

test('each rule finds what breaks it', () => {
  const program = ['core/program.ts', `export { run } from '../engine/run.ts'`] as const
  const run = ['engine/run.ts', `import type {\n  Program,\n} from "../core/program.ts"`] as const
  const lazy = ['search/lazy.ts', `await import('../plugins/vite.ts')`] as const
  const explorer = [
    'explorers/long.ts',
    `defineExplorer('long')\n// no\n\n/* no\n * no */\n${'x()\n'.repeat(50)}`,
  ] as const

  expect(importsToTheRight(new Map([program, run, lazy]))).toEqual([
    'core/program.ts -> engine/run.ts',
    'search/lazy.ts -> plugins/vite.ts',
  ])
  expect(importsToTheRight(new Map([['stray.ts', '']]))).toEqual(['stray.ts is in no folder of the line'])
  expect(cycles(new Map([program, run]))).toEqual(['core/program.ts -> engine/run.ts -> core/program.ts'])
  expect(vagueNames(new Map(['core/utils.ts', 'core/types.d.ts'].map((path) => [path, ''])))).toHaveLength(2)
  expect(longExplorers(new Map([explorer]))).toEqual(['explorers/long.ts: 51'])
})

function importsOf(path: string, source: string): string[] {
  return [...source.matchAll(/\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)].map(([, to = '']) =>
    join(dirname(path), to),
  )
}

function importsToTheRight(sources: Sources): string[] {
  const folder = (path: string): string => (path === 'index.ts' ? 'runners' : (dirname(path).split('/')[0] ?? ''))
  const place = (path: string): number => line.indexOf(folder(path))
  const inside = [...sources].filter(([path]) => path !== 'index.ts')
  return [
    ...inside.filter(([path]) => place(path) < 0).map(([path]) => `${path} is in no folder of the line`),
    ...inside.flatMap(([path, source]) =>
      importsOf(path, source)
        .filter((to) => place(to) < 0 || place(to) > place(path))
        .map((to) => `${path} -> ${to}`),
    ),
  ]
}

function cycles(sources: Sources): string[] {
  const done = new Set<string>()
  const visit = (path: string, trail: readonly string[]): string[] => {
    if (trail.includes(path)) return [[...trail.slice(trail.indexOf(path)), path].join(' -> ')]
    if (done.has(path)) return []
    const found = importsOf(path, sources.get(path) ?? '').flatMap((to) => visit(to, [...trail, path]))
    done.add(path)
    return found
  }
  return [...sources.keys()].flatMap((path) => visit(path, []))
}

function vagueNames(sources: Sources): string[] {
  return [...sources.keys()].filter((path) => /^(?:utils?|helpers?|common|types?)\./.test(basename(path)))
}

function longExplorers(sources: Sources): string[] {
  return [...sources]
    .filter(([path, source]) => path.startsWith('explorers/') && source.includes('defineExplorer('))
    .map(([path, source]) => [path, codeLines(source)] as const)
    .filter(([, lines]) => lines > 50)
    .map(([path, lines]) => `${path}: ${lines}`)
}

function codeLines(source: string): number {
  const code = source.replaceAll(/\/\*[^]*?\*\//g, '').split('\n')
  return code.filter((text) => text.trim() !== '' && !text.trim().startsWith('//')).length
}
