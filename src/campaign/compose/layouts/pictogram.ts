import { createRandom } from '../../numeric/math.ts'
import type { ByFormat, Grid } from '../grid.ts'
import { contrastOf, cssOf } from '../inks.ts'
import { drawPictogram } from '../pictograms/pictogram.ts'
import { drawCircle } from './badges.ts'
import { type Circle, type Layout, layoutData, Misfit, orMisfit } from './layout.ts'

export const pictogram: Layout = {
  name: 'pictogram',
  ...layoutData.pictogram,
  suits: ({ pictograms, listLength, isQuote, hasPicture, words }) =>
    pictograms.length === 0 || isQuote || listLength > 1 || words > 34 ? 0 : hasPicture ? 0.4 : 0.95,
  badge: async (stage) => {
    const { grid, parts } = stage
    if ((parts.badge ?? '').length > badgeCharsMax) return undefined
    const { x, y, radius } = discOf(grid)
    const place = [x - 1.06 * radius, y - 1.06 * radius, 0.74 * radius].map((px) => px / grid.width)
    const [left = 0, top = 0, diameter = 0] = place
    const drawn = await orMisfit(drawCircle(stage, [left, top, diameter], grid.step(-1)))
    return drawn instanceof Misfit ? undefined : drawn
  },
  showsPictograms: true,
  keepOut: (grid) => [discOf(grid)],
  shapes: (grid, inks, seed, [main]) => {
    if (main === undefined) return ''
    const { x, y, radius } = discOf(grid)
    const isBare = createRandom(seed, 'pictogram').next() < 0.4
    if (isBare) return drawPictogram(main, { x, y, size: 1.8 * radius, color: inks.accent })
    const choices = [inks.ground, inks.paper, inks.deep, inks.headline]
    const [ink = inks.ground] = choices.toSorted(
      (a, b) => contrastOf(b, inks.accent) - contrastOf(a, inks.accent),
    )
    const color = contrastOf(inks.ground, inks.accent) >= 2.5 ? inks.ground : ink
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${cssOf(inks.accent)}"/>${drawPictogram(main, { x, y, size: 1.24 * radius, color })}`
  },
}

/** Longer badges are labels above the headline. */
const badgeCharsMax = 20

/** Diameter and middle of the disc, as fractions of the canvas. */
const discs: ByFormat<readonly [diameter: number, x: number, y: number]> = {
  square: [0.5, 0.685, 0.685],
  landscape: [0.37, 0.77, 0.5],
  portrait: [0.55, 0.655, 0.645],
}

function discOf({ format, width, height }: Grid): Circle {
  const [diameter, x, y] = discs[format]
  return { x: x * width, y: y * height, radius: (diameter * width) / 2 }
}
