import { expect, test } from 'bun:test'
import { contrastRatio, luminanceOf, type Rgb } from '../../../src/campaign/compose/color.ts'
import {
  contrastOf,
  fillOn,
  groundKinds,
  inksOn,
  isDistinct,
  largeContrastMin,
  textContrastMin,
} from '../../../src/campaign/compose/inks.ts'
import { layouts } from '../../../src/campaign/compose/layouts/layouts.ts'
import { createRandom } from '../../../src/campaign/numeric/math.ts'
import { testSeed } from '../../support/seed.ts'
import { sizeOf } from '../../support/soak.ts'

const seed = testSeed('compose/inks')

function randomPalette({ int, next }: ReturnType<typeof createRandom>): string[] {
  const muddy = next() < 0.3
  const channel = () => (muddy ? int(90, 165) : int(0, 255))
  return Array.from({ length: int(0, 6) }, () => {
    const rgb = [channel(), channel(), channel()]
    return `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`
  })
}

const rowGrounds = Object.values(layouts).flatMap(({ rowOn }) => (rowOn === undefined ? [] : [rowOn]))

test('of any palette, on any ground, every text can be read', () => {
  const random = createRandom(seed, 'palettes')
  const weak: unknown[] = []
  for (let round = 0; round < sizeOf({ short: 60, soak: 3_000 }); round += 1) {
    const palette = randomPalette(random)
    for (const kind of groundKinds) {
      const inks = inksOn(kind, palette)
      const { ground, headline, text, accentText, button, badge, accent, deep, paper } = inks
      const check = (name: string, ink: Rgb, on: Rgb, least: number) => {
        if (contrastOf(ink, on) < least) weak.push({ palette, kind, name, contrast: contrastOf(ink, on) })
      }
      check('headline', headline, ground, largeContrastMin)
      check('text', text, ground, textContrastMin)
      check('accent text', accentText, ground, textContrastMin)
      check('large accent', inks.accentLarge, ground, largeContrastMin)
      check('button', button.text, button.fill, textContrastMin)
      check('badge', badge.text, badge.fill, textContrastMin)
      check('button on its ground', button.fill, ground, 1.5)
      check('badge on its ground', badge.fill, ground, 1.5)
      if (!isDistinct(accent, ground)) weak.push({ palette, kind, name: 'accent on its ground' })
      for (const rowOn of rowGrounds) {
        const on = rowOn(inks)
        const colors = fillOn(on, [ground, accent, paper], [deep, paper])
        check('button on the row', colors.text, colors.fill, textContrastMin)
      }
    }
  }
  expect(weak).toEqual([])
})

test('colours of the brand are taken as they are where they can be read', () => {
  const { ground, headline, accent } = inksOn('paper', ['#1d3557', '#fff8ec', '#c8553d'])
  expect([ground, headline, accent]).toEqual([
    [255, 248, 236],
    [29, 53, 87],
    [200, 85, 61],
  ])
})

test('a ground follows the tones of a logo as far as its hue carries them', () => {
  const [green, gold] = [0.153, 0.55]
  const palette = ['#12372a', '#f4b860', '#fffaf0']
  const weakest = (ground: Rgb, tones: number[]) =>
    Math.min(...tones.map((tone) => contrastRatio(tone, luminanceOf(ground))))
  expect(weakest(inksOn('deep', palette).ground, [green, gold])).toBeLessThan(largeContrastMin)
  const { ground } = inksOn('deep', palette, [green, gold])
  expect(weakest(ground, [green, gold])).toBeGreaterThanOrEqual(largeContrastMin)
  expect(isDistinct(ground, inksOn('deep', palette).ground)).toBe(false)
  expect(inksOn('paper', palette, [green, gold]).ground).toEqual(inksOn('paper', palette).ground)
})

test('patterns have two inks at least', () => {
  for (const palette of [[], ['#777777'], ['#000000'], ['#ffffff', '#fefefe']])
    for (const kind of groundKinds) expect(inksOn(kind, palette).pattern.length).toBeGreaterThanOrEqual(2)
})
