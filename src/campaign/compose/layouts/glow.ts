import { mixed } from '../color.ts'
import type { Grid } from '../grid.ts'
import { cssOf } from '../inks.ts'
import { drawPictogram, fieldOf } from '../pictograms/pictogram.ts'
import { circleIn, circleOf, isNear } from './badges.ts'
import type { Circle, LayoutDrawing, Rect } from './layout.ts'

export const glow: LayoutDrawing = {
  touchesShape: (grid, box, gap, field) => isNear(discOf(grid, field), box, 2 * gap),
  shapes: (grid, inks, _, { pictograms: [subject], isSober, field }) => {
    const disc = discOf(grid, field)
    const { accent, second, paper, ground } = inks
    if (subject !== undefined) {
      const color = fieldOf(subject, accent, inks, [ground])
      const { x, y, radius } = circleIn(grid, field)
      return circleOf(disc, cssOf(color)) + drawPictogram(subject, { x, y, size: 2 * radius }, color, inks)
    }
    const stops = [mixed(accent, paper, 0.45), accent, second].map(
      (color, index) =>
        `<stop offset="${index / 2}" stop-color="${cssOf(mixed(color, ground, isSober ? 0.2 : 0))}"/>`,
    )
    return `<radialGradient id="lit" cx="0.34" cy="0.26" r="0.9">${stops.join('')}</radialGradient>${circleOf(disc, 'url(#lit)')}`
  },
}

/** The disc under the subject runs on beyond the corner. */
function discOf(grid: Grid, field: Rect | undefined): Circle {
  const { x, y, radius } = circleIn(grid, field)
  return { x: x + 0.28 * radius, y: y + 0.24 * radius, radius: 1.68 * radius }
}
