import { expect, test } from 'vitest'
import { createProject, type Project } from './project.ts'

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
      readonly meta: { readonly interlace?: { readonly executions: number; readonly endedBy: string } }
    }[]
  }[]
}

/** Runs a project and says how each test ended, by name. */
async function results(project: Project, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const { output } = await project.vitest(['run', '--reporter=json', '--outputFile=report.json', ...args], env)
  const report = JSON.parse(
    project.read('report.json') || `{ "testResults": [], "output": ${JSON.stringify(output)} }`,
  ) as Report
  const all = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  return {
    output,
    states: Object.fromEntries(all.map(({ fullName, status }) => [fullName, status])),
    executions: Object.fromEntries(all.map(({ fullName, meta }) => [fullName, meta.interlace?.executions])),
    errors: Object.fromEntries(all.map(({ fullName, failureMessages }) => [fullName, failureMessages.join('\n')])),
  }
}

const two = `
import { systematicTest } from 'interlace/vitest'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appendFileSync } from 'node:fs'

/** Two processes with a race between them: the result is 'ab' or 'ba'. */
export async function race({ spawn, pause }) {
  let seen = ''
  const step = (text) => async () => {
    await pause()
    seen += text
  }
  await Promise.all([spawn('a', step('a')), spawn('b', step('b'))])
  return seen
}
const note = (text) => appendFileSync('notes', text + '\\n')
`

test('every modifier of a Vitest test does what it always does', async () => {
  const project = createProject({
    'modifiers.spec.ts': `${two}
      beforeEach(() => note('before each'))
      systematicTest('plain', race)
      systematicTest('with a timeout', race, 4321)
      systematicTest.skip('skip', () => { throw new Error('runs') })
      systematicTest.todo('todo')
      systematicTest('without a body')
      systematicTest.fails('fails', async (t) => expect(await race(t)).toBe('ab'))
      systematicTest.fails('fails without failing', race)
      systematicTest.skipIf(true)('skipIf true', () => { throw new Error('runs') })
      systematicTest.skipIf(false)('skipIf false', race)
      systematicTest.runIf(true)('runIf true', race)
      systematicTest.runIf(false)('runIf false', () => { throw new Error('runs') })
      systematicTest('skips itself', async (t) => { await race(t); t.skip('not today') })
      describe.concurrent('suite', { timeout: 1234 }, () => {
        describe('inner', () => systematicTest('nested', async ({ task, ...t }) => { await race(t); expect(task.timeout).toBe(1234) }))
      })
      systematicTest.each([[1, 'one'], [2, 'two']])('each %i %s', async (number, text, t) => {
        expect([number, text, await race(t), t.task.name]).toEqual([number, text, expect.any(String), 'each ' + number + ' ' + text])
      })
      systematicTest.each([{ count: 7 }])('each $count', { delays: 1 }, async ({ count }, t) => {
        expect(count + (await race(t)).length).toBe(9)
      })
      systematicTest.each\`
        left | right
        \${1} | \${2}
      \`('each $left and $right', async ({ left, right }, t) => { await race(t); expect(left + right).toBe(3) })
      systematicTest.for([[1, 2]])('for %i %i', async ([left, right], { spawn, pause, expect }) => {
        await race({ spawn, pause })
        expect(left + right).toBe(3)
      })
      systematicTest('retry', { retry: 1 }, async (t) => {
        note('retry')
        expect(await race(t)).toBe('ab')
      })
      systematicTest('repeats', { repeats: 2, delays: 0, explorer: 'round-robin', tags: [] }, async (t) => {
        note('repeats')
        await race(t)
      })
      systematicTest('assertions', async (t) => {
        expect.assertions(1)
        expect(await race(t)).toHaveLength(2)
      })
      systematicTest('too many assertions', async (t) => {
        t.expect.assertions(1)
        t.expect(1).toBe(1)
        if ((await race(t)) === 'ab') t.expect(1).toBe(1)
      })
      systematicTest('soft assertions', async (t) => {
        expect.soft(await race(t)).toBe('ab')
      })
    `,
    'only.spec.ts': `${two}
      systematicTest('other', () => { throw new Error('runs') })
      systematicTest.only('only', race)
    `,
    'fixtures.spec.ts': `${two}
      const base = systematicTest.extend({
        word: async ({ task }, use) => {
          note('fixture up')
          await use('word of ' + task.name)
          note('fixture down')
        },
        unused: async ({}, use) => { note('unused'); await use(0) },
      })
      base('object fixtures', async ({ spawn, pause, expect, word }) => {
        await race({ spawn, pause })
        expect(word).toBe('word of object fixtures')
      })
      const more = base.extend('answer', async ({ word }, { onCleanup }) => {
        onCleanup(() => note('cleanup'))
        return word.length
      })
      more('builder fixtures', async ({ spawn, pause, answer }) => {
        await race({ spawn, pause })
        expect(answer).toBe('word of builder fixtures'.length)
      })
      more.for([1])('for with fixtures %i', async (one, { spawn, pause, answer }) => {
        await race({ spawn, pause })
        expect(answer + one).toBe('word of for with fixtures 1'.length + 1)
      })
      more.skip('skipped', () => {})
    `,
  })
  const { states, executions, errors } = await results(project, ['--sequence.concurrent'])
  expect(states).toEqual({
    plain: 'passed',
    'with a timeout': 'passed',
    skip: 'skipped',
    todo: 'todo',
    'without a body': 'todo',
    fails: 'passed',
    'fails without failing': 'failed',
    'skipIf true': 'skipped',
    'skipIf false': 'passed',
    'runIf true': 'passed',
    'runIf false': 'skipped',
    'skips itself': expect.stringMatching(/skipped|pending/),
    'suite inner nested': 'passed',
    'each 1 one': 'passed',
    'each 2 two': 'passed',
    'each 7': 'passed',
    'each 1 and 2': 'passed',
    'for 1 2': 'passed',
    retry: 'failed',
    repeats: 'passed',
    assertions: 'passed',
    'too many assertions': 'failed',
    'soft assertions': 'failed',
    other: 'skipped',
    only: 'passed',
    'object fixtures': 'passed',
    'builder fixtures': 'passed',
    'for with fixtures 1': 'passed',
    skipped: 'skipped',
  })
  expect(executions['plain']).toBeGreaterThan(2)
  expect(errors['too many assertions']).toContain('expected number of assertions to be 1, but got 2')
  expect(errors['too many assertions']).toContain('INTERLACE_PATH=')
  expect(errors['soft assertions']).toContain("expected 'ba' to be 'ab'")
  expect(errors['soft assertions']).toContain('INTERLACE_PATH=')
  expect(errors['soft assertions']?.match(/INTERLACE_PATH=/g)).toHaveLength(1)

  const notes = project.read('notes').trim().split('\n')
  const count = (text: string): number => notes.filter((line) => line === text).length
  // Once for each test and each attempt, not for each execution.
  const [tests, retries, repeats] = [18, 1, 2]
  expect(count('before each')).toBe(tests + retries + repeats)
  expect(count('fixture up')).toBe(3)
  expect(count('fixture down')).toBe(3)
  expect(count('unused')).toBe(0)
  expect(count('cleanup')).toBe(2)
})

test('options come from the plugin, then from the test, then from the environment', async () => {
  const project = createProject({
    'vitest.config.ts': `
      import { interlace } from 'interlace/plugin'
      import { defineConfig } from 'vitest/config'
      export default defineConfig({ plugins: [interlace({ executions: 3, explorer: ['round-robin'] })] })
    `,
    'options.spec.ts': `${two}
      systematicTest('plugin', race)
      systematicTest('own', { executions: 4, delays: 4 }, race)
    `,
  })
  expect((await results(project)).executions).toEqual({ plugin: 3, own: 4 })
  const env = { INTERLACE_EXECUTIONS: '2', INTERLACE_EXPLORER: 'random, round-robin', INTERLACE_SEED: 'abc' }
  expect((await results(project, [], env)).executions).toEqual({ plugin: 2, own: 2 })
})

test('bad input gives an error that names it', async () => {
  const project = createProject({
    'bad.spec.ts': `${two}
      systematicTest('bad delays', { delays: -1 }, race)
      systematicTest('bad explorer', { explorer: 'nobody' }, race)
      systematicTest('outlived', { path: 'run-to-completion:9.9.9' }, race)
      systematicTest('nothing to search', async ({ pause }) => pause())
      systematicTest('nothing hot', { search: 'liveness' }, race)
      systematicTest('diverges', (t) => (globalThis.odd = !globalThis.odd) ? race(t) : t.pause())
      test('typo', () => {
        expect(() => systematicTest('typo', { delay: 1 }, race)).toThrow('no option called "delay"')
        expect(() => systematicTest('swapped', race, { delays: 1 })).toThrow('stand after its body')
        expect(() => systematicTest('text', 'body')).toThrow('is a function, not body')
      })
    `,
    'config/executions.ts': `import { interlace } from 'interlace/plugin'; export default { plugins: [interlace({ executions: 0 })] }`,
    'config/value.ts': `import { interlace } from 'interlace/plugin'; export default { plugins: [interlace({ explorer: { name: 'mine', create() {} } })] }`,
  })
  const [{ errors, states }, environment, executions, value] = await Promise.all([
    results(project),
    project.vitest(['run', '-t', 'bad delays'], { INTERLACE_DELAYS: 'many' }),
    project.vitest(['run', '--config', 'config/executions.ts']),
    project.vitest(['run', '--config', 'config/value.ts']),
  ])
  expect(states['typo']).toBe('passed')
  expect(errors['bad delays']).toContain('InterlaceError: The option delays is -1.')
  expect(errors['bad delays']).toMatch(/at .*bad\.spec\.ts:\d+/)
  expect(errors['bad explorer']).toContain('There is no explorer called "nobody"')
  expect(errors['outlived']).toContain('The path run-to-completion:9.9.9 does not fit this program')
  expect(errors['nothing to search']).toContain('The body has no decision point')
  expect(errors['nothing hot']).toContain('No monitor was ever hot')
  expect(errors['diverges']).toContain('behaves differently on replay')
  expect(environment.output).toContain('The environment variable INTERLACE_DELAYS is "many".')
  expect(environment.output).toMatch(/❯ bad\.spec\.ts:\d+:\d+/)
  expect(executions.output).toContain('The option executions is 0.')
  expect(value.output).toContain("The plugin's option explorer is not plain data.")
})
