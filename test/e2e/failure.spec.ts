import { expect, test } from 'vitest'
import { account, accountSpec } from './account.ts'
import { createProject, timeless } from './project.ts'

test('a lost deposit is found with one delay, shown at the assertion, and replayed by the printed line', async () => {
  const project = createProject({ 'account.ts': account, 'account.spec.ts': accountSpec })

  const unsaved = { INTERLACE_SAVE: 'false' }
  const found = await project.vitest(['run'], unsaved)
  expect(found.code).toBe(1)
  expect(found.output).toContain('AssertionError: expected 20 to be 30 // Object.is equality\n\n')
  expect(found.output).toMatch(/no deposit is lost: fails with 1 delay \(found after \d executions/)
  expect(found.output).toContain('← delay: ')
  expect(found.output).toContain('- 30\n+ 20')
  // The code frame is Vitest's own, at the assertion.
  expect(found.output).toMatch(/❯ account\.spec\.ts:14:\d+\n/)
  expect(found.output).toMatch(/14\| {3}expect\(await account\.balance\(\)\)\.toBe\(30\)/)
  expect(found.output).not.toContain('node_modules/interlace')
  // eslint-disable-next-line no-control-regex
  expect(found.output).not.toMatch(/\u001B\[/)

  const line = /^INTERLACE_PATH=run-to-completion:\S+ npx vitest run account\.spec\.ts -t "no deposit is lost"$/m
  const replay = line.exec(found.output)?.[0] ?? ''
  expect(replay).not.toBe('')

  project.write({ runs: '' })
  const replayed = await project.shell(replay)
  expect(replayed.code).toBe(1)
  expect(project.read('runs')).toBe('x')
  expect(replayed.output).toContain('AssertionError: expected 20 to be 30 // Object.is equality\n\n')
  expect(replayed.output).toContain('no deposit is lost: fails on the given path')
  expect(replayed.output).toMatch(/❯ account\.spec\.ts:14:\d+\n/)

  const again = await project.vitest(['run'], unsaved)
  expect(timeless(again.output, project)).toBe(timeless(found.output, project))
})

test('every failing test is printed, with the stack of its own error', async () => {
  const project = createProject({
    'account.ts': account,
    'first.spec.ts': accountSpec,
    'second.spec.ts': `
import { systematicTest } from 'interlace/vitest'
import { describe, expect } from 'vitest'

const kept = Object.freeze(new Error('kept and frozen'))

describe('outer (1 + 1)', () => {
  for (const name of ['twin', 'twin 2']) {
    systematicTest(name, async ({ spawn, pause }) => {
      const seen: string[] = []
      const step = (text: string) => async () => {
        await pause()
        seen.push(text)
      }
      await Promise.all([spawn('a', step('a')), spawn('b', step('b'))])
      expect(seen.join('')).toBe('ba')
    })
  }
  systematicTest('a "name" with $pecial \`characters\`', async ({ spawn }) => {
    const seen: string[] = []
    await Promise.all([spawn('a', () => seen.push('a')), spawn('b', () => seen.push('b'))])
    if (seen[0] === 'a') throw 'a text'
  })
  systematicTest('frozen', async ({ spawn }) => {
    const seen: string[] = []
    await Promise.all([spawn('a', () => seen.push('a')), spawn('b', () => seen.push('b'))])
    if (seen[0] === 'a') throw kept
  })
  systematicTest('aggregate', async ({ spawn }) => {
    await Promise.any([
      spawn('a', () => { throw new Error('a fails') }),
      spawn('b', () => { throw new Error('b fails') }),
    ])
  })
  systematicTest('stuck', async ({ spawn, channel }) => {
    const votes = channel<string>('votes')
    await Promise.all([
      spawn('reader', async () => {
        await votes.receive()
      }),
      spawn('other', () => undefined),
    ])
  })
  systematicTest('endless', { steps: 20 }, async ({ spawn, pause }) => {
    const forever = async () => {
      for (;;) await pause()
    }
    await Promise.all([spawn('a', forever), spawn('b', forever)])
  })
  systematicTest('unheard', async ({ spawn, pause }) => {
    await Promise.all([
      spawn('a', async () => {
        void Promise.reject(new Error('nobody listens'))
        await pause()
      }),
      spawn('b', () => undefined),
    ])
  })
})
`,
  })
  const { output, code } = await project.vitest(['run'])
  expect(code).toBe(1)
  expect(output).toContain('Tests  9 failed (9)')
  expect(output.match(/ {4}\d\| .*|^ FAIL .*/gm)).toContain(' FAIL  first.spec.ts > no deposit is lost')
  expect(output.match(/⎯\[\d\/9\]⎯/g)).toHaveLength(9)

  expect(output).toMatch(
    /^INTERLACE_PATH=\S+ npx vitest run second\.spec\.ts -t '\^outer \\\(1 \\\+ 1\\\)\.\*twin\$'$/m,
  )
  expect(output).toMatch(/npx vitest run second\.spec\.ts -t 'outer \\\(1 \\\+ 1\\\)\.\*twin 2'$/m)
  expect(output).toContain('Error: the program threw "a text"')
  expect(output).toContain('Error: kept and frozen\n\nfrozen: fails ')
  expect(output).toContain('AggregateError: All promises were rejected\n\naggregate: fails ')
  expect(output).toContain('Deadlock: nothing can go on: ')
  expect(output).toContain('reader waits for a message on the channel votes')
  expect(output).toMatch(/\d+\| {9}await votes\.receive\(\)/)
  expect(output).toContain('StepLimit: the execution has not ended after 20 steps')
  expect(output).toContain('Error: nobody listens')

  for (const name of ['pecial', 'twin']) {
    const replay = output.split('\n').find((line) => line.startsWith('INTERLACE_PATH=') && line.includes(name)) ?? ''
    const replayed = await project.shell(replay)
    expect(replayed.output).toContain('Tests  1 failed | 7 skipped (8)')
  }
})
