import { createRandom } from '../../numeric/math.ts'
import type { Grid } from '../grid.ts'
import { cssOf } from '../inks.ts'
import { type Brief, type Layout, layoutData } from './layout.ts'
import { mosaicOf } from './tiles.ts'

export const column: Layout = {
  name: 'column',
  ...layoutData.column,
  suits: textSuits,
  shapes: ({ width, bleed, step }, { accent }) =>
    `<rect y="${-bleed.top}" width="${width}" height="${Math.round(step(1.1))}" fill="${cssOf(accent)}"/>`,
}

export const frieze: Layout = {
  name: 'frieze',
  ...layoutData.frieze,
  suits: (brief) => textSuits(brief) * (brief.pictograms.length > 0 ? 0.95 : 1.1),
  pictogramsMax: 3,
  // No tile has the colour of the ground.
  shapes: (grid, { pattern, ...inks }, seed, { pictograms }) =>
    mosaicOf(
      friezeOf(grid),
      { ...inks, pattern: pattern.length > 2 ? pattern.slice(1) : pattern },
      createRandom(seed, 'frieze'),
      { pictograms, isLarge: true },
    ),
}

/** A band of tiles over the type, with more of them where a story runs on above it, or beside it. */
function friezeOf({ format, width, height, bleed }: Grid) {
  const rows = format === 'landscape' ? 4 : 2
  const columns = format === 'landscape' ? 3 : format === 'square' ? 6 : 5
  const side = format === 'landscape' ? height / rows : width / columns
  const left = format === 'landscape' ? width - columns * side : 0
  return { columns, side, rows: rows + Math.floor(bleed.top / side), left, top: -bleed.top }
}

function textSuits({ sublineWords, listLength, isQuote, hasPicture, hasBadge }: Brief): number {
  if (sublineWords < (hasPicture ? 26 : 9) || listLength > 1 || isQuote || hasBadge) return 0
  return hasPicture ? 0.9 : sublineWords < 20 ? 0.45 : 1
}
