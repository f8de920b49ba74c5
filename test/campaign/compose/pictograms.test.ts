import { expect, test } from 'bun:test'
import { inksOf } from '../../../src/campaign/compose/arrange-copy.ts'
import { defaultCopy } from '../../../src/campaign/compose/controls.ts'
import { loadFonts } from '../../../src/campaign/compose/copy/load-fonts.ts'
import { formatIds } from '../../../src/campaign/compose/formats.ts'
import { gridOf } from '../../../src/campaign/compose/grid.ts'
import { layouts } from '../../../src/campaign/compose/layouts/layouts.ts'
import { findPictograms } from '../../../src/campaign/compose/pictograms/find-pictograms.ts'
import { loadPictograms } from '../../../src/campaign/compose/pictograms/pictogram.ts'
import table from '../../../src/campaign/compose/pictograms/pictograms.json'
import { segmentWords } from '../../../src/campaign/compose/segment-words.ts'
import { withoutNegated } from '../../../src/campaign/scene/procedural/read-brief.ts'

const palette = ['#12355b', '#f2a541', '#e8eef2']

test.each([
  ['the main subject comes first', 'New: rolls', { headline: 'Bread and coffee' }, ['🍞', '☕']],
  ['a longer term is another subject than its words', 'Hot dog stand', {}, ['🌭']],
  ['words of an unspaced script', '歯医者の広告', { headline: '歯医者' }, ['🦷']],
  [
    'an extra is not the subject',
    'Night train to Vienna. Breakfast is included.',
    { headline: 'Sleep to Vienna', subline: 'Breakfast included' },
    ['🚆'],
  ],
  ['a trade comes before a generic sign', 'Hiring a senior electrician', {}, ['🔌', '💼']],
  ['so does a place', 'Vrijwilligers voor de voedselbank', {}, ['🥫', '🤝']],
  ['words of other languages', 'Sbiancamento dallo studio dentistico', {}, ['🦷']],
  ['an extra alone', 'Stay longer. Breakfast is included.', { subline: 'Breakfast included' }, []],
  ['no word of the table', 'Small steps, big plans', {}, []],
  ['part of a word is not a word', 'Advertising for Carla', {}, []],
])('%s', (_, about, parts, emoji) => {
  expect(findPictograms(about, parts)).toEqual(emoji)
})

test('what a brief excludes has no pictogram', () => {
  const brief = 'Poster of our bakery. No dogs please.'
  expect(findPictograms(brief, { headline: 'No dogs' })).toContain('🐕')
  expect(findPictograms(withoutNegated(brief), {})).not.toContain('🐕')
})

test('every emoji has an outline, and every term is found in a text', async () => {
  const emoji = Object.keys(table)
  expect(await loadPictograms(await loadFonts(), emoji)).toHaveLength(emoji.length)
  const terms = Object.values(table).flat()
  expect(new Set(terms).size).toBe(terms.length)
  expect(
    terms.filter(
      (term) => segmentWords(term.toLowerCase()).join(' ') !== term || segmentWords(term).length > 3,
    ),
  ).toEqual([])
})

test('layouts draw the pictograms of a campaign, the large one alone', async () => {
  const [bread, cup] = await loadPictograms(await loadFonts(), ['🍞', '☕'])
  if (bread === undefined || cup === undefined) throw new Error('No outline')
  const inks = inksOf({ palette, copy: defaultCopy }, 'paper')
  for (const format of formatIds)
    for (const hasBadge of [true, false]) {
      const grid = gridOf(format)
      const shown = { pictograms: [bread, cup], hasBadge }
      const large = layouts.pictogram.shapes?.(grid, inks, 1, shown) ?? ''
      expect(large).toContain(bread.outline)
      expect(large).not.toContain(cup.outline)
      const tiles = layouts.tiles.shapes?.(grid, inks, 1, shown) ?? ''
      expect(tiles).toContain(bread.outline)
      expect(tiles).toContain(cup.outline)
    }
})
