import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { FailureToShow } from '../../../../src/report/html-trace.ts'
import { accountFailure, commitFailure } from '../failures.ts'
import { open } from './browser.ts'

// UPDATE_PICTURES=1 npx vitest run test/report/html/page/pictures.spec.ts
const isUpdating = process.env['UPDATE_PICTURES'] === '1'

const pictures = [
  {
    file: 'docs/images/trace-of-the-account.png',
    failure: accountFailure,
    colorScheme: 'light',
    height: 760,
    steps: { fails: 8, passes: 8 },
  },
  {
    file: 'docs/images/trace-of-two-phase-commit.png',
    failure: commitFailure,
    colorScheme: 'dark',
    height: 680,
    steps: { fails: 16, passes: 18 },
  },
] as const

test.for(pictures)(
  '$file shows what the page shows',
  async ({ file, failure, colorScheme, height, steps }, context) => {
    const shown: FailureToShow = await failure()
    const { page } = await open(context, shown, { colorScheme, viewport: { width: 1280, height } })
    if (isUpdating) {
      mkdirSync('docs/images', { recursive: true })
      writeFileSync(file, await page.screenshot())
    }
    // Fonts differ from machine to machine, and with them the pixels: what is shown is compared, and the size.
    const size = await page.evaluate(() => [innerWidth, innerHeight])
    const picture = readFileSync(file)
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual(size)
    expect(picture.length).toBeLessThan(150_000)
    expect(await page.locator('h1').innerText()).toBe(shown.name)
    expect(await page.locator('#lanes .title').allInnerTexts()).toEqual(['✗ fails', '✓ passes'])
    expect(
      await page
        .locator(`#row-${steps.fails - 1} .text.line.fails`)
        .last()
        .innerText(),
    ).toMatch(/^✗ /)
    expect(
      await page
        .locator(`#row-${steps.passes - 1} .text.line.passes`)
        .last()
        .innerText(),
    ).toBe('✓ passes')
    expect(await page.locator('.row').count()).toBe(Math.max(steps.fails, steps.passes))
  },
)
