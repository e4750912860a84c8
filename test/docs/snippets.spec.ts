import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { createProject, type Project } from '../e2e/project.ts'
import { errorsIn } from './compile.ts'
import { misquoted, type Stage, stagesOf } from './page.ts'

interface Report {
  readonly testResults: readonly { readonly name: string; readonly status: string; readonly message: string }[]
}

const pages = ['README.md', ...readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : []))]
const stages = pages.flatMap((page) => stagesOf(page, readFileSync(page, 'utf8')))

test('every snippet compiles', () => {
  expect(stages.some(({ files }) => files.size > 0)).toBe(true)
  expect(errorsIn(stages)).toEqual([])
})

test('every spec passes, or fails as the page says, and prints what the page quotes', async () => {
  expect(await brokenPromises(stages)).toEqual([])
})

test('every link leads to a file', () => {
  const broken = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#\s]+)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !existsSync(join(dirname(page), link)))
      .map((link) => `${page}: ${link}`),
  )
  expect(broken).toEqual([])
})

test('each of these finds what is wrong', async () => {
  const spec = (body: string): string => `import { expect, test } from 'vitest'\ntest('a', () => ${body})\n`
  const page = stagesOf(
    'docs/wrong.md',
    [
      '```ts\nexport const text: string = 1\n```',
      '```ts one.ts\nexport const one = 1\n```',
      "```ts one.ts\nexport { none } from './one.ts'\n```",
      `\`\`\`ts fails.spec.ts\n${spec('expect(1).toBe(2)')}\`\`\``,
      `\`\`\`ts quoted.spec.ts\n${spec('expect(1).toBe(3)')}\`\`\``,
      '```text quoted.spec.ts fails\nAssertionError: expected 1 to be 3 // Object.is equality\n…\n- 4\n```',
      `\`\`\`ts passes.spec.ts\n${spec('undefined')}\`\`\``,
      '```text passes.spec.ts fails\nAssertionError\n```',
      '```sh\nnpx vitest list passes.spec.ts\n```',
      '```text\npasses.spec.ts > b\n```',
    ].join('\n\n'),
  )
  expect(page.map(({ folder }) => folder)).toEqual(['wrong-1', 'wrong-2'])
  expect(() => stagesOf('docs/wrong.md', '```js\n```')).toThrow('docs/wrong.md:1')
  expect(() => stagesOf('docs/wrong.md', '```text\nout of nowhere\n```')).toThrow('docs/wrong.md:1')

  const errors = errorsIn(page)
  expect(errors).toContainEqual(expect.stringMatching(/wrong-1.*line-1\.ts.*not assignable to type 'string'/))
  expect(errors).toContainEqual(expect.stringMatching(/wrong-2.*one\.ts.*'none'/))
  expect(await brokenPromises(page)).toEqual([
    expect.stringContaining('wrong-2/fails.spec.ts: failed, and the page does not say so'),
    expect.stringMatching(/^docs\/wrong\.md:\d+: this is not printed \(in this place\):\n- 4\n/),
    expect.stringContaining('wrong-2/passes.spec.ts: passed, and the page says otherwise'),
    expect.stringMatching(/^docs\/wrong\.md:\d+: this is not printed \(in this place\):\nAssertionError\n/),
    expect.stringMatching(/^docs\/wrong\.md:\d+: this is not printed \(in this place\):\npasses\.spec\.ts > b\n/),
  ])
})

/** Runs all specs of some stages at once, then the lines for the shell, and says what is not as the pages say. */
async function brokenPromises(given: readonly Stage[]): Promise<readonly string[]> {
  const files = given.flatMap(({ folder, files }) => [...files].map(([path, text]) => [`${folder}/${path}`, text]))
  const project = createProject(Object.fromEntries(files) as Record<string, string>)
  const { output } = await project.vitest(['run', '--reporter=default', '--reporter=json', '--outputFile=report.json'])
  const report = JSON.parse(project.read('report.json') || '{ "testResults": [] }') as Report
  const status = new Map(report.testResults.map((file) => [file.name.replaceAll('\\', '/'), file.status]))

  const broken: string[] = []
  for (const stage of given) {
    for (const spec of stage.files.keys()) {
      if (!spec.endsWith('.spec.ts')) continue
      const quotes = stage.quotes.filter((quote) => quote.spec === spec)
      const said = quotes.some(({ fails }) => fails) ? 'failed' : 'passed'
      const path = `${stage.folder}/${spec}`
      const is = [...status].find(([name]) => name.endsWith(`/${path}`))?.[1] ?? 'not run'
      const printed = outputOf(path, is, output).replaceAll(`${stage.folder}/`, '')
      if (is !== said) {
        broken.push(
          `${path}: ${is}, and the page ${said === 'failed' ? 'says otherwise' : 'does not say so'}\n${printed}`,
        )
      }
      broken.push(...quotes.flatMap(({ quote }) => misquoted(quote, printed)))
    }
    broken.push(...(await brokenCommands(stage, project)))
  }
  return broken
}

/** The part of Vitest's output that is about one file, if it failed. */
function outputOf(path: string, status: string, output: string): string {
  if (status !== 'failed') return output
  return output
    .split(/^⎯+\[\d+\/\d+\]⎯+$/m)
    .filter((section) => section.includes(` FAIL  ${path} `))
    .map((section) => section.slice(section.indexOf(' FAIL  ')))
    .join('\n')
}

async function brokenCommands({ folder, commands }: Stage, project: Project): Promise<readonly string[]> {
  const broken: string[] = []
  for (const { line, quote } of commands) {
    const { output } = await project.shell(`cd ${folder} && ${line}`)
    broken.push(...misquoted(quote, output))
  }
  return broken
}
