import { expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

const axe = readFileSync(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir), 'utf8')
const folder = process.env['SCREENSHOTS']

export const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 900 } }
export const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
}

/** Opens a page, and collects its requests to other hosts, its dialogs and its errors as `trouble`. */
export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = desktop) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const trouble: string[] = []
  const { origin } = new URL(url)
  page.on('request', (request) => {
    if (!/^(data:|blob:)/.test(request.url()) && !request.url().startsWith(origin))
      trouble.push(request.url())
  })
  page.on('dialog', (dialog) => trouble.push(`dialog ${dialog.message()}`))
  page.on('pageerror', (error) => trouble.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) trouble.push(message.text())
  })
  await page.goto(url)
  return { page, trouble, close: () => context.close() }
}

/** Expects the page to fit the width of its window. */
export async function expectFits(page: Page): Promise<void> {
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
}

/** The same, and that it passes the audit of its accessibility. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectFits(page)
  expect(await audit(page, {})).toBeGreaterThan(5)
}

/** Expects no findings; returns how many rules found elements that pass. */
async function audit(page: Page, options: object): Promise<number> {
  // Evaluated by the debugger, past the page's policy.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  const run = `axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], ...options })})`
  const results: AxeResults = await page.evaluate(run)
  const findings = results.violations.filter(({ impact }) => impact !== 'minor')
  expect(findings.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  return results.passes.length
}

/** The same, and again for the contrasts in dark colours, in one visit. */
export async function expectAccessibleInColours(page: Page, picture: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page)
  await keepPicture(page, `${picture}-light`)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await audit(page, { runOnly: ['color-contrast'] })).toBe(1)
  await keepPicture(page, `${picture}-dark`)
}

/** Takes a screenshot where SCREENSHOTS names a folder for them. */
export async function keepPicture(page: Page, name: string, fullPage = true): Promise<void> {
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage })
}

/** Resolves when the page has an image and all of its images are decoded. */
export async function imagesAreShown(page: Page): Promise<void> {
  await page.locator('img').first().waitFor({ state: 'attached' })
  // An image that is loaded when it comes near the window would never be decoded.
  await page.evaluate(
    "Promise.all([...document.images].map((image) => { image.loading = 'eager'; return image.decode() }))",
  )
}
