import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { DraftAccess } from '../campaign/agent-kit.ts'
import { skipWithoutChromium } from '../support/chromium.ts'
import {
  desktop,
  expectAccessible,
  expectAccessibleInColours,
  imagesAreShown,
  keepPicture,
  phone,
} from './browser-page.ts'
import { attack, type Studio, startStudio } from './studio-kit.ts'

describe.skipIf(skipWithoutChromium(import.meta.path))('the studio in a browser', () => {
  let studio: Studio
  beforeAll(async () => {
    studio = await startStudio()
  })
  afterAll(() => studio.stop())

  const expectPending = async (draft: DraftAccess) =>
    expect(await studio.agent.draftOf(draft)).toMatchObject({ review: 'pending' })

  test.each([
    ['phone', phone],
    ['desktop', desktop],
  ] as const)('a draft on a %s is accessible in both colours, with its dialog', async (name, options) => {
    const { page, trouble, close } = await studio.open(studio.made.url, options)
    await imagesAreShown(page)
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.locator('.notice.good').waitFor()
    await expectAccessibleInColours(page, `draft-${name}`)
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('dialog', { name: 'Approve?' }).waitFor()
    await expectAccessibleInColours(page, `dialog-${name}`)
    expect(trouble).toEqual([])
    await close()
  })

  test('a reviewer pins a note, revises the copy, compares both and approves the revision, with hostile texts', async () => {
    const first = await studio.run('Headline "Calm".', { formats: ['square', 'landscape'] })
    const { page, trouble, close } = await studio.open(first.url)
    await imagesAreShown(page)
    await page.getByRole('button', { name: 'Add note to the square' }).click()
    const canvas = page.locator('.canvas.placing')
    const { width = 0, height = 0 } = (await canvas.boundingBox()) ?? {}
    await canvas.click({ position: { x: width / 4, y: height / 4 } })
    await page.locator('.pin.pending').focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: 'Add note', exact: true }).click()
    await page.getByText('Write the note.').waitFor()
    await page.getByLabel('Note on this place').fill(attack)
    await page.getByLabel('Your name').fill(attack.slice(0, 80))
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add note', exact: true }).click()
    await page.locator('.canvas .pin:not(.pending)').waitFor()
    const [pin] = (await studio.agent.draftOf(first)).pins
    expect(pin).toMatchObject({ format: 'square', note: attack, by: attack.slice(0, 80) })
    expect(Math.abs(pin.x - 0.26) + Math.abs(pin.y - 0.25)).toBeLessThan(0.01)

    await page.keyboard.press('e')
    await page.getByLabel('Headline').fill(attack)
    await page.getByLabel('Logo').selectOption('bottom-right')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Make revision' }).click()
    await page.getByText('shorten the headline by about').waitFor()
    expect(await page.getByLabel('Headline').inputValue()).toBe(attack)
    await page.getByLabel('Headline').fill('<img src=x onerror=alert()>')
    await page.getByRole('button', { name: 'Make revision' }).click()
    await page.getByText('Draft, revision 2 by').waitFor()
    expect(page.url()).not.toContain('#')
    await imagesAreShown(page)
    expect(await page.locator('figure img').count()).toBe(4)
    await page.getByRole('button', { name: 'Slider' }).click()
    const slider = page.getByRole('slider', { name: /square/ })
    await slider.focus()
    for (let press = 0; press < 10; press += 1) await page.keyboard.press('ArrowRight')
    expect(
      await page
        .locator('.slider')
        .first()
        .evaluate((one) => one.style.cssText),
    ).toBe('--cut: 60%;')
    await expectAccessible(page)
    await keepPicture(page, 'slider')
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Signed as').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Recorded: approved.').first().waitFor()
    await page.goto(first.url)
    await page.getByText('A later revision exists').waitFor()
    await page.getByRole('link', { name: 'Show it' }).click()
    await page.getByText('This decision is final.').waitFor()
    expect(await page.locator('#studio script, img[src="x"]').count()).toBe(0)
    expect(await page.title()).not.toBe('owned')
    expect(trouble).toEqual([])
    await close()
  })

  test('of several variants beside each other, one is chosen to be approved', async () => {
    const parameters = { formats: ['square', 'landscape'], variants: 3 }
    const draft = await studio.run('Headline "Calm".', parameters)
    for (const options of [phone, desktop]) {
      const { page, trouble, close } = await studio.open(draft.url, options)
      await imagesAreShown(page)
      expect(await page.locator('.variant').count()).toBe(3)
      expect(await page.locator('figure img').count()).toBe(6)
      await expectAccessible(page)
      await keepPicture(page, `variants-${options === phone}`)
      if (options === desktop) {
        await page.getByRole('button', { name: 'Add note to the square asset of variant 3' }).click()
        await page.getByLabel('Note on this place').fill('This one')
        await page.getByLabel('Your name').fill('Mira')
        await page.getByRole('button', { name: 'Add note', exact: true }).click()
        await page.locator('.variant:nth-child(3) .canvas .pin:not(.pending)').waitFor()
        await page.keyboard.press('v')
        await page.locator('.notice.good').waitFor()
        await page.getByRole('button', { name: 'Approve' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('button', { name: 'Approve' }).click()
        await page.getByText('Choose one of them.').waitFor()
        await page.getByRole('radio', { name: '3,' }).check()
        await expectAccessible(page)
        await dialog.getByRole('button', { name: 'Approve' }).click()
        await page.getByText('Approved variant 3').waitFor()
        await page.getByText('The decision fits its hash').waitFor()
        const { approvedVariant, pins } = await studio.agent.draftOf(draft)
        expect([approvedVariant, pins[0].variant]).toEqual([3, 3])
      }
      expect(trouble).toEqual([])
      await close()
    }
  })

  test('a file with a changed byte, between the server and the browser, is not verified', async () => {
    const { page, close } = await studio.open(studio.made.url)
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
    await keepPicture(page, 'altered')
    await close()
  })

  test('works by keys alone: formats, a dialog that holds the focus, and no decision without its button', async () => {
    const { page, close } = await studio.open(studio.made.url)
    await imagesAreShown(page)
    await page.keyboard.press('2')
    expect(await page.locator('figure img').count()).toBe(1)
    await page.keyboard.press('ArrowRight')
    expect(await page.locator('figure').getAttribute('data-format')).toBe('landscape')
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog', { name: 'Request changes?' })
    await dialog.waitFor()
    const note = page.getByLabel('What should change')
    await page.keyboard.type('across')
    expect(await note.inputValue()).toBe('across')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await page.locator(':focus').count()).toBeLessThanOrEqual(1)
    const closeKeys = async () => {
      await page.getByRole('dialog', { name: 'Keys' }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await page.keyboard.press('?')
    await closeKeys()
    await page.keyboard.press('c')
    await dialog.waitFor()
    // The field of a closed dialog has the focus until the next frame.
    await note.evaluate((field) => {
      field.closest('dialog')?.close()
      field.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }))
    })
    await closeKeys()
    await expectPending(studio.made)
    await close()
  })

  test('of two reviewers, the second one sees that the first has decided', async () => {
    const { page, trouble, close } = await studio.open(studio.made.url)
    await imagesAreShown(page)
    await page.keyboard.press('r')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await page.getByLabel('Your name').fill('Mira')
    expect((await studio.agent.decide(studio.made, 'approve')).status).toBe(200)
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await page.getByText('Your decision was not recorded: the draft was already approved').first().waitFor()
    expect(await page.locator('.actions').count()).toBe(0)
    await expectAccessible(page)
    await keepPicture(page, 'late')
    expect(trouble).toEqual([])
    await close()
  })

  test('a revision is shown beside the one before, and hostile texts of a draft do nothing', async () => {
    const first = await studio.run(attack, { text: { headline: 'Calm' } })
    await studio.agent.decide(first, 'request_changes', attack)
    const next = await studio.run(attack, { text: { headline: 'Calmer' }, revises: first.draftId })
    for (const options of [desktop, phone]) {
      const { page, trouble, close } = await studio.open(next.url, options)
      await imagesAreShown(page)
      expect(await page.locator('figure img').count()).toBe(2)
      expect(await page.getByText('revision 1').count()).toBeGreaterThan(0)
      expect(await page.locator('#studio script, #studio style, img[src="x"]').count()).toBe(0)
      expect(await page.title()).not.toBe('owned')
      await expectAccessible(page)
      await keepPicture(page, `revision-${options === phone}`)
      expect(trouble).toEqual([])
      await close()
    }
    const old = await studio.open(first.url)
    await old.page.getByText('A later revision exists').waitFor()
    expect(await old.page.locator('.actions').count()).toBe(0)
    await old.close()
  })

  test('a wrong token, a missing one and a failed run are named on the page', async () => {
    const { page, close } = await studio.open(`${studio.made.url}x`)
    await page.getByRole('heading', { name: 'This link does not open a draft' }).waitFor()
    await expectAccessible(page)
    // The wrong token is not kept.
    await page.goto(studio.made.url.replace(/#.*/, ''))
    // On a machine without keys its one caller reads what it owns, and decides nothing.
    await page.getByText('This decision is final.').waitFor()
    const failed = await studio.run('Calm')
    const error = JSON.stringify({ code: 'image_rejected', message: `Cannot use ${attack}` })
    await studio.agent.server.database.db.execute(
      sql`update campaign_drafts set run = 'failed', result = null, error = ${error} where id = ${failed.draftId}`,
    )
    await page.goto(failed.url)
    await page.getByText(`Cannot use ${attack}`).waitFor()
    expect(await page.title()).not.toBe('owned')
    await close()
  })

  test('the list asks for a key where one is needed, keeps it out of the address, and opens drafts to be read', async () => {
    const { url, area } = studio.agent.server
    const { page, trouble, close } = await studio.open(`${url}/studio`, phone)
    await page.getByRole('heading', { name: 'Drafts' }).waitFor()
    await imagesAreShown(page)
    const { drafts } = (await studio.agent.get('/api/drafts')).body
    expect(await page.locator('.draft').count()).toBe(drafts.length)
    await page.getByRole('button', { name: 'Approved' }).click()
    const approved = drafts.filter(({ review }: { review: string }) => review === 'approved')
    expect(await page.locator('.draft').count()).toBe(approved.length)
    await expectAccessible(page)
    await keepPicture(page, 'list')

    const openDraft = async () => {
      await page.locator('.draft', { hasText: 'Made for mornings' }).getByRole('link').click()
      await page.getByText('This decision is final.').waitFor()
    }
    const sendKey = async (key: string) => {
      await page.getByLabel('Key').fill(key)
      await page.getByRole('button', { name: 'Show drafts' }).click()
    }
    await openDraft()
    const { key } = await area.keys.create('demo')
    await page.reload()
    await page.getByRole('heading', { name: 'This address is not complete' }).waitFor()
    await page.goto(`${url}/studio`)
    await sendKey('cairn_wrong')
    await page.getByText('This key is unknown or revoked.').waitFor()
    await expectAccessible(page)
    await sendKey(key)
    await imagesAreShown(page)
    await openDraft()
    expect(await page.locator('.actions').count()).toBe(0)
    expect(page.url()).not.toContain(key)
    expect(trouble).toEqual([])
    await close()
  })

  test('without scripts the page says what it needs, and the log holds no token or key', async () => {
    const { page, close } = await studio.open(studio.made.url, { ...desktop, javaScriptEnabled: false })
    expect(await page.getByRole('heading', { name: 'The studio needs JavaScript' }).isVisible()).toBe(true)
    await close()
    const log = studio.agent.server.logLines()
    expect(log.length).toBeGreaterThan(20)
    expect(log.filter((line) => line.includes(studio.made.token) || line.includes('cairn_'))).toEqual([])
  })
})
