import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, expect, type TestContext } from 'vitest'
import { type FailureToShow, htmlTrace } from '../../../../src/report/html-trace.ts'

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const missing =
  'There is no browser to look at the page with. Install Chromium (apt-get install chromium), or name one by CHROMIUM_PATH.'

let launched: Promise<Browser> | undefined

afterAll(async () => {
  await (await launched)?.close()
})

/** The page of a failure, opened from disk as a person opens it. */
export interface OpenedPage {
  readonly page: Page
  /** The number of the step that is selected. */
  readonly selected: () => Promise<number>
}

/** Opens a page. A machine without a browser skips the test, unless REQUIRE_BROWSER says that there must be one. */
export async function open(
  { skip, onTestFinished }: TestContext,
  failure: FailureToShow | string,
  options: BrowserContextOptions = {},
  prepare: (page: Page) => Promise<unknown> = async () => undefined,
): Promise<OpenedPage> {
  const executablePath = process.env['CHROMIUM_PATH'] || usualPlaces.find((path) => existsSync(path))
  if (executablePath === undefined) {
    if (process.env['REQUIRE_BROWSER'] === '1') throw new Error(missing)
    return skip(missing)
  }
  const browser = await (launched ??= chromium.launch({ executablePath, args: quiet }))
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  const folder = mkdtempSync(join(tmpdir(), 'interlace-page-'))
  const file = join(folder, 'page.html')
  writeFileSync(file, typeof failure === 'string' ? failure : htmlTrace(failure))

  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => problems.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('dialog', (dialog) => problems.push(`dialog: ${dialog.message()}`))
  page.on('request', (request) => problems.push(`request: ${request.url()}`))
  onTestFinished(async () => {
    await context.close()
    rmSync(folder, { recursive: true })
    // The page itself, and nothing else: no network, no message, no error.
    expect([...new Set(problems)]).toEqual([`request: ${pathToFileURL(file).href}`])
  })
  await prepare(page)
  await page.goto(pathToFileURL(file).href)
  return {
    page,
    selected: async () => Number(await page.locator('.row[aria-selected=true]').getAttribute('data-row')) + 1,
  }
}
