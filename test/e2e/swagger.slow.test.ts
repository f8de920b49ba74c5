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
    const operation = page.locator('#operations-Money-readTreasury')
    await operation.waitFor()

    await operation.locator('.opblock-summary').click()
    await operation.getByRole('button', { name: 'Execute' }).click()
    const answer = operation.locator('.live-responses-table .response-col_description pre').first()
    await answer.waitFor()
    const shown: unknown = JSON.parse((await answer.textContent()) ?? '')
    const asked: unknown = await (await fetch(`${origin}/api/treasury`)).json()
    expect(shown).toEqual(asked)
    expect(trouble).toEqual([])
    await keepPicture(page, 'swagger', false)
  })
})
