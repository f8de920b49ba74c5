import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import type { AxeResults } from 'axe-core'
import { sql } from 'drizzle-orm'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { type CampaignServer, startCampaignServer } from '../support/campaign-server.ts'
import { launchChromium, skipWithoutChromium } from '../support/chromium.ts'
import { isSoak, testOnce } from '../support/soak.ts'
import { waitFor } from '../support/wait.ts'

const axe = readFileSync(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir), 'utf8')
const pictures = process.env['SCREENSHOTS']
const attack = `"'><script>document.title='owned'</script><img src=x onerror="document.title='owned'">`
const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 900 } }
const phone: BrowserContextOptions = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }

interface Run {
  draftId: string
  url: string
  token: string
}

describe.skipIf(skipWithoutChromium(import.meta.path))('the studio in a browser', () => {
  let server: CampaignServer
  let site: Bun.Server<undefined>
  let browser: Browser
  let made: Run
  beforeAll(async () => {
    const picture = await sharp({ create: { width: 640, height: 640, channels: 3, background: '#4f7f8f' } })
      .jpeg()
      .toBuffer()
    site = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response(new Uint8Array(picture)) })
    server = await startCampaignServer({ localOrigins: [`http://127.0.0.1:${site.port}`] })
    browser = await launchChromium()
    made = await run('Headline "Made for mornings". Square, landscape and portrait.')
  })
  afterAll(async () => {
    await browser.close()
    await server.stop()
    await site.stop(true)
  })

  /** A run over a picture, which costs less than a scene. */
  const run = async (
    command: string,
    parameters: object = { formats: ['square', 'landscape', 'portrait'] },
  ) => {
    const response = await server.post('/api/agent', {
      command,
      parameters: {
        brandKitId: 'demo-launch',
        baseImageUrl: `http://127.0.0.1:${site.port}/`,
        ...parameters,
      },
    })
    const { draftId, studioReviewUrl } = await response.json()
    return { draftId, url: studioReviewUrl, token: String(studioReviewUrl).split('#')[1] ?? '' }
  }

  const decide = async ({ draftId, token }: Run, decision: string, note?: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const { draft } = await (await fetch(`${server.url}/api/drafts/${draftId}`, { headers })).json()
    const body = { decision, note, assetHash: draft.assetHash }
    return await server.post(`/api/drafts/${draftId}/decision`, body, headers)
  }

  /** A page, and what it asked of other hosts or complained about. */
  const open = async (url: string, options: BrowserContextOptions = desktop) => {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    const trouble: string[] = []
    page.on('request', (request) => {
      if (!/^(data:|blob:)/.test(request.url()) && !request.url().startsWith(server.url))
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

  const seriousFindings = async (page: Page): Promise<string[]> => {
    // Evaluated by the debugger, past the page's policy.
    await page.evaluate(axe)
    const results: AxeResults = await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    expect(results.passes.length).toBeGreaterThan(5)
    return results.violations
      .filter(({ impact }) => impact !== 'minor')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }

  const imagesAreShown = (page: Page) =>
    waitFor('all images are shown', async () => {
      const areShown = await page
        .locator('img')
        .evaluateAll((images) => images.map((image) => 'naturalWidth' in image && image.naturalWidth !== 0))
      return areShown.length > 0 && !areShown.includes(false)
    })

  // In the test command the other tests audit the page on a desktop, in light.
  const readers: [string, ('light' | 'dark')[], BrowserContextOptions][] = [
    ['phone', isSoak ? ['light', 'dark'] : ['dark'], phone],
    ['desktop', ['light', 'dark'], desktop],
  ]
  test.each(isSoak ? readers : readers.slice(0, 1))(
    'shows a draft on a %s in %j so that nobody is shut out',
    async (name, schemes, options) => {
      const { page, trouble, close } = await open(made.url, options)
      await page.getByRole('heading', { name: 'Made for mornings' }).waitFor()
      await imagesAreShown(page)
      expect(await page.locator('figure img').count()).toBe(3)
      await page.getByRole('button', { name: 'Safe area' }).click()
      await page.getByRole('button', { name: 'Clear space' }).click()
      expect(await page.locator('svg.guides .safe').count()).toBe(3)
      expect(await page.locator('svg.guides .clear').count()).toBe(3)
      expect(await page.getByText('Logo inside').count()).toBe(3)
      await page.getByRole('button', { name: 'Verify' }).click()
      await page.locator('.notice.good').waitFor()
      expect(
        await page.locator('.checks li').evaluateAll((lines) => lines.map((line) => line.dataset['state'])),
      ).toEqual(Array.from({ length: 7 }, () => 'passed'))
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme })
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
        expect(await seriousFindings(page)).toEqual([])
        if (pictures !== undefined)
          await page.screenshot({ path: `${pictures}/draft-${name}-${colorScheme}.png`, fullPage: true })
      }
      await page.getByRole('button', { name: 'Approve' }).click()
      expect(await page.getByRole('dialog', { name: 'Approve?' }).isVisible()).toBe(true)
      expect(await seriousFindings(page)).toEqual([])
      if (pictures !== undefined) await page.screenshot({ path: `${pictures}/dialog-${name}.png` })
      expect(trouble).toEqual([])
      await close()
    },
  )

  testOnce('a file with a changed byte, between the server and the browser, is not verified', async () => {
    const { page, close } = await open(made.url)
    await imagesAreShown(page)
    await page.route('**/assets/*.png', async (route) => {
      const response = await route.fetch()
      const body = await response.body()
      body[body.length - 20] = (body[body.length - 20] ?? 0) ^ 1
      await route.fulfill({ response, body })
    })
    await page.keyboard.press('v')
    await page.getByText('Not verified.').first().waitFor()
    expect(await page.locator('.checks [data-state="failed"]').count()).toBe(3)
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/altered.png`, fullPage: true })
    await close()
  })

  testOnce(
    'works by keys alone: formats, a dialog that holds the focus, and no decision without its button',
    async () => {
      const { page, close } = await open(made.url)
      await imagesAreShown(page)
      await page.keyboard.press('2')
      expect(await page.locator('figure img').count()).toBe(1)
      await page.keyboard.press('ArrowRight')
      expect(await page.locator('figure').getAttribute('data-format')).toBe('landscape')
      await page.keyboard.press('c')
      const dialog = page.getByRole('dialog', { name: 'Request changes?' })
      await dialog.waitFor()
      await page.keyboard.type('across')
      expect(await page.getByLabel('What should change').inputValue()).toBe('across')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      expect(await page.locator(':focus').count()).toBeLessThanOrEqual(1)
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keys' }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.keyboard.press('c')
      await dialog.waitFor()
      // The field of a closed dialog has the focus until the next frame.
      await page.getByLabel('What should change').evaluate((field) => {
        field.closest('dialog')?.close()
        field.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }))
      })
      await page.getByRole('dialog', { name: 'Keys' }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      expect(await (await fetchDraft(made)).json()).toMatchObject({ draft: { review: 'pending' } })
      await close()
    },
  )

  const fetchDraft = ({ draftId, token }: Run) =>
    fetch(`${server.url}/api/drafts/${draftId}`, { headers: { authorization: `Bearer ${token}` } })

  testOnce('one approval: the next reviewer, a reload and another call are told of it', async () => {
    const first = await open(made.url)
    const second = await open(made.url)
    await imagesAreShown(first.page)
    await imagesAreShown(second.page)
    await second.page.keyboard.press('r')
    await second.page.getByRole('dialog').waitFor()

    await first.page.getByRole('button', { name: 'Approve' }).click()
    await first.page.getByLabel('Note').fill(`${attack} Lovely`)
    await first.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await first.page.getByText('Recorded: approved.').first().waitFor()
    expect(await first.page.locator('.actions').count()).toBe(0)
    await first.page.reload()
    await first.page.getByText('This decision is final.').waitFor()
    await first.page.getByText('The decision fits its hash').waitFor()
    expect(await first.page.locator('.actions').count()).toBe(0)
    expect(await first.page.locator('.note').textContent()).toContain(attack)
    expect(await first.page.title()).toContain('Cairn studio')

    await second.page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
    await second.page
      .getByText('Your decision was not recorded: the draft was already approved')
      .first()
      .waitFor()
    expect(await second.page.locator('.actions').count()).toBe(0)
    expect(await seriousFindings(second.page)).toEqual([])
    if (pictures !== undefined) await second.page.screenshot({ path: `${pictures}/late.png`, fullPage: true })

    const again = await decide(made, 'reject')
    expect([again.status, (await again.json()).error]).toEqual([409, 'already_decided'])
    expect([...first.trouble, ...second.trouble]).toEqual([])
    await first.close()
    await second.close()
  })

  test('a revision is shown beside the one before, and hostile texts of a draft do nothing', async () => {
    const first = await run(`${attack} "Calm"`, { formats: ['square'] })
    await decide(first, 'request_changes', attack)
    const next = await run(`${attack} "Calmer"`, { formats: ['square'], revises: first.draftId })
    for (const options of isSoak ? [desktop, phone] : [phone]) {
      const { page, trouble, close } = await open(next.url, options)
      await imagesAreShown(page)
      expect(await page.locator('figure img').count()).toBe(2)
      expect(await page.getByText('revision 1').count()).toBeGreaterThan(0)
      expect(await page.locator('#studio script, #studio style, img[src="x"]').count()).toBe(0)
      expect(await page.title()).not.toBe('owned')
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      expect(await seriousFindings(page)).toEqual([])
      if (pictures !== undefined)
        await page.screenshot({ path: `${pictures}/revision-${options === phone}.png`, fullPage: true })
      expect(trouble).toEqual([])
      await close()
    }
    const old = await open(first.url)
    await old.page.getByText('A later revision exists').waitFor()
    expect(await old.page.locator('.actions').count()).toBe(0)
    await old.close()
  })

  testOnce('a wrong token, a missing one and a failed run are said clearly', async () => {
    const { page, close } = await open(`${made.url}x`)
    await page.getByRole('heading', { name: 'This link does not open a draft' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.goto(made.url.replace(/#.*/, ''))
    // On a machine without keys its one caller reads what it owns, and decides nothing.
    await page.getByText('This decision is final.').waitFor()
    const failed = await run('Calm', { formats: ['square'] })
    const error = JSON.stringify({ code: 'image_rejected', message: `Cannot use ${attack}` })
    await server.database.db.execute(
      sql`update campaign_drafts set run = 'failed', result = null, error = ${error} where id = ${failed.draftId}`,
    )
    await page.goto(failed.url)
    await page.getByText(`Cannot use ${attack}`).waitFor()
    expect(await page.title()).not.toBe('owned')
    await close()
  })

  testOnce(
    'the list asks for a key where one is needed, keeps it out of the address, and opens drafts to be read',
    async () => {
      const { page, trouble, close } = await open(`${server.url}/studio`, phone)
      await page.getByRole('heading', { name: 'Drafts' }).waitFor()
      await imagesAreShown(page)
      expect(await page.locator('.draft').count()).toBe(4)
      await page.getByRole('button', { name: 'Approved' }).click()
      expect(await page.locator('.draft').count()).toBe(1)
      expect(await seriousFindings(page)).toEqual([])
      if (pictures !== undefined) await page.screenshot({ path: `${pictures}/list.png`, fullPage: true })

      await page.locator('.draft', { hasText: 'Made for mornings' }).getByRole('link').click()
      await page.getByText('This decision is final.').waitFor()
      const { key } = await server.area.keys.create('demo')
      await page.reload()
      await page.getByRole('heading', { name: 'This address is not complete' }).waitFor()
      await page.goto(`${server.url}/studio`)
      await page.getByLabel('Key').fill('cairn_wrong')
      await page.getByRole('button', { name: 'Show drafts' }).click()
      await page.getByText('This key is unknown or revoked.').waitFor()
      expect(await seriousFindings(page)).toEqual([])
      await page.getByLabel('Key').fill(key)
      await page.getByRole('button', { name: 'Show drafts' }).click()
      await imagesAreShown(page)
      await page.locator('.draft', { hasText: 'Made for mornings' }).getByRole('link').click()
      await page.getByText('This decision is final.').waitFor()
      expect(await page.locator('.actions').count()).toBe(0)
      expect(page.url()).not.toContain(key)
      expect(trouble).toEqual([])
      await close()
    },
  )

  testOnce('without scripts it says what it needs, and nothing that was sent is in the log', async () => {
    const { page, close } = await open(made.url, { ...desktop, javaScriptEnabled: false })
    expect(await page.getByRole('heading', { name: 'The studio needs JavaScript' }).isVisible()).toBe(true)
    await close()
    const log = server.logLines()
    expect(log.length).toBeGreaterThan(20)
    expect(log.filter((line) => line.includes(made.token) || line.includes('cairn_'))).toEqual([])
  })
})
