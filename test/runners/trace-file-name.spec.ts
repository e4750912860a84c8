import { expect, test } from 'vitest'
import { traceFileName, type TracedTest } from '../../src/runners/trace-file-name.ts'

const named = (more: Partial<TracedTest> = {}): string =>
  traceFileName({
    file: 'test/account.spec.ts',
    names: ['suite', 'no deposit is lost'],
    project: '',
    namesakes: 0,
    ...more,
  })

test('names a page after its spec and its test', () => {
  expect(named()).toBe('test-account.spec.ts-no-deposit-is-lost-16ff4d1b.html')
})

test.each([
  ['../outside/a.spec.ts', 'x'],
  ['C:\\project\\a.spec.ts', 'x'],
  ['con.spec.ts', 'x'],
  ['a.spec.ts', 'a/b\\c:d*e?f"g<h>i|j\n\u0000k'],
  ['a.spec.ts', 'Überweisung 送金 🏦'],
  ['a.spec.ts', '...'],
  ['a.spec.ts', 'x'.repeat(1000)],
  ['a'.repeat(1000), 'x'],
  ['…', '…'],
])('makes a name that every system takes of %j and %j', (file, test) => {
  const name = named({ file, names: [test] })
  expect(name).toMatch(/^[\w][\w.-]*-[0-9a-f]{8}\.html$/)
  expect(name.length).toBeLessThan(140)
  expect(name).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)\./i)
})

test('gives every test a name of its own', () => {
  const names = [
    named(),
    named({ names: ['suite', 'No deposit is lost'] }),
    named({ names: ['suite', 'no deposit is lost!'] }),
    named({ names: ['no deposit is lost'] }),
    named({ names: ['suite no deposit is lost'] }),
    named({ file: 'test-account.spec.ts' }),
    named({ project: 'browser' }),
    named({ namesakes: 1 }),
  ]
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
})
