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
  suits: (brief) => textSuits(brief) * (brief.pictograms.length > 0 ? 0.75 : 1.1),
  pictogramsMax: 3,
  // No tile has the colour of the ground.
  shapes: (grid, { pattern, ...inks }, seed, { pictograms }) =>
    mosaicOf(
      friezeOf(grid),
      { ...inks, pattern: pattern.length > 2 ? pattern.slice(1) : pattern },
      createRandom(seed, 'frieze'),
      pictograms,
    ),
}

/** Large tiles: a row over the type, with more of them where a story runs on above it, or a column beside it. */
function friezeOf({ format, width, height, bleed }: Grid) {
  if (format === 'landscape')
    return { columns: 1, side: height / 2, rows: 2, left: width - height / 2, top: 0 }
  const columns = format === 'square' ? 5 : 4
  const side = width / columns
  return { columns, side, rows: 1 + Math.floor(bleed.top / side), left: 0, top: -bleed.top }
}

function textSuits({ sublineWords, listLength, isQuote, hasPicture, hasBadge }: Brief): number {
  if (sublineWords < (hasPicture ? 26 : 9) || listLength > 1 || isQuote || hasBadge) return 0
  return hasPicture ? 0.9 : sublineWords < 20 ? 0.45 : 1
}
