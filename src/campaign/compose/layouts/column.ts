import { createRandom } from '../../numeric/math.ts'
import type { ByFormat } from '../grid.ts'
import { cssOf } from '../inks.ts'
import { type Brief, type Layout, layoutData } from './layout.ts'
import { mosaicOf, type TileCount, tilingOf } from './tiles.ts'

/** Copy of more words has no room beside shapes. */
const longWords = 60

export const column: Layout = {
  name: 'column',
  ...layoutData.column,
  suits: (brief) => textSuits(brief) * (brief.words > longWords ? 1.5 : 1),
  shapes: ({ width, bleed, step }, { accent }) =>
    `<rect y="${-bleed.top}" width="${width}" height="${Math.round(step(1.1))}" fill="${cssOf(accent)}"/>`,
}

export const frieze: Layout = {
  name: 'frieze',
  ...layoutData.frieze,
  suits: (brief) => textSuits(brief) * (brief.pictograms.length > 0 ? 0.88 : 1.1),
  pictogramsMax: 3,
  // No tile has the colour of the ground.
  shapes: (grid, { pattern, ...inks }, seed, { pictograms }) =>
    mosaicOf(
      tilingOf(grid, friezeCounts[grid.format]),
      { ...inks, pattern: pattern.length > 2 ? pattern.slice(1) : pattern },
      createRandom(seed, 'frieze'),
      { pictograms, isLarge: true },
    ),
}

/** Columns and rows of the band of tiles over the type or beside it. */
const friezeCounts: ByFormat<TileCount> = { square: [6, 2], landscape: [3, 4], portrait: [5, 2] }

/** Its badge is only a line over the headline: for long copy that fits nothing else. */
const besideBadge = 0.2

function textSuits({ sublineWords, listLength, isQuote, hasPicture, hasBadge }: Brief): number {
  if (sublineWords < (hasPicture ? 26 : 9) || listLength > 1 || isQuote) return 0
  return (hasPicture ? 0.9 : sublineWords < 20 ? 0.45 : 1) * (hasBadge ? besideBadge : 1)
}
