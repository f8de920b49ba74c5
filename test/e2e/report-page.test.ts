import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { SavedReport, SaveReportRequest } from '../../src/analysis/reports/schema.ts'
import { type ReportServer, startReportServer } from '../analysis/reports/report-server.ts'
import { sampleFacts, sampleRequest } from '../analysis/reports/sample-report.ts'
import { launchChromium, skipWithoutChromium } from '../support/chromium.ts'
import { openTestPglite } from '../support/databases.ts'
import { isSoak } from '../support/soak.ts'

const axe = readFileSync(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir), 'utf8')
const pictures = process.env['SCREENSHOTS']

type ColorScheme = 'light' | 'dark'

/** Every width that people read with, and the schemes to audit there: all pairs of width and scheme in the soak. */
const readers: readonly [string, readonly ColorScheme[], BrowserContextOptions][] = [
  ['desktop', isSoak ? ['light', 'dark'] : ['light'], { viewport: { width: 1280, height: 900 } }],
  [
    'phone',
    isSoak ? ['light', 'dark'] : ['dark'],
    { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  ],
  ['narrow', ['light'], { viewport: { width: 320, height: 640 } }],
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

  /** A page, and what it asked of other hosts or complained about. */
  const open = async (options: BrowserContextOptions) => {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    const trouble: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url) && !request.url().startsWith('data:'))
        trouble.push(request.url())
    })
    page.on('dialog', (dialog) => trouble.push(`dialog ${dialog.message()}`))
    page.on('pageerror', (error) => trouble.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('404')) trouble.push(message.text())
    })
    return { page, trouble, close: () => context.close() }
  }

  const seriousFindings = async (page: Page): Promise<string[]> => {
    // Evaluated by the debugger, past the page's policy, which lets no script in.
    const results: AxeResults = await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    expect(results.passes.length).toBeGreaterThan(5)
    return results.violations
      .filter(({ impact }) => impact !== 'minor')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }

  test.each(isSoak ? readers : readers.slice(0, 2))(
    'reads well at the width of %s in %j: nothing sticks out, loads from elsewhere, or shuts anybody out',
    async (name, schemes, options) => {
      const { page, trouble, close } = await open(options)
      for (const [what, path] of [
        ['report', `/r/${saved.id}`],
        ['manual', `/r/${manual.id}`],
        ['missing', '/r/none'],
        ['product', '/products/receivables'],
        ['delete', `/r/${saved.id}/delete?token=x`],
      ] as const) {
        await page.emulateMedia({ colorScheme: schemes[0] ?? 'light' })
        await page.goto(server.url + path)
        if (what === 'report') await page.locator('summary').click()
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
        await page.evaluate(axe)
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme })
          expect(await seriousFindings(page)).toEqual([])
          if (pictures !== undefined)
            await page.screenshot({ path: `${pictures}/${what}-${name}-${colorScheme}.png`, fullPage: true })
        }
      }
      expect(trouble).toEqual([])
      await close()
    },
  )

  test('without scripts, somebody who has the token deletes it by hand', async () => {
    const deleted = await save()
    const { page, trouble, close } = await open({ javaScriptEnabled: false })
    await page.goto(deleted.shareUrl)
    expect(await page.locator('h1').textContent()).toBe('Harbor & Loom')
    await page.locator('summary').click()
    await page.getByLabel('Deletion token').fill(deleted.deletionToken)
    await page.getByRole('button', { name: 'Delete this report' }).click()
    await page.getByRole('heading', { name: 'The report is deleted' }).waitFor()
    expect((await page.goto(deleted.shareUrl))?.status()).toBe(404)
    expect(trouble).toEqual([])
    await close()
  })

  test('prints to a few pages that leave out what paper cannot do, in light colours', async () => {
    const { page, close } = await open({ colorScheme: 'dark' })
    await page.goto(saved.shareUrl)
    const pdf = await page.pdf({
      format: 'A4',
      ...(pictures === undefined ? {} : { path: `${pictures}/report.pdf` }),
    })
    const pageCount = pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
    expect(pageCount).toBeGreaterThanOrEqual(2)
    expect(pageCount).toBeLessThanOrEqual(5)

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    expect(await page.locator('form').isVisible()).toBe(false)
    expect(await page.getByText(saved.shareUrl).isVisible()).toBe(true)
    expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(30, 36, 40)')
    await close()
  })

  test('hostile values of every length do nothing, and stay in their place', async () => {
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
    for (const [name, , options] of readers.slice(isSoak ? 1 : 2)) {
      const { page, trouble, close } = await open(options)
      await page.goto(hostile.shareUrl)
      expect(await page.title()).not.toBe('owned')
      expect(await page.locator('script, img, main style').count()).toBe(0)
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      if (pictures !== undefined)
        await page.screenshot({ path: `${pictures}/hostile-${name}.png`, fullPage: true })
      expect(trouble).toEqual([])
      await close()
    }
  })
})
