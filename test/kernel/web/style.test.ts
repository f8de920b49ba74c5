import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contrastRatio, luminanceOf, parseHex } from '../../../src/campaign/compose/color.ts'
import { style } from '../../../src/kernel/web/style.ts'

const root = join(import.meta.dir, '../../..')
const [light = '', dark = ''] = style.split('@media screen and (prefers-color-scheme: dark)')
const colorsOf = (text: string) =>
  new Map(
    [...text.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name = '', color = '']) => [name, color]),
  )

const surfaces = ['paper', 'card', 'track', 'accent-soft', 'good-soft', 'warn-soft', 'bad-soft', 'info-soft']
const texts = ['ink', 'soft', 'accent', 'accent-strong', 'good', 'warn', 'bad', 'info']
const pairs: readonly (readonly [string, string])[] = [
  ...surfaces.flatMap((surface) => texts.map((text) => [text, surface] as const)),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['on-bad', 'bad'],
  ['on-bad', 'bad-strong'],
]

describe.each([
  ['light', colorsOf(light)],
  ['dark', colorsOf(dark)],
] as const)('in the %s scheme', (_, colors) => {
  const luminance = (name: string) => luminanceOf(parseHex(colors.get(name) ?? 'none'))

  test('every colour of text has a contrast of at least 4.5 with every background (WCAG 2 AA)', () => {
    const tooLow = pairs
      .map(([text, surface]) => ({
        text,
        surface,
        ratio: contrastRatio(luminance(text), luminance(surface)),
      }))
      .filter(({ ratio }) => ratio < 4.5)
    expect(tooLow).toEqual([])
  })

  test('edges of fields and areas of charts have a contrast of at least 3 with what they lie on (WCAG 2 AA)', () => {
    for (const surface of ['paper', 'card'])
      for (const drawn of ['edge', 'locked', 'released', 'refundable', 'refunded'])
        expect(contrastRatio(luminance(drawn), luminance(surface))).toBeGreaterThanOrEqual(3)
  })

  test('every colour is one of a text or of a background, or is drawn', () => {
    expect([...colors.keys()].filter((name) => !pairs.flat().includes(name))).toEqual([
      'line',
      'edge',
      'rule',
      'locked',
      'released',
      'refundable',
      'refunded',
    ])
  })
})

test('style sheets refer to tokens that exist', () => {
  const defined = new Set([...style.matchAll(/(--[a-z0-9-]+):/g)].map(([, name]) => name))
  const sheets = [...new Bun.Glob('src/**/*.css').scanSync(root)]
  expect(sheets.length).toBeGreaterThan(5)
  for (const sheet of sheets) {
    const text = readFileSync(join(root, sheet), 'utf8')
    const own = new Set([...text.matchAll(/(--[a-z0-9-]+):/g)].map(([, name]) => name))
    const used = [...text.matchAll(/var\((--[a-z0-9-]+)/g)].map(([, name]) => name)
    expect([sheet, used.filter((name) => !defined.has(name) && !own.has(name))]).toEqual([sheet, []])
  }
})
