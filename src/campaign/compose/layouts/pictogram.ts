import type { ByFormat, Grid } from '../grid.ts'
import { contrastOf, cssOf, strongestOn } from '../inks.ts'
import { drawPictogram } from '../pictograms/pictogram.ts'
import { type Circle, type Layout, layoutData } from './layout.ts'

export const pictogram: Layout = {
  name: 'pictogram',
  ...layoutData.pictogram,
  suits: ({ pictograms, listLength, isQuote, hasPicture, hasBadge, words }) =>
    pictograms.length === 0 || isQuote || listLength > 1 || words > 34
      ? 0
      : hasPicture
        ? 0.4
        : hasBadge
          ? 0.75
          : 0.9,
  pictograms: 'needed',
  keepOut: (grid) => [discOf(grid)],
  shapes: (grid, { ground, paper, deep, headline, accent }, _, [main]) => {
    if (main === undefined) return ''
    const { x, y, radius } = discOf(grid)
    const color =
      contrastOf(ground, accent) >= 2.5 ? ground : strongestOn(accent, [ground, paper, deep, headline])
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${cssOf(accent)}"/>${drawPictogram(main, { x, y, size: 1.24 * radius, color })}`
  },
}

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
