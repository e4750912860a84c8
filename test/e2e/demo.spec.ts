import { expect, test } from 'vitest'
import { runHere } from './project.ts'

test('the demo finds its bugs, says how to replay them, and succeeds', async () => {
  const { code, output } = await runHere(['run', '--config', 'demo/vitest.config.ts'])
  expect(code).toBe(0)
  expect(output).toContain('AssertionError: expected 20 to be 30')
  expect(output).toContain(`AssertionError: expected 'commit' to be 'abort'`)
  expect(output).toMatch(
    /^INTERLACE_PATH=\S+ npx vitest run --config demo\/vitest\.config\.ts demo\/account\.spec\.ts -t /m,
  )
  expect(output).toContain('The demo found 2 of 2 bugs. Failing is what it is for: it ends with exit code 0.\n')
})

test('replaying one of them fails', async () => {
  const args = ['run', '--config', 'demo/vitest.config.ts', 'demo/account.spec.ts', '-t', 'no deposit is lost']
  const { code, output } = await runHere(args, { INTERLACE_PATH: 'run-to-completion:1' })
  expect(code).toBe(1)
  expect(output).toContain('no deposit is lost: fails on the given path')
})
