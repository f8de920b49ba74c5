import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { launchChromium, skipWithoutChromium } from '../support/chromium.ts'
import { type SmallServer, startSmallServer } from '../support/small-server.ts'
import { keepPicture, openPage } from './browser-page.ts'

describe.skipIf(skipWithoutChromium(import.meta.path))('Swagger UI in a browser', () => {
  let server: SmallServer
  let origin = ''
  let browser: Browser

  beforeAll(async () => {
    server = await startSmallServer()
    origin = server.listening.url
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser.close()
    await server.dispose()
  })

  test('shows the routes, executes one, and requests nothing from other hosts', async () => {
    const { page, trouble } = await openPage(browser, `${origin}/swagger`)
    await page.locator('.opblock-tag').first().waitFor()
    expect(await page.locator('.opblock-tag').count()).toBeGreaterThanOrEqual(6)
    await page.locator('.opblock-tag', { hasText: 'Money' }).click()
    await page.locator('a[href="#/Money/readTreasury"]').click()
    const operation = page.locator('#operations-Money-readTreasury')
    await operation.getByRole('button', { name: 'Execute' }).click()
    const answer = operation.locator('.live-responses-table .response-col_description pre').first()
    await answer.waitFor()
    const shown: unknown = JSON.parse((await answer.textContent()) ?? '')
    const asked: unknown = await (await fetch(`${origin}/api/treasury`)).json()
    expect(shown).toEqual(asked)
    expect(trouble).toEqual([])
    await keepPicture(page, 'swagger', false)
  })

  test('lists the operations without a script, and opens the one that the address names', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.goto(`${origin}/swagger`)
    await plain.locator('.opblock-tag', { hasText: 'Money' }).click()
    expect(await plain.locator('.opblock-summary:visible').allInnerTexts()).toContainEqual(
      expect.stringMatching(/^GET\s+\/api\/treasury\s/),
    )
    await context.close()
    const { page, trouble } = await openPage(browser, `${origin}/swagger#/Money/readTreasury`)
    await page.locator('#operations-Money-readTreasury').getByRole('button', { name: 'Execute' }).waitFor()
    expect(trouble).toEqual([])
  })

  test('a bundle that cannot be loaded is reported, and the list stays', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.route('**/swagger-ui-bundle.js', (route) => route.abort())
    await page.goto(`${origin}/swagger#/`)
    await page.getByText('Swagger UI cannot be shown').waitFor()
    expect(await page.locator('.opblock-tag').count()).toBeGreaterThanOrEqual(6)
    await context.close()
  })
})
