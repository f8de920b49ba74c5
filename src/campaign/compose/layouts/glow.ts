import { mixed } from '../color.ts'
import type { Grid } from '../grid.ts'
import { cssOf } from '../inks.ts'
import { drawPictogram, fieldOf } from '../pictograms/pictogram.ts'
import type { Circle, LayoutDrawing, Rect } from './layout.ts'

export const glow: LayoutDrawing = {
  touchesShape: (grid, { left, top, width, height }, gap, field) => {
    const { x, y, radius } = discOf(grid, field)
    const [dx, dy] = [Math.max(left - x, 0, x - left - width), Math.max(top - y, 0, y - top - height)]
    return Math.hypot(dx, dy) < radius + 2 * gap
  },
  shapes: (grid, inks, _, { pictograms: [subject], field }) => {
    const { x, y, radius } = discOf(grid, field)
    const { accent, second, paper } = inks
    const disc = (fill: string) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`
    if (subject !== undefined) {
      const color = fieldOf(subject, accent, inks, [inks.ground])
      return disc(cssOf(color)) + drawPictogram(subject, subjectOf(grid, field), color, inks)
    }
    const stops = [mixed(accent, paper, 0.45), accent, second].map(
      (color, index) => `<stop offset="${index / 2}" stop-color="${cssOf(color)}"/>`,
    )
    return `<radialGradient id="lit" cx="0.34" cy="0.26" r="0.9">${stops.join('')}</radialGradient>${disc('url(#lit)')}`
  },
}

/** The subject stands in its field, as large as the width of that. */
const subjectOf = ({ width, height }: Grid, [x, y, w, h]: Rect = [0, 0, 1, 1]) => ({
  x: (x + w / 2) * width,
  y: (y + h / 2) * height,
  size: w * width,
})

/** The disc under it runs on beyond the corner. */
function discOf(grid: Grid, field: Rect | undefined): Circle {
  const { x, y, size } = subjectOf(grid, field)
  return { x: x + 0.14 * size, y: y + 0.12 * size, radius: 0.84 * size }
}
