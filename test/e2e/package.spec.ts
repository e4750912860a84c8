import { expect, test } from 'vitest'
import { createProject } from './project.ts'

const search = `
  .then((verdict) => console.log(JSON.stringify([verdict.passed, verdict.complete, verdict.results.map((r) => r.value).sort()])))
`
const body = `async ({ spawn, choose }) => {
  const seen = []
  await Promise.all([spawn('a', () => seen.push(choose(1, 2))), spawn('b', () => seen.push(3))])
  return seen.join('')
}`

test('plain Node imports it and requires it', async () => {
  const project = createProject({
    'engine.mjs': `import { check, programOf } from 'interlace'\ncheck(programOf(${body}))${search}`,
    'engine.cjs': `const { check, programOf } = require('interlace')\ncheck(programOf(${body}))${search}`,
    'plugin.cjs': `const { interlace } = require('interlace/plugin')\nconsole.log(interlace({ delays: 2 }).name)`,
    'plugin.mjs': `import interlace from 'interlace/plugin'\nconsole.log(interlace().name)`,
  })
  const found = '[true,true,["13","23","31","32"]]\n'
  expect(await project.node(['engine.mjs'])).toEqual({ code: 0, output: found })
  expect(await project.node(['engine.cjs'])).toEqual({ code: 0, output: found })
  expect(await project.node(['plugin.cjs'])).toEqual({ code: 0, output: 'interlace\n' })
  expect(await project.node(['plugin.mjs'])).toEqual({ code: 0, output: 'interlace\n' })
})

test.each([
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
])('its types compile with module %s', async (module, moduleResolution) => {
  const compilerOptions = {
    target: 'es2022',
    module,
    moduleResolution,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    exactOptionalPropertyTypes: true,
  }
  const project = createProject({
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['*.ts'] }),
    'use.ts': `
import { check, programOf, type Verdict } from 'interlace'
import { interlace } from 'interlace/plugin'
import { systematicTest } from 'interlace/vitest'
import { inject } from 'vitest'
import { defineConfig } from 'vitest/config'

export const config = defineConfig({ plugins: [interlace({ delays: 2, explorer: ['round-robin'] })] })
export const verdict: Promise<Verdict> = check(programOf(({ choose }) => choose(1, 2)), { delays: 1 })
export const delays: number | undefined = inject('interlace')?.options.delays

systematicTest('a race', { delays: 2, retry: 1 }, async ({ spawn, expect, task }) => {
  const one: number = await spawn('one', () => 1)
  expect(one).toBe(task.meta.interlace?.executions)
})
// @ts-expect-error there is no such option
systematicTest('misspelt', { delay: 2 }, () => undefined)
// @ts-expect-error there is no such explorer
interlace({ explorer: 'nobody' })
`,
  })
  expect(await project.tsc(['-p', '.'])).toEqual({ code: 0, output: '' })
})
