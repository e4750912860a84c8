import { expect, test } from 'vitest'
import { account, accountSpec } from './account.ts'
import { createProject } from './project.ts'

const failing = { 'account.ts': account, 'account.spec.ts': accountSpec }

test.each(['forks', 'threads', 'vmForks', 'vmThreads'])('it works in the pool %s', async (pool) => {
  const project = createProject({
    ...failing,
    'vitest.config.ts': `
      import { interlace } from 'interlace/plugin'
      export default { plugins: [interlace({ delays: 2 })] }
    `,
  })
  const { output, code } = await project.vitest(['run', `--pool=${pool}`])
  expect(code).toBe(1)
  expect(output).toContain('AssertionError: expected 20 to be 30')
  expect(output).toMatch(/no deposit is lost: fails with 1 delay \(found after \d executions/)
  expect(output).toMatch(/❯ account\.spec\.ts:14:\d+\n/)
  expect(output).toContain('Tests  1 failed (1)')
  expect(output).not.toContain('Unhandled')
})

test('listing tests runs no body, and the parser of editors knows their names', async () => {
  const project = createProject(failing)
  const [list, parsed] = await Promise.all([project.vitest(['list']), project.vitest(['list', '--static-parse'])])
  expect(list).toMatchObject({ code: 0, output: 'account.spec.ts > no deposit is lost\n' })
  expect(parsed.output).toBe(list.output)
  expect(project.read('runs')).toBe('')
})

test('a search ends before the timeout of its test, and says what it covered', async () => {
  const endless = (name: string, options: string): string => `
systematicTest(${JSON.stringify(name)}, ${options}, async ({ spawn, pause }) => {
  const work = async () => {
    for (let i = 0; i < 12; i++) await pause()
  }
  await Promise.all([spawn('a', work), spawn('b', work), spawn('c', work)])
})
`
  const project = createProject({
    'time.spec.ts': `
import { systematicTest } from 'interlace/vitest'
${endless('by timeout', '{ delays: 9, executions: Infinity, timeout: 1000 }')}
${endless('by time', '{ delays: 9, executions: Infinity, time: 5500 }')}
`,
    'late.spec.ts': `
import { systematicTest } from 'interlace/vitest'
import { expect, test } from 'vitest'
${endless('too late', '{ delays: 9, executions: Infinity, timeout: 300, time: 60_000, retry: 1 }')}
test('the next test has the world for itself', async () => {
  const before = Date.now()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(Date.now() - before).toBeGreaterThan(10)
  expect(Date.now() - before).toBeLessThan(1000)
})
`,
  })
  const { output } = await project.vitest(['run'])
  expect(output).toMatch(/by timeout: the time is over\. [\d,]+ executions passed\./)
  expect(output).toMatch(/by time: the time is over\. [\d,]+ executions passed\./)
  // More than the five seconds that Vitest gives a test: the search was told to take longer, and said so meanwhile.
  expect(output).toMatch(/by time: [\d,]+ executions, [\d,]+\/s, stratum \d/)
  expect(output).toContain('Error: Test timed out in 300ms.')
  expect(output).toContain('Tests  1 failed | 3 passed (4)')
})

test('colours are used where Vitest uses them', async () => {
  const project = createProject(failing)
  const { output } = await project.vitest(['run'], { NO_COLOR: '', FORCE_COLOR: '1' })
  // eslint-disable-next-line no-control-regex
  expect(output).toMatch(/\u001B\[\d+m[^\n]*starts/)
})
