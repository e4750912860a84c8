import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { account, accountSpec } from './account.ts'
import { createProject } from './project.ts'

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

test('the replayed execution stops at a breakpoint, for longer than its test may take', async () => {
  const project = createProject({
    'account.ts': account.replace('await this.ledger.write(', 'debugger\n    await this.ledger.write('),
    'account.spec.ts': accountSpec.replace("is lost', async", "is lost', { timeout: 500, time: 400 }, async"),
  })
  const port = await freePort()
  const args = ['run', 'account.spec.ts', '-t', 'no deposit is lost', '--no-file-parallelism']
  const run = project.start('vitest', [...args, `--inspect-brk=127.0.0.1:${port}`], {
    INTERLACE_PATH: 'run-to-completion:1',
  })
  await run.until(/Debugger listening/)

  // Node's own client of the inspector protocol.
  const client = project.start('node', ['inspect', `127.0.0.1:${port}`])
  const stop = /break in .*account\.ts:\d+[^]*>\s*\d+\s+debugger/
  await client.until(/break in .*account\.spec\.ts:1\b/)
  client.type('cont')
  await client.until(stop)
  client.type('exec amount + " on " + balance')
  // Alice is first: in this execution, bob's answer is late.
  await client.until(/10 on 0/)
  await new Promise((resolve) => setTimeout(resolve, 1000))
  client.type('cont')
  await client.until(stop)
  client.type('exec amount + " on " + balance')
  await client.until(/20 on 0/)
  client.type('cont')
  await run.until(/× no deposit is lost/)
  client.type('.exit')

  const printed = await run.until(/Tests {2}/)
  expect(printed).toContain('no deposit is lost: fails on the given path')
  expect(printed).toContain('AssertionError: expected 20 to be 30')
  expect(printed).not.toContain('timed out')
  expect(project.read('runs')).toBe('x')
})
