import { expect, test } from 'bun:test'
import looks from '../../../scripts/bench/looks.json'
import { inksOf } from '../../../src/campaign/compose/arrange-copy.ts'
import type { Rgb } from '../../../src/campaign/compose/color.ts'
import { defaultCopy } from '../../../src/campaign/compose/controls.ts'
import { formatIds } from '../../../src/campaign/compose/formats.ts'
import { gridOf } from '../../../src/campaign/compose/grid.ts'
import { contrastOf, cssOf, groundKinds } from '../../../src/campaign/compose/inks.ts'
import { layouts } from '../../../src/campaign/compose/layouts/layouts.ts'
import { findPictograms } from '../../../src/campaign/compose/pictograms/find-pictograms.ts'
import {
  chooseTones,
  drawnContrastMin,
  drawnShareMin,
  drawPictogram,
  fieldOf,
  type Pictogram,
  pictogramsOf,
  tonesOn,
} from '../../../src/campaign/compose/pictograms/pictogram.ts'
import table from '../../../src/campaign/compose/pictograms/pictograms.json'
import signs from '../../../src/campaign/compose/pictograms/signs.json'
import { segmentWords } from '../../../src/campaign/compose/segment-words.ts'
import { withoutNegated } from '../../../src/campaign/scene/procedural/read-brief.ts'
import { briefs, cases } from './pictogram-briefs.json'

const drawings = Object.keys(table).flatMap((emoji) =>
  pictogramsOf([emoji]).map((drawing) => [emoji, drawing] as const),
)
const palette = ['#12355b', '#f2a541', '#e8eef2']

test.each(cases)('$title', ({ brief, parts, emoji }) => {
  expect(findPictograms(brief, parts)).toEqual(emoji)
})

test.each(briefs)('%s', (brief = '', emoji = '') => {
  expect(findPictograms(brief, {}).at(0)).toBe(emoji)
})

test('cheerful drawings are left out of a sober campaign', () => {
  const brief = 'Balloons for the playground'
  expect(findPictograms(brief, {})).toContain('🎈')
  expect(findPictograms(brief, {}, true)).toEqual(['🛝'])
})

test('a sober campaign has no threatening drawing that its brief does not name', () => {
  const parts = { headline: 'Flood? We are there' }
  expect(findPictograms('Reassuring poster', parts)).toEqual(['🌊'])
  expect(findPictograms('Reassuring poster', parts, true)).toEqual([])
  expect(findPictograms('Flood protection week', parts, true)).toEqual(['🌊'])
})

test('what a brief excludes has no pictogram', () => {
  const brief = 'No dogs please, poster of our bakery.'
  expect(findPictograms(brief, {})).toEqual(['🐕'])
  expect(findPictograms(withoutNegated(brief), {})).toEqual(['🍞'])
})

test('every emoji has a drawing, but those that would not be shown, and every term is found in a text', () => {
  const emoji = Object.keys(table)
  expect(emoji.filter((each) => pictogramsOf([each]).length === 0).toSorted()).toEqual(
    signs.undrawn.toSorted(),
  )
  const terms = Object.values(table).flat()
  expect(new Set(terms).size).toBe(terms.length)
  const wordsOf = (term: string) => segmentWords(term.toLowerCase().replace(/^\*|\*$/, ''))
  expect(terms.filter((term) => wordsOf(term).join(' ') !== term.replace(/^\*|\*$/, ''))).toEqual([])
  expect(terms.filter((term) => wordsOf(term).length > (term.includes('*') ? 1 : 3))).toEqual([])
})

test('layouts draw the pictogram of a campaign', () => {
  const [bread] = pictogramsOf(['🍞'])
  if (bread === undefined) throw new Error('No drawing')
  const inks = inksOf({ palette, copy: defaultCopy }, 'paper')
  for (const format of formatIds)
    for (const hasBadge of [true, false]) {
      const grid = gridOf(format)
      const shown = {
        pictograms: [bread],
        isSober: false,
        hasBadge,
        copy: undefined,
        field: layouts.pictogram.frames[format].field,
      }
      const large = layouts.pictogram.shapes?.(grid, inks, 1, shown) ?? ''
      expect(large).toContain(shapeOf(bread))
      const { field } = layouts.tiles.frames[format]
      const tiles = layouts.tiles.shapes?.(grid, inks, 1, { ...shown, field }) ?? ''
      expect(tiles).toContain(shapeOf(bread))
    }
})

test('shapes of a sober campaign have arcs in two tones', () => {
  const [bread] = pictogramsOf(['🍞'])
  if (bread === undefined) throw new Error('No drawing')
  const inks = inksOf({ palette, copy: defaultCopy }, 'paper')
  const grid = gridOf('square')
  const shown = {
    pictograms: [bread],
    isSober: true,
    hasBadge: false,
    copy: undefined,
    field: layouts.pictogram.frames.square.field,
  }
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    expect(layouts.pictogram.shapes?.(grid, inks, seed, shown)).toContain('<circle')
    const tiles = layouts.tiles.shapes?.(grid, inks, seed, { ...shown, pictograms: [] }) ?? ''
    expect(tiles).not.toMatch(/d="M0 0L\d/)
    expect(new Set(tiles.match(/fill="[^"]+"/g)).size).toBe(2)
  }
})

test('food, plants and animals keep their colours, on a field on which they are seen; things, blue animals and containers have those of the brand', () => {
  const [coffee, croissant, sofa] = pictogramsOf(['☕', '🥐', '🛋'])
  if (coffee === undefined || croissant === undefined || sofa === undefined) throw new Error('No drawing')
  const inks = inksOf({ palette, copy: defaultCopy }, 'paper')
  const ownColors = ({ colors }: Pictogram) => colors.filter(({ length }) => length > 3).length
  expect([ownColors(coffee) > 0, ownColors(croissant), ownColors(sofa)]).toEqual([true, 3, 0])
  expect(pictogramsOf(['🐟', '🥫']).map(ownColors)).toEqual([0, 0])
  const tones = tonesOn(inks.deep, inks)
  expect(chooseTones(sofa, tones, inks.deep).every((color) => tones.includes(color))).toBe(true)
  // The same on any field on which it is seen.
  expect(chooseTones(croissant, tones, inks.deep)).toEqual(chooseTones(croissant, tones, [0, 0, 0]))
  const tan: Rgb = [219, 146, 76]
  const field = fieldOf(croissant, tan, inks, [tan])
  expect(field).not.toEqual(tan)
  expect(fieldOf(sofa, tan, inks)).toEqual(tan)
})

/** The path of its first shape. */
function shapeOf({ body }: Pictogram): string {
  return / d="[^"]+"/.exec(body)?.[0] ?? 'a drawing without a path'
}

test.each(groundKinds)(
  'on %s, drawings have colours of the brand, or of nature, and stand out from their field',
  (kind) => {
    const sunk: string[] = []
    const plain: string[] = []
    for (const { palette } of Object.values(looks.kits)) {
      const inks = inksOf({ palette, copy: defaultCopy }, kind)
      const fields = new Map(
        [inks.accent, inks.deep, inks.paper, ...inks.pattern].map((field) => [cssOf(field), field]),
      )
      for (const [name, field] of fields) {
        const tones = tonesOn(field, inks)
        for (const [emoji, drawing] of drawings) {
          const svg = drawPictogram(drawing, { x: 0, y: 0, size: 100 }, field, inks)
          const colors = drawing.body.match(/fill="\d+"/g)?.map((fill) => Number(/\d+/.exec(fill)?.[0])) ?? []
          const used = [...svg.matchAll(/fill="(rgb[^"]+|#[^"]+)"/g)].map(([, color = '']) => color)
          const seen = new Set<number>()
          for (const [at, color] of colors.entries()) {
            const isKept = (drawing.colors[color]?.length ?? 0) > 3
            if (!isKept) expect(tones.map(cssOf)).toContain(used[at] ?? '')
            const rgb = (used[at]?.match(/\d+/g) ?? []).map(Number)
            if (contrastOf([rgb[0] ?? 0, rgb[1] ?? 0, rgb[2] ?? 0], field) >= drawnContrastMin)
              seen.add(color)
          }
          const share = [...seen].reduce((sum, color) => sum + (drawing.shares[color] ?? 0), 0)
          if (share < drawnShareMin) sunk.push(`${emoji} on ${name} of ${palette.join(' ')}`)
          // A drawing of several colours is not drawn in one.
          const places = drawing.colors.map(([place = 0]) => place)
          if (Math.max(...places) - Math.min(...places) > 0.5 && new Set(used).size < 2)
            plain.push(`${emoji} on ${name} of ${palette.join(' ')}`)
        }
      }
    }
    expect({ sunk, plain }).toEqual({ sunk: [], plain: [] })
  },
)
