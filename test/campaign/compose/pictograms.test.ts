import { expect, test } from 'bun:test'
import { inksOf } from '../../../src/campaign/compose/arrange-copy.ts'
import { defaultCopy } from '../../../src/campaign/compose/controls.ts'
import { formatIds } from '../../../src/campaign/compose/formats.ts'
import { gridOf } from '../../../src/campaign/compose/grid.ts'
import { contrastOf, cssOf, groundKinds, isDistinct } from '../../../src/campaign/compose/inks.ts'
import { layouts } from '../../../src/campaign/compose/layouts/layouts.ts'
import { findPictograms } from '../../../src/campaign/compose/pictograms/find-pictograms.ts'
import {
  drawPictogram,
  type Pictogram,
  pictogramsOf,
  tonesOn,
} from '../../../src/campaign/compose/pictograms/pictogram.ts'
import table from '../../../src/campaign/compose/pictograms/pictograms.json'
import { segmentWords } from '../../../src/campaign/compose/segment-words.ts'
import { withoutNegated } from '../../../src/campaign/scene/procedural/read-brief.ts'
import { briefs, cases } from './pictogram-briefs.json'

const palette = ['#12355b', '#f2a541', '#e8eef2']

test.each(cases)('$title', ({ brief, parts, emoji }) => {
  expect(findPictograms(brief, parts)).toEqual(emoji)
})

test.each(briefs)('%s', (brief = '', emoji = '') => {
  expect(findPictograms(brief, {}).at(0)).toBe(emoji)
})

test('what a brief excludes has no pictogram', () => {
  const brief = 'Poster of our bakery. No dogs please.'
  expect(findPictograms(brief, { headline: 'No dogs' })).toContain('🐕')
  expect(findPictograms(withoutNegated(brief), {})).not.toContain('🐕')
})

test('every emoji has a drawing, and every term is found in a text', () => {
  const emoji = Object.keys(table)
  expect(pictogramsOf(emoji)).toHaveLength(emoji.length)
  const terms = Object.values(table).flat()
  expect(new Set(terms).size).toBe(terms.length)
  const wordsOf = (term: string) => segmentWords(term.toLowerCase().replace(/^\*|\*$/, ''))
  expect(terms.filter((term) => wordsOf(term).join(' ') !== term.replace(/^\*|\*$/, ''))).toEqual([])
  expect(terms.filter((term) => wordsOf(term).length > (term.includes('*') ? 1 : 3))).toEqual([])
})

test('layouts draw the pictograms of a campaign, the large one alone', () => {
  const [bread, cup] = pictogramsOf(['🍞', '☕'])
  if (bread === undefined || cup === undefined) throw new Error('No drawing')
  const inks = inksOf({ palette, copy: defaultCopy }, 'paper')
  for (const format of formatIds)
    for (const hasBadge of [true, false]) {
      const grid = gridOf(format)
      const shown = { pictograms: [bread, cup], hasBadge, field: layouts.pictogram.frames[format].field }
      const large = layouts.pictogram.shapes?.(grid, inks, 1, shown) ?? ''
      expect(large).toContain(shapeOf(bread))
      expect(large).not.toContain(shapeOf(cup))
      const tiles = layouts.tiles.shapes?.(grid, inks, 1, shown) ?? ''
      expect(tiles).toContain(shapeOf(bread))
      expect(tiles).toContain(shapeOf(cup))
    }
})

/** The path of its first shape. */
function shapeOf({ body }: Pictogram): string {
  return / d="[^"]+"/.exec(body)?.[0] ?? 'a drawing without a path'
}

test.each(groundKinds)('on %s, a drawing has colours of the brand that stand out from its field', (kind) => {
  const inks = inksOf({ palette, copy: defaultCopy }, kind)
  for (const field of [inks.accent, inks.deep, inks.paper]) {
    const tones = tonesOn(field, inks)
    expect(tones.filter((tone) => !isDistinct(tone, field) && contrastOf(tone, field) < 1.25)).toEqual([])
    for (const drawing of pictogramsOf(Object.keys(table))) {
      const svg = drawPictogram(drawing, { x: 0, y: 0, size: 100, tones })
      const used = new Set([...svg.matchAll(/fill="([^"]+)"/g)].map(([, color]) => color))
      used.delete('none')
      expect([...used].filter((color) => !tones.some((tone) => cssOf(tone) === color))).toEqual([])
      // A drawing of several colours is not drawn in one.
      const places = drawing.colors.map(([place = 0]) => place)
      if (Math.max(...places) - Math.min(...places) > 0.5) expect(used.size).toBeGreaterThan(1)
    }
  }
})
