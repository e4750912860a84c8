import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { replayCommand, type Replayed } from '../../src/runners/replay-command.ts'

const deposit: Replayed = {
  path: 'run-to-completion:3.0',
  file: 'src/account.spec.ts',
  names: ['no deposit is lost'],
  ambiguous: false,
  config: undefined,
}

test('writes a line for a POSIX shell', () => {
  expect(replayCommand(deposit, 'linux')).toBe(
    'INTERLACE_PATH=run-to-completion:3.0 npx vitest run src/account.spec.ts -t "no deposit is lost"',
  )
})

test('writes a line for PowerShell', () => {
  expect(replayCommand({ ...deposit, names: ["it's"], config: 'my app/vitest.config.ts' }, 'win32')).toBe(
    `$env:INTERLACE_PATH='run-to-completion:3.0'; npx vitest run --config 'my app/vitest.config.ts' src/account.spec.ts -t "it's"`,
  )
})

test('names what else the execution depends on', () => {
  const slow = { ...deposit, variables: { INTERLACE_LATENCY: '60000' } }
  expect(replayCommand(slow, 'linux')).toMatch(
    /^INTERLACE_PATH=run-to-completion:3\.0 INTERLACE_LATENCY=60000 npx vitest/,
  )
  expect(replayCommand(slow, 'win32')).toMatch(
    /^\$env:INTERLACE_PATH='run-to-completion:3\.0'; \$env:INTERLACE_LATENCY='60000'; npx vitest/,
  )
})

test('anchors a name that is part of another one', () => {
  expect(replayCommand({ ...deposit, ambiguous: true }, 'linux')).toContain(`-t '^no deposit is lost$'`)
})

test
  .runIf(process.platform !== 'win32')
  .each(['plain', `it's "quoted"`, '$HOME and `pwd` and \\ and !!', 'a (b) [c] {d} e|f? g* h+ ^i.j', 'Grüße → 你好'])(
  'a shell hands the name %j to Vitest as a pattern that matches it and nothing else',
  (name) => {
    const file = 'specs of mine/a.spec.ts'
    const line = replayCommand({ ...deposit, names: ['suite', name], file }, 'linux')
    const print = `'${process.execPath}' -e 'console.log(JSON.stringify(process.argv.slice(1)))' --`
    const output = execFileSync('sh', ['-c', line.replace('npx vitest', print)], { encoding: 'utf8' })
    const [run, spec, option, pattern] = JSON.parse(output) as string[]
    expect([run, spec, option]).toEqual(['run', file, '-t'])
    // Vitest 4 and Vitest 5 join the names of suites differently.
    expect(`suite ${name}`).toMatch(new RegExp(pattern ?? ''))
    expect(`suite > ${name}`).toMatch(new RegExp(pattern ?? ''))
    expect('suite another').not.toMatch(new RegExp(pattern ?? ''))
  },
)
