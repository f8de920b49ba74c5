import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { skipWithoutChromium } from '../support/chromium.ts'
import { expectAccessible, imagesAreShown, keepPicture, phone } from './browser-page.ts'
import { attack, type Studio, startStudio } from './studio-kit.ts'

describe.skipIf(skipWithoutChromium(import.meta.path))('the studio in a browser', () => {
  let studio: Studio
  beforeAll(async () => {
    studio = await startStudio()
  })
  afterAll(() => studio.stop())

  test('a reviewer on a phone sees a draft, verifies its receipt and approves it', async () => {
    const { page, trouble, close } = await studio.open(studio.made.url, { ...phone, colorScheme: 'dark' })
    await page.getByRole('heading', { name: 'Made for mornings' }).waitFor()
    await imagesAreShown(page)
    expect(await page.locator('figure img').count()).toBe(3)
    expect(page.url()).not.toContain('#')
    await page.getByRole('button', { name: 'Safe zones' }).click()
    await page.getByRole('button', { name: 'Type and logo' }).click()
    expect(await page.locator('svg.guides .safe').count()).toBe(3)
    expect(await page.locator('svg.guides .clear').count()).toBe(3)
    expect(await page.locator('svg.guides .type').count()).toBe(3)
    expect(await page.getByText('Type and logo inside').count()).toBe(3)
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.locator('.notice.good').waitFor()
    const checks = page.locator('.checks li')
    expect(await checks.evaluateAll((lines) => lines.map((line) => line.dataset['state']))).toEqual(
      Array.from({ length: 7 }, () => 'passed'),
    )
    await expectAccessible(page)
    await keepPicture(page, 'draft')
    for (const [button, file] of [
      ['Download all (ZIP)', /^d_[^.]+\.zip$/],
      ['Download a JPEG file, square', /^d_.+-square\.jpg$/],
    ] as const) {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: button }).click()
      expect((await download).suggestedFilename()).toMatch(file)
      await page.getByRole('button', { name: 'Download all (ZIP)' }).waitFor()
    }

    await page.getByRole('button', { name: 'Approve' }).click()
    const dialog = page.getByRole('dialog', { name: 'Approve?' })
    await dialog.waitFor()
    await expectAccessible(page)
    await keepPicture(page, 'dialog', false)
    await page.getByLabel('Note').fill(`${attack} Lovely`)
    await page.getByLabel('Your name').fill(attack)
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Recorded: approved.').first().waitFor()
    await page.reload()
    await page.getByText('This decision is final.').waitFor()
    await page.getByText('The decision fits its hash').waitFor()
    expect(await page.locator('.actions').count()).toBe(0)
    expect(await page.locator('.note').textContent()).toContain(attack)
    expect(await page.locator('.timeline bdi').textContent()).toBe(attack.slice(0, 80))
    expect(await page.title()).toContain('Cairn studio')
    expect(trouble).toEqual([])
    await close()
  })
})
