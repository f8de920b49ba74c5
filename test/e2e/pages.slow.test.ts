import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { launchChromium, skipWithoutChromium } from '../support/chromium.ts'
import { type DemoServer, startDemoServer } from '../support/demo-server.ts'
import {
  desktop,
  expectAccessible,
  expectAccessibleInColours,
  keepPicture,
  openPage,
  phone,
} from './browser-page.ts'

/** For a slow and busy machine. */
const timeout = 600_000

describe.skipIf(skipWithoutChromium(import.meta.path))('pages in Chromium', () => {
  let server: DemoServer
  let browser: Browser
  beforeAll(async () => {
    server = await startDemoServer({ environment: { AREAS: 'analysis,campaign,milestone' } })
    browser = await launchChromium()
  }, timeout)
  afterAll(async () => {
    await browser?.close()
    await server?.dispose()
  })
  const open = async (path: string, options?: BrowserContextOptions) => {
    const opened = await openPage(browser, server.url + path, options)
    opened.page.setDefaultTimeout(timeout)
    return opened
  }
  const milestone = async (label: string) => {
    const response = await fetch(`${server.url}/api/explorer/milestones?label=${encodeURIComponent(label)}`)
    const { milestones }: { milestones: { milestoneHash: string }[] } = await response.json()
    return milestones[0]?.milestoneHash
  }

  const paths = [
    '/',
    '/docs',
    '/docs/campaign',
    '/explorer',
    '/explorer/money',
    '/explorer/verifiers',
    '/explorer/names',
    '/explorer/activity',
    '/operations',
    '/scan',
    '/keys',
    '/bot',
    '/nothing-here',
  ]
  for (const [name, options] of Object.entries({ desktop, phone }))
    describe(name, () => {
      /** One for all paths: a new window takes three times as long as another page in it. */
      let visit: Awaited<ReturnType<typeof open>> | undefined
      afterAll(() => visit?.close())
      test.each(paths)(
        '%s is accessible in both colours, fits its window and loads nothing from elsewhere',
        async (path) => {
          visit ??= await open('/bot', options)
          await visit.page.goto(server.url + path)
          await expectAccessibleInColours(visit.page, `page${path.replaceAll('/', '-')}-${name}`)
          expect(visit.trouble.splice(0)).toEqual([])
        },
        timeout,
      )
    })

  test(
    'a sponsor finds a milestone by its name with the keyboard, and its proofs hold in the browser',
    async () => {
      const { page, trouble, close } = await open('/explorer')
      await page.keyboard.press('/')
      await page.keyboard.type('brick kilns')
      await page.keyboard.press('Enter')
      await page.waitForURL(/text=brick/)
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/explorer\/milestones\/0x/)
      await page.getByText(/^(\d+) of \1 proofs hold, computed in this browser$/).waitFor()
      expect(await page.getByText('leads to the root', { exact: true }).count()).toBeGreaterThan(3)
      await expectAccessible(page)
      expect(trouble).toEqual([])
      await close()
    },
    timeout,
  )

  test(
    'a document that does not lead to the root is named',
    async () => {
      const { page, close } = await open('/explorer')
      await page.route('**/api/indexer/0x*', async (route) => {
        const response = await route.fetch()
        const body = await response.json()
        if (body.leaves !== undefined) body.leaves[0].content += 'x'
        await route.fulfill({ response, json: body })
      })
      await page.goto(`${server.url}/explorer/milestones/${await milestone('Disputed')}`)
      await page.getByText('does not lead to the root', { exact: true }).waitFor()
      expect(await page.getByText(/proofs hold, computed/).textContent()).toMatch(/^6 of 7 /)
      await close()
    },
    timeout,
  )

  test(
    'an operator injects a fault and runs a cycle through it, whose steps appear without a reload',
    async () => {
      const { page, trouble, close } = await open('/operations')
      await page.keyboard.press('f')
      await page.locator('#type').selectOption('rpc_429')
      // As long as it may be, so that a busy machine shows it before it ends.
      await page.locator('[name=ttlSeconds]').fill('60')
      await page.getByRole('button', { name: 'Inject and run' }).click()
      await page.locator('#faults').getByText('rpc_429').waitFor()
      await page.locator('#cycle').getByText('Verified in').waitFor()
      await page
        .locator('#cycles')
        .getByText(/^\d+ of \d+$/)
        .waitFor()
      expect(await page.locator('#cycle li').count()).toBeGreaterThan(10)
      await page.getByRole('button', { name: 'Clear all' }).click()
      await page.getByText('None: requests reach the chain undisturbed.').waitFor()
      await expectAccessible(page)
      expect(trouble).toEqual([])
      await close()
    },
    timeout,
  )

  test(
    'an analyst goes from an address to a shared report and a brand kit, by keyboard where it counts',
    async () => {
      const sample = /Sample site\s+(http:\S+)/.exec(server.log())?.[1] ?? ''
      const { page, trouble, close } = await open('/scan')
      await page.keyboard.press('/')
      await page.keyboard.press('Control+a')
      await page.keyboard.type(sample)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Larkfield Cycle Works' }).waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('j')
      await page.keyboard.press('y')
      await page.keyboard.press('j')
      await page.keyboard.press('n')
      await page.keyboard.press('o')
      expect(await page.locator('.judge [aria-pressed="true"]').count()).toBe(2)
      await page.locator('.sources-open mark').first().waitFor()
      await expectAccessible(page)
      await page.locator('.options button').first().click()
      await page.locator('.score').first().waitFor()
      // A fact that is marked wrong takes along what the scan suggests because of it.
      const suggestion = page.getByRole('button', { name: 'Confirm: Stripe' })
      await suggestion.waitFor()
      const uses = page.locator('.scan-fact', { hasText: 'Uses Stripe' })
      await uses.getByRole('button', { name: 'Wrong' }).click()
      await suggestion.waitFor({ state: 'detached' })
      await uses.getByRole('button', { name: 'Wrong' }).click()
      await suggestion.click()
      await page.getByRole('button', { name: 'Remove: Stripe' }).waitFor()
      expect(await suggestion.count()).toBe(0)
      await page.getByRole('button', { name: 'Make a brand kit' }).click()
      await page.getByAltText('The logo of the kit').waitFor()
      await page.getByLabel('I agree that this report is saved').check()
      await page.getByRole('button', { name: 'Save report' }).click()
      await page.getByRole('heading', { name: 'The report is saved' }).waitFor()
      await expectAccessible(page)
      await keepPicture(page, 'scan-result')
      expect(trouble).toEqual([])
      await page.locator('a[href*="/r/"]').click()
      await page.getByRole('heading', { name: 'Larkfield Cycle Works' }).waitFor()
      await close()
    },
    timeout,
  )

  test(
    'while the server does not answer, a live page says so, keeps what it shows, and goes on afterwards',
    async () => {
      const { page, close } = await open('/explorer')
      const rows = await page.locator('tbody tr').count()
      await page.context().setOffline(true)
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
      const notice = page.getByText(/^No answer from the server since \d\d:\d\d:\d\d UTC/)
      await notice.waitFor()
      await page.getByText(/^Trying again/).waitFor()
      expect(await page.locator('tbody tr').count()).toBe(rows)
      await expectAccessible(page)
      await keepPicture(page, 'no-answer')
      const tried = page.waitForEvent('requestfailed')
      const button = page.getByRole('button', { name: 'Try now' })
      await button.click()
      await tried
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Try now')
      // The page tries by itself as soon as the network is there, and the button goes with the notice.
      await page.context().setOffline(false)
      await notice.waitFor({ state: 'detached' })
      await close()
    },
    timeout,
  )

  test(
    'an operator goes from a fault to its recovery by keyboard alone, and turns single keys off',
    async () => {
      const { page, trouble, close } = await open('/')
      await page.keyboard.press('g')
      await page.keyboard.press('o')
      await page.waitForURL(/\/operations$/)
      await page.keyboard.press('f')
      await page.keyboard.type('rpc_429')
      await page.keyboard.press('Tab')
      await page.keyboard.type('60')
      for (let step = 0; step < 4; step += 1) await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.locator('#faults').getByText('rpc_429').waitFor()
      await page.locator('#cycle').getByText('Verified in').waitFor()
      await page.locator('body').click({ position: { x: 1, y: 1 } })
      await page.keyboard.press('?')
      const list = page.getByRole('dialog', { name: 'Keys of this page' })
      await list.getByText('to the fault form').waitFor()
      await expectAccessible(page)
      await list.getByRole('button', { name: 'Turn single keys off' }).click()
      await page.keyboard.press('f')
      expect(await page.evaluate('document.activeElement.id')).not.toBe('type')
      expect(trouble).toEqual([])
      await close()
    },
    timeout,
  )

  test(
    'the home page makes a campaign from its brief',
    async () => {
      const { page, trouble, close } = await open('/')
      await page.getByRole('button', { name: 'Make images' }).click()
      await page.getByRole('link', { name: 'Review it in the studio' }).waitFor()
      expect(await page.locator('.thumbs img').count()).toBe(3)
      expect(trouble).toEqual([])
      await close()
    },
    timeout,
  )
})
