import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { account, accountSpec } from './account.ts'
import { createProject, type Project } from './project.ts'

const files = { 'account.ts': account, 'account.spec.ts': accountSpec }
const page = /^trace {4}(\S+\.html)$/gm

test('a failing test has its trace written on request, named in its text and attached', async () => {
  const project = createProject(files)
  const { output, code } = await project.vitest(['run'], { INTERLACE_HTML: '1', INTERLACE_SAVE: 'false' })
  expect(code).toBe(1)
  expect(output).toContain('AssertionError: expected 20 to be 30')
  expect(output).toContain('INTERLACE_PATH=run-to-completion:')
  const [path = ''] = pagesIn(output)
  expect(path).toMatch(/^interlace-traces\/account\.spec\.ts-no-deposit-is-lost-[0-9a-f]{8}\.html$/)
  const html = project.read(path)
  expect(html).toContain('<h1>no deposit is lost</h1>')
  expect(html).toContain('- 30</span>')
  // Source excerpts of the user's files, by their places in the project.
  expect(html).toContain('"position":"account.ts:5:')
  expect(html).toContain('const balance = await this.ledger.read()')
  expect(readdirSync(join(project.folder, 'interlace-traces'))).toEqual([path.replace('interlace-traces/', '')])
  expect(output).toContain(`trace: ${path}`)
  expect(attachmentsOf(project)).toEqual([html])

  const again = await project.vitest(['run'], { INTERLACE_HTML: '1', INTERLACE_SAVE: 'false' })
  expect(pagesIn(again.output)).toEqual([path])
  expect(project.read(path)).toBe(html)
})

test('the page of a saved path, and of a given one, has the execution that passes beside it', async () => {
  const project = createProject(files)
  await project.vitest(['run'])
  for (const env of [{ INTERLACE_HTML: '1' }, { INTERLACE_HTML: '1', INTERLACE_PATH: 'run-to-completion:1' }]) {
    const { output } = await project.vitest(['run'], env)
    expect(output).toMatch(/on (?:a path saved on|the given path)/)
    expect(project.read(pagesIn(output)[0] ?? '')).toContain('It passes when bob')
  }
})

test('nothing is written without being asked for', async () => {
  const project = createProject(files)
  const { output } = await project.vitest(['run'])
  expect(output).toContain('AssertionError: expected 20 to be 30')
  expect(pagesIn(output)).toEqual([])
  expect(readdirSync(project.folder).filter((name) => /trace|attachments|^\.vitest$/.test(name))).toEqual([])
})

test('the plugin and a test name the folder, and a test can do without', async () => {
  const project = createProject({
    'vitest.config.ts': `
import { interlace } from 'interlace/plugin'
import { defineConfig } from 'vitest/config'
export default defineConfig({ plugins: [interlace({ html: 'pages/all' })] })
`,
    'some.spec.ts': `
import { systematicTest, type Runtime } from 'interlace/vitest'
import { describe } from 'vitest'

async function fails({ spawn }: Pick<Runtime, 'spawn'>) {
  await Promise.all([spawn('a', () => undefined), spawn('b', () => undefined)])
  throw new Error('always')
}
systematicTest('twin', fails)
systematicTest('twin', fails)
describe('suite', () => {
  systematicTest('twin', fails)
  systematicTest('</script> / con: "x"?', { html: 'pages/mine' }, fails)
  systematicTest('without', { html: false }, fails)
})
`,
  })
  const { output } = await project.vitest(['run'])
  expect(output).toContain('Tests  5 failed (5)')
  const paths = pagesIn(output)
  expect(new Set(paths).size).toBe(4)
  expect(paths.map((path) => path.replace(/-[0-9a-f]{8}\.html$/, '')).sort()).toEqual([
    'pages/all/some.spec.ts-twin',
    'pages/all/some.spec.ts-twin',
    'pages/all/some.spec.ts-twin',
    'pages/mine/some.spec.ts-script-con-x',
  ])
  for (const path of paths) expect(project.read(path)).toContain('Error: always')
})

test('a page that cannot be written hides nothing', async () => {
  const project = createProject({ ...files, blocked: 'a file' })
  const { output, code } = await project.vitest(['run'], { INTERLACE_HTML: 'blocked/here' })
  expect(code).toBe(1)
  expect(output).toContain('AssertionError: expected 20 to be 30')
  expect(output).toContain('INTERLACE_PATH=run-to-completion:')
  expect(output).toMatch(/^trace {4}blocked\/here\/\S+\.html was not written: E(?:NOTDIR|EXIST): /m)
  expect(project.read('blocked')).toBe('a file')
})

function pagesIn(output: string): readonly string[] {
  return [...output.matchAll(page)].map(([, path = '']) => path)
}

/** What Vitest has kept of what was attached: Vitest 4 and 5 have their own folders for it. */
function attachmentsOf({ folder }: Project): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /attachments.*\.html$/.test(path))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
}
