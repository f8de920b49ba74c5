import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { chooseFaces } from '../../../../src/campaign/compose/copy/choose-faces.ts'
import { cleanContent } from '../../../../src/campaign/compose/copy/clean-content.ts'
import { directionOf, itemise } from '../../../../src/campaign/compose/copy/itemise.ts'
import { type Cut, type Fonts, loadFonts } from '../../../../src/campaign/compose/copy/load-fonts.ts'
import { shapeLine } from '../../../../src/campaign/compose/copy/shape-line.ts'
import { launchChromium, skipWithoutChromium } from '../../../support/chromium.ts'
import { type BrowserText, chromiumLayout } from './chromium-layout.ts'
import naughty from './naughty.json'
import samples from './samples.json'

const sizePx = 64
const texts = [...samples, ...naughty].flatMap(({ text }) => cleanContent(text))
const lines = [
  ...texts.map((text) => ({ text, cut: 'sans-800' as const })),
  ...samples.map(({ text }) => ({ text, cut: 'sans-400' as const })),
  ...samples.map(({ text }) => ({ text, cut: 'serif-700' as const })),
]

describe.skipIf(skipWithoutChromium(import.meta.path))('beside a browser with the same fonts', () => {
  let fonts: Fonts
  let browser: Browser

  beforeAll(async () => {
    fonts = await loadFonts()
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser.close()
  })

  test('every cluster stands where Chromium puts it, and every line is as wide, within half a pixel at 64', async () => {
    const ours: { browserText: BrowserText; lefts: number[] }[] = []
    for (const line of lines) ours.push(await layOut(fonts, line.text, line.cut))
    const theirs = await chromiumLayout(
      browser,
      ours.map(({ browserText }) => browserText),
      sizePx,
    )

    const different = ours.flatMap(({ browserText, lefts }, index) => {
      const there = theirs[index] ?? []
      const differences = lefts.map((left, place) => Math.abs(left - (there[place] ?? Number.NaN)))
      return differences.every((difference) => difference <= 0.5) ? [] : [{ ...browserText, lefts, there }]
    })
    expect(different).toEqual([])
    expect(theirs).toHaveLength(lines.length)
  })
})

async function layOut(fonts: Fonts, text: string, cut: Cut) {
  const faces = await chooseFaces(fonts, { cut, use: 'body' }, [text])
  const direction = directionOf(text) ?? 'ltr'
  const items = itemise(text, direction, faces)
  const { glyphs, advanceEm } = shapeLine(fonts, text, items)
  const leftOf = new Map<number, number>()
  let pen = 0
  for (const { cluster, advance } of glyphs) {
    if (!leftOf.has(cluster)) leftOf.set(cluster, pen * sizePx)
    pen += advance
  }
  const clusters = [...leftOf.keys()].sort((a, b) => a - b)
  const used = [...new Set([faces.primary, ...items.map(({ face }) => face)])].map(({ role }) => role)
  // A browser that meets the colours first would draw symbols in them too.
  const roles = used.sort((a, b) => Number(a === 'emoji') - Number(b === 'emoji'))
  const browserText: BrowserText = { text, cut, direction, roles, clusters }
  return { browserText, lefts: [...clusters.map((cluster) => leftOf.get(cluster) ?? 0), advanceEm * sizePx] }
}
