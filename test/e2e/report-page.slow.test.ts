import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import type { SavedReport, SaveReportRequest } from '../../src/analysis/reports/schema.ts'
import { type ReportServer, startReportServer } from '../analysis/reports/report-server.ts'
import { sampleFacts, sampleRequest } from '../analysis/reports/sample-report.ts'
import { launchChromium, skipWithoutChromium } from '../support/chromium.ts'
import { openTestPglite } from '../support/databases.ts'
import { desktop, expectAccessibleInColours, expectFits, openPage, phone } from './browser-page.ts'

/** Every width that people read with; the narrow one has the layout of the phone. */
const readers: readonly [string, BrowserContextOptions, typeof expectAccessibleInColours][] = [
  ['desktop', desktop, expectAccessibleInColours],
  ['phone', phone, expectAccessibleInColours],
  ['narrow screen', { viewport: { width: 320, height: 640 } }, expectFits],
]

describe.skipIf(skipWithoutChromium(import.meta.path))('the page of a report in a browser', () => {
  let server: ReportServer
  let remove: () => Promise<void>
  let browser: Browser
  let saved: SavedReport
  let manual: SavedReport
  beforeAll(async () => {
    const opened = await openTestPglite()
    remove = opened.remove
    server = startReportServer({ database: opened.database })
    browser = await launchChromium()
    saved = await save()
    manual = await save({
      path: 'manual',
      answers: { role: 'CFO' },
      recommendation: { product: null, confidence: 'low' },
    })
  })
  afterAll(async () => {
    await browser.close()
    await server.stop()
    await remove()
  })

  const save = async (changes: Partial<SaveReportRequest> = {}): Promise<SavedReport> =>
    await (await server.post(sampleRequest(changes))).json()

  const open = (path: string, options: BrowserContextOptions = desktop) =>
    openPage(browser, new URL(path, server.url).href, options)

  test.each(readers)(
    'can be read on a %s, and loads nothing from elsewhere',
    async (name, options, expectReadable) => {
      const { page, trouble, close } = await open('/r/none', options)
      for (const [what, path] of [
        ['report', `/r/${saved.id}`],
        ['manual', `/r/${manual.id}`],
        ['missing', '/r/none'],
        ['product', '/products/receivables'],
        ['delete', `/r/${saved.id}/delete?token=x`],
      ] as const) {
        await page.goto(new URL(path, server.url).href)
        if (what === 'report') await page.locator('main summary').click()
        await expectReadable(page, `${what}-${name}`)
      }
      expect(trouble).toEqual([])
      await close()
    },
  )

  test('without scripts, a reader with the token deletes it by a form', async () => {
    const deleted = await save()
    const { page, trouble, close } = await open(deleted.shareUrl, { javaScriptEnabled: false })
    expect(await page.locator('h1').textContent()).toBe('Harbor & Loom')
    await page.locator('main summary').click()
    await page.getByLabel('Deletion token').fill(deleted.deletionToken)
    await page.getByRole('button', { name: 'Delete this report' }).click()
    await page.getByRole('heading', { name: 'The report is deleted' }).waitFor()
    expect((await page.goto(deleted.shareUrl))?.status()).toBe(404)
    expect(trouble).toEqual([])
    await close()
  })

  test('prints to a few pages without forms, in light colours', async () => {
    const { page, close } = await open(saved.shareUrl, { colorScheme: 'dark' })
    const pdf = await page.pdf({ format: 'A4' })
    const pageCount = pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
    expect(pageCount).toBeGreaterThanOrEqual(2)
    expect(pageCount).toBeLessThanOrEqual(5)

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    expect(await page.locator('form').isVisible()).toBe(false)
    expect(await page.getByText(saved.shareUrl).isVisible()).toBe(true)
    expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(30, 36, 40)')
    await close()
  })

  test('hostile values of every length are shown as text and do not widen the page', async () => {
    const attack = `"'><script>document.title='owned'</script><img src=x onerror="document.title='owned'"><style>*{display:none}</style>`
    const long = 'W'.repeat(400)
    const facts = sampleFacts.map((fact, index) => ({
      ...fact,
      text: `${attack}${long}`,
      value: attack,
      sources: [
        { url: `https://example.com/${long}`, quote: `${attack}${long}`, label: `${attack}${index}` },
      ],
    }))
    const hostile = await save({
      answers: {
        role: `${attack}${long}`.slice(0, 500),
        tools: [long, '\u202e'.repeat(50), 'ا'.repeat(200), `z${'\u0352'.repeat(300)}`],
      },
      recommendation: {
        product: { name: long.slice(0, 200), tagline: attack, url: `https://example.com/${long}` },
        reasoning: long.repeat(8),
        agentSays: attack,
        scores: [
          {
            name: long.slice(0, 200),
            score: 1e6,
            maxPossible: 1e6,
            percentage: 100,
            matched: [{ field: attack.slice(0, 90), answer: attack, signal: long, weight: 1e6 }],
          },
        ],
      },
      scan: { url: `javascript:document.title='owned'`, domain: 'x'.repeat(255), facts, factStatuses: {} },
    })
    for (const [name, options, expectReadable] of readers) {
      const { page, trouble, close } = await open(hostile.shareUrl, options)
      expect(await page.title()).not.toBe('owned')
      expect(await page.locator('script, img, main style').count()).toBe(0)
      await expectReadable(page, `hostile-${name}`)
      expect(trouble).toEqual([])
      await close()
    }
  })
})
