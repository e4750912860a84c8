import { expect, test } from 'vitest'
import { htmlTrace } from '../../src/report/html-trace.ts'
import { note, step } from './hand-made.ts'
import { failureWith } from './html/arrows.ts'
import { accountFailure } from './html/failures.ts'

test('writes one page that says what failed and how to run it again', async () => {
  const page = htmlTrace(await accountFailure())
  expect(page).toContain('<h1>no deposit is lost</h1>')
  expect(page).toContain('<p class="summary">fails with 1 delay (found after 4 executions;')
  expect(page).toContain('AssertionError: expected 20 to be 30 // Object.is equality')
  expect(page).toContain('<span class="expected">- 30</span>\n<span class="came">+ 20</span>')
  expect(page).toContain('<code id="path">run-to-completion:1</code>')
  expect(page).toContain('npx vitest run account.spec.ts -t &quot;no deposit is lost&quot;</code>')
  expect(page).toContain('It passes when bob&#39;s ledger.write(20) comes before alice&#39;s ledger.read().')
  // For readers without scripts.
  expect(page).toContain('<noscript><pre class="plain-trace">       main ')
})

test('is the same page for the same failure', async () => {
  expect(htmlTrace(await accountFailure())).toBe(htmlTrace(await accountFailure()))
})

test('loads nothing', async () => {
  const page = htmlTrace(await accountFailure())
  expect(page.match(/https?:[^\s'"]*/g)).toEqual(['http://www.w3.org/2000/svg'])
  expect(page).not.toMatch(/<(?:link|img|iframe|object)[\s>]|\bsrc=|@import|url\((?!#)/)
  expect(page).toContain(`content="default-src 'none'; style-src 'sha256-`)
})

test('takes nothing that a program says for markup', () => {
  const evil = '</script><script>alert(1)</script><!--"\'&\u2028\u2029'
  const trace = [
    step(evil, evil, { notes: [note('log', evil, evil), note('state', '', evil)], stack: 'at f (/a.ts:1:1)' }),
  ]
  const page = htmlTrace({
    ...failureWith(trace, trace),
    name: evil,
    file: evil,
    summary: evil,
    remarks: [evil],
    replay: evil,
    error: { message: evil, expected: evil, actual: '' },
    sources: new Map([['/a.ts', evil]]),
  })
  expect(page.match(/<script/g)).toHaveLength(2)
  expect(page.match(/<\/script>/g)).toHaveLength(2)
  expect(page).not.toContain('<!--')
  const [, json = ''] = /<script type="application\/json" id="data">(.*)<\/script>/.exec(page) ?? []
  expect(json).not.toMatch(/[<>&\u2028\u2029]/)
  expect(JSON.parse(json)).toMatchObject({ excerpts: [{ lines: [evil] }] })
})

test('shows a failure without a step', () => {
  expect(htmlTrace(failureWith([]))).toContain('<span id="counter">1 / 1</span>')
})
