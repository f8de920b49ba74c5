import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { launchChromium, skipWithoutChromium } from '../support/chromium.ts'
import { type SmallServer, startSmallServer } from '../support/small-server.ts'

describe.skipIf(skipWithoutChromium(import.meta.path))(
  'Swagger UI in a browser that reaches no other host',
  () => {
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

    test('shows the routes, answers "Try it out", and asks no other host', async () => {
      const page = await browser.newPage({ viewport: { width: 1200, height: 1400 } })
      const elsewhere: string[] = []
      const broken: string[] = []
      page.on('request', (request) => {
        if (new URL(request.url()).origin !== origin && !request.url().startsWith('data:'))
          elsewhere.push(request.url())
      })
      page.on('pageerror', (error) => broken.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error') broken.push(message.text())
      })
      await page.goto(`${origin}/swagger`)
      const operation = page.locator('#operations-milestone-readTreasury')
      await operation.waitFor()
      expect(await page.locator('.opblock').count()).toBeGreaterThanOrEqual(15)

      await operation.locator('.opblock-summary').click()
      await operation.getByRole('button', { name: 'Execute' }).click()
      const answer = operation.locator('.live-responses-table .response-col_description pre').first()
      await answer.waitFor()
      const shown: unknown = JSON.parse((await answer.textContent()) ?? '')
      const asked: unknown = await (await fetch(`${origin}/api/treasury`)).json()
      expect(shown).toEqual(asked)
      expect(elsewhere).toEqual([])
      expect(broken).toEqual([])

      const pictures = process.env['SCREENSHOTS']
      if (pictures !== undefined) await page.screenshot({ path: `${pictures}/swagger.png`, fullPage: false })
    })
  },
)
