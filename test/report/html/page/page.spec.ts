import { expect, test } from 'vitest'
import { htmlTrace } from '../../../../src/report/html-trace.ts'
import { note, step } from '../../hand-made.ts'
import { failureWith } from '../arrows.ts'
import { open } from './browser.ts'
import { lowContrasts } from './contrast.ts'
import { accountFailure, commitFailure, longFailure } from '../failures.ts'

test('goes through the steps by keys', async (context) => {
  const { page, selected } = await open(context, await accountFailure())
  expect(await selected()).toBe(3) // where the executions part
  const seen: number[] = []
  for (const key of [
    'ArrowRight',
    'j',
    'ArrowDown',
    'k',
    'ArrowLeft',
    'Home',
    'ArrowUp',
    'n',
    'n',
    'p',
    'End',
    'j',
    'PageUp',
  ]) {
    await page.keyboard.press(key)
    seen.push(await selected())
  }
  expect(seen).toEqual([4, 5, 6, 5, 4, 1, 1, 3, 8, 3, 8, 8, 1])
})

test('goes through the steps by its slider, its buttons and the diagram', async (context) => {
  const { page, selected } = await open(context, await accountFailure())
  const slider = page.getByRole('slider', { name: 'Step' })
  await slider.fill('6')
  expect(await selected()).toBe(6)
  expect(await page.locator('#counter').textContent()).toBe('6 / 8')
  await slider.press('ArrowLeft')
  expect(await selected()).toBe(5)
  const seen: number[] = []
  for (const name of ['First step', 'Step forward', 'Last step', 'Step back']) {
    await page.getByRole('button', { name }).click()
    seen.push(await selected())
  }
  expect(seen).toEqual([1, 2, 8, 7])
  await page.locator('#row-3').click()
  expect(await selected()).toBe(4)
  expect(await slider.inputValue()).toBe('4')
  expect(await slider.getAttribute('aria-valuetext')).toContain('alice ledger.read() → 0')
})

test('plays to the end by the space bar, and pauses', async (context) => {
  const { page, selected } = await open(context, await accountFailure(), {}, (page) => page.clock.install())
  await page.keyboard.press('Home')
  await page.keyboard.press(' ')
  await page.clock.runFor(2200)
  expect(await selected()).toBe(4)
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.clock.runFor(5000)
  expect(await selected()).toBe(4)
  await page.keyboard.press('Home')
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.clock.runFor(60_000)
  expect(await selected()).toBe(8)
  expect(await page.getByRole('button', { name: 'Play', exact: true }).getAttribute('aria-pressed')).toBe('false')
})

test('tells the selected step: what it is, its source, and the same step of the one that passes', async (context) => {
  const { page } = await open(context, await accountFailure())
  await page.keyboard.press('End')
  await page.keyboard.press('k')
  await page.keyboard.press('k')
  const details = await page.locator('#details').innerText()
  expect(
    details
      .split('\n')
      .filter((line) => line !== '')
      .slice(0, 8),
  ).toEqual([
    'bob ledger.read() → 0',
    'step 6 of 8 · virtual time 0 ms · the only choice',
    'In this step',
    'calls ledger.write(20)',
    'In the execution that passes',
    'step 3: ledger.read() → 0',
    'Source fixtures/account.ts:20:39',
    '17constructor(private readonly ledger: Ledger) {}',
  ])
  expect(await page.locator('.source-line.meant').innerText()).toContain('const balance = await this.ledger.read()')
})

test('shows state, log and virtual time as they are at each step', async (context) => {
  const trace = [
    step('main', 'starts', { notes: [note('state', '', '{ n: 0 }'), note('log', 'main', 'begin')] }),
    step('ann', 'starts', { notes: [note('machine', 'ann', 'idle → busy'), note('console', 'ann', 'hello')] }),
    step('clock', 'timer of 1,500 ms', { time: 1500, notes: [note('state', '', '{ n: 1 }')] }),
  ]
  const { page } = await open(context, failureWith(trace))
  const told = async (key: string): Promise<string> => {
    await page.keyboard.press(key)
    return (await page.locator('#details').innerText()).replaceAll(/\s+/g, ' ')
  }
  expect(await told('Home')).toContain('State after it { n: 0 } Log so far 1 main begin')
  expect(await told('j')).toContain('State after it { n: 0 } ann busy Log so far 1 main begin 2 ann hello')
  expect(await told('j')).toMatch(/step 3 of 3 · virtual time 1,500 ms .* State after it \{ n: 1 \} ann busy/)
  expect(await page.locator('#row-2 .number').innerText()).toMatch(/^3\s*1,500 ms$/)
})

test('draws an arrow from each send to its receive, on lanes that line up', async (context) => {
  const { page } = await open(context, await commitFailure())
  await page.getByRole('button', { name: 'Fails' }).click()
  const drawn = await page.evaluate(() => {
    const numbers = (text: string | null): number[] => (text ?? '').match(/-?\d+(?:\.\d+)?/g)?.map(Number) ?? []
    const dots = [...document.querySelectorAll('.dot:not(.note)')].map((dot) => numbers(dot.getAttribute('cx'))[0])
    const lanes = [...document.querySelectorAll('.lane:not(.lived)')].map((lane) => numbers(lane.getAttribute('x1'))[0])
    const names = [...document.querySelectorAll<HTMLElement>('#lanes .name')].map((name) => name.offsetLeft + 6)
    const arrows = [...document.querySelectorAll('.arrow.message')].map((arrow) => numbers(arrow.getAttribute('d')))
    return { dots, lanes, names, arrows }
  })
  expect(drawn.names.map(Math.round)).toEqual(drawn.lanes.map((x) => Math.round(x ?? 0)))
  expect(drawn.dots.filter((x) => !drawn.lanes.includes(x))).toEqual([])
  expect(drawn.dots).toHaveLength(16)
  // Six messages; each one goes down, and ends beside the lane of who receives it.
  const [main = 0, coordinator = 0, second = 0, first = 0] = drawn.lanes.map((x) => x ?? 0)
  const near = (x: number | undefined, lane: number): boolean => Math.abs((x ?? 0) - lane) <= 8
  expect(drawn.arrows.every(([, from = 0, , to = 0]) => to > from)).toBe(true)
  expect(
    drawn.arrows.map(([from, , to]) => [main, coordinator, second, first].map((x) => [near(from, x), near(to, x)])),
  ).toEqual(
    [
      [main, coordinator],
      [coordinator, first],
      [first, coordinator],
      [coordinator, second],
      [second, coordinator],
      [coordinator, first],
    ].map(([from, to]) => [main, coordinator, second, first].map((x) => [x === from, x === to])),
  )
})

test('marks delays, who was passed over, faults and what never arrives', async (context) => {
  const trace = [
    step('a', 'starts', { delays: 1, delayed: ['b'] }),
    step('a', 'sends ping to b', { notes: [note('fault', 'a', '✗ ping to b is lost', 1)] }),
    step('b', 'starts'),
  ]
  const { page } = await open(context, failureWith(trace))
  expect(await page.locator('#row-0 .chip').innerText()).toBe('delay: b waits')
  expect(await page.locator('.dot.waiting').count()).toBe(1)
  expect(await page.locator('.dot.delayed').count()).toBe(1)
  expect(await page.locator('#row-1 .text.fault').innerText()).toContain('✗ ping to b is lost')
  expect(await page.locator('.arrow.lost').count()).toBe(1)
  expect(
    await page.locator('#marks i').evaluateAll((marks) => marks.map((mark) => mark.getAttribute('class'))),
  ).toEqual(['delayed', 'faulty', 'failing'])
})

test('shows the one that passes beside it, and where they part', async (context) => {
  const { page } = await open(context, await accountFailure())
  expect(await page.locator('#lanes').innerText()).toBe('✗ fails\nmain\nbob\nalice\n✓ passes\nmain\nbob\nalice')
  expect(await page.locator('.row.parting').getAttribute('data-row')).toBe('2')
  expect(await page.locator('.row.parting .parts').innerText()).toBe('they part')
  const texts = (): Promise<string[]> => page.locator('#row-2 .text.step').allInnerTexts()
  expect(await texts()).toEqual(['startsdelay: bob waits', 'ledger.read() → 0'])
  // The same step of alice's in the other execution.
  expect(await page.locator('.counterpart').innerText()).toBe('starts')
  expect(await page.locator('.row:has(.counterpart)').getAttribute('data-row')).toBe('4')

  await page.getByRole('button', { name: 'Passes' }).click()
  expect(await texts()).toEqual(['ledger.read() → 0'])
  expect(await page.locator('#details h3').innerText()).toBe('bob ledger.read() → 0')
  await page.getByRole('button', { name: 'Fails' }).click()
  expect(await texts()).toEqual(['startsdelay: bob waits'])
  expect(await page.getByRole('button', { name: 'Fails' }).getAttribute('aria-pressed')).toBe('true')
})

test('stands in a narrow window, one execution at a time', async (context) => {
  const { page } = await open(context, await accountFailure(), { viewport: { width: 400, height: 800 } })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(400)
  expect(await page.locator('#lanes').innerText()).toBe('main\nbob\nalice')
})

test('is light or dark as the system is, until it is turned', async (context) => {
  const { page } = await open(context, await accountFailure(), { colorScheme: 'dark' })
  const ground = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const dark = await ground()
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await ground()
  expect(light).not.toBe(dark)
  const button = page.getByRole('button', { name: 'Turn the page dark or light' })
  expect(await button.innerText()).toBe('Dark')
  await button.click()
  expect(await ground()).toBe(dark)
  expect(await button.innerText()).toBe('Light')
  await page.reload()
  expect(await ground()).toBe(dark)
  await button.click()
  expect(await ground()).toBe(light)
})

test.for(['light', 'dark'] as const)('has texts that can be read when it is %s', async (colorScheme, context) => {
  const { page } = await open(context, await commitFailure(), { colorScheme })
  for (const failure of ['End', 'Home', 'n']) {
    await page.keyboard.press(failure)
    expect(await page.evaluate(lowContrasts)).toEqual([])
  }
})

test('copies the path and the line that replays it', async (context) => {
  const permissions = ['clipboard-read', 'clipboard-write']
  const { page } = await open(context, await accountFailure(), { permissions })
  const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: 'Copy the path' }).click()
  await page.getByText('Copied').waitFor()
  expect(await clipboard()).toBe('run-to-completion:1')
  await page.getByRole('button', { name: 'Copy the replay' }).press('Enter')
  await expect
    .poll(clipboard)
    .toBe('INTERLACE_PATH=run-to-completion:1 npx vitest run account.spec.ts -t "no deposit is lost"')
})

test('leaves a text selected that it cannot copy', async (context) => {
  const { page } = await open(context, await accountFailure(), {}, (page) =>
    page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined })
      Object.defineProperty(document, 'execCommand', { value: () => false })
    }),
  )
  await page.getByRole('button', { name: 'Copy the path' }).click()
  await page.getByText('Press Ctrl+C').waitFor()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('run-to-completion:1')
})

test('shows what a program says as it says it', async (context) => {
  const evil = `</script><img src=x onerror=alert(1)>"'&<!--`
  const notes = [note('log', evil, evil), note('state', '', evil), note('machine', evil, `is ${evil}`)]
  const trace = [step(evil, evil, { notes, delays: 1, delayed: [evil, 'b'], stack: 'at f (/a.ts:1:1)' })]
  const { page } = await open(context, {
    ...failureWith(trace, [step(evil, 'other')]),
    name: evil,
    file: evil,
    summary: evil,
    remarks: [evil],
    replay: evil,
    error: { message: evil, expected: evil, actual: '' },
    sources: new Map([['/a.ts', evil]]),
  })
  expect(await page.locator('h1').innerText()).toBe(evil)
  expect(await page.locator('img').count()).toBe(0)
  expect(await page.locator('#details h3').innerText()).toBe(`${evil} ${evil}`)
  expect(await page.locator('.source-line.meant').innerText()).toContain(evil)
  expect(await page.title()).toBe(`${evil} · trace`)
})

test('keeps only what can be seen of 5,000 steps', async (context) => {
  const { page, selected } = await open(context, longFailure(5000))
  const rows = (): Promise<number> => page.locator('.row').count()
  expect(await selected()).toBe(500)
  expect(await rows()).toBeLessThan(120)
  await page.keyboard.press('End')
  expect(await selected()).toBe(5000)
  expect(await page.locator('#row-4999').isVisible()).toBe(true)
  expect(await rows()).toBeLessThan(120)
  await page.locator('#scroller').evaluate((scroller) => (scroller.scrollTop = 70_000))
  await page.locator('#row-2500').waitFor()
  expect(await rows()).toBeLessThan(120)
  expect(await page.locator('#marks i').count()).toBe(10)
})

test('has names for all that can be used, and says where one is', async (context) => {
  const { page } = await open(context, await accountFailure())
  expect(await page.locator('button:not([aria-label])').allInnerTexts()).toEqual(['Play', 'Fails', 'Both', 'Passes'])
  const diagram = page.getByRole('listbox', { name: /^Space-time diagram/ })
  expect(await diagram.getAttribute('aria-activedescendant')).toBe('row-2')
  const options = page.getByRole('option')
  expect(await options.count()).toBe(8)
  expect(await options.nth(2).getAttribute('aria-label')).toBe(
    'Step 3, where they part, in the execution that fails: alice starts; delay: bob waits; calls ledger.read(). ' +
      'in the execution that passes: bob ledger.read() → 0; calls ledger.write(20)',
  )
  await page.keyboard.press('j')
  expect(await page.getByRole('status').innerText()).toContain('Step 4, ')
  // Whoever goes through the page by tab comes to everything, and sees where.
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('theme')
  expect(await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)).toBe(
    'solid',
  )
})

test('is printed whole', async (context) => {
  const { page } = await open(context, longFailure(300), { viewport: { width: 1280, height: 400 } })
  expect(await page.locator('.row').count()).toBeLessThan(120)
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  expect(await page.locator('.row').count()).toBe(300)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  expect(await page.locator('.row').count()).toBeLessThan(120)
  const pdf = await page.pdf()
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
})

test('tells the trace as a text to a reader without scripts', async (context) => {
  const { page } = await open(context, await accountFailure(), { javaScriptEnabled: false })
  expect(await page.locator('.plain-trace').innerText()).toContain('← delay: bob waits')
})

test('shows a failure that has no step', async (context) => {
  const { page } = await open(context, failureWith([]))
  expect(await page.locator('h1').innerText()).toBe('a test')
})

test('moves nothing by itself', async () => {
  const page = htmlTrace(await accountFailure())
  expect(page).not.toMatch(/transition|animation|scroll-behavior|behavior: 'smooth'/)
})

test('brings the lane of a step into sight where there are many', async (context) => {
  const trace = Array.from({ length: 40 }, (_, index) => step(`process ${index}`, 'starts'))
  const { page } = await open(context, failureWith(trace))
  const isSeen = (row: number): Promise<boolean> =>
    page.locator(`#row-${row} .text.step`).evaluate((text) => {
      const [inner, outer] = [text, document.querySelector('#scroller') ?? text].map((one) =>
        one.getBoundingClientRect(),
      )
      return inner !== undefined && outer !== undefined && inner.left >= outer.left && inner.right <= outer.right
    })
  await page.keyboard.press('End')
  expect([await isSeen(39), await isSeen(36)]).toEqual([true, true])
  await page.keyboard.press('Home')
  expect([await isSeen(0), await isSeen(20)]).toEqual([true, false])
})
