import { mixed } from '../color.ts'
import type { ByFormat, Grid } from '../grid.ts'
import { cssOf } from '../inks.ts'
import { drawSubject } from '../pictograms/pictogram.ts'
import { type Circle, type Layout, layoutData } from './layout.ts'

/** Width of the subject on the disc, as a fraction of the width. */
const sizes: ByFormat<number> = { square: 0.35, landscape: 0.27, portrait: 0.45 }

export const glow: Layout = {
  name: 'glow',
  ...layoutData.glow,
  suits: ({ listLength, isQuote, hasPicture, hasBadge, words, topics, tone, pictograms }) => {
    if (listLength > 1 || isQuote) return 0.2
    if (hasPicture) return 0.35
    if (pictograms.length > 0) return hasBadge ? 0.7 : 1
    if (words > 40) return 0.2
    return tone === 'premium' || topics.has('elegance') || topics.has('technology') ? 0.8 : 0.3
  },
  pictogramsMax: 1,
  touchesShape: (grid, { left, top, width, height }, gap) => {
    const { x, y, radius } = discOf(grid)
    const [dx, dy] = [Math.max(left - x, 0, x - left - width), Math.max(top - y, 0, y - top - height)]
    return Math.hypot(dx, dy) < radius + 2 * gap
  },
  shapes: (grid, inks, _, { pictograms: [subject] }) => {
    const { x, y, radius } = discOf(grid)
    const { accent, second, paper } = inks
    const disc = (fill: string) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`
    if (subject !== undefined)
      return disc(cssOf(accent)) + drawSubject(subject, subjectOf(grid), accent, inks)
    const stops = [mixed(accent, paper, 0.45), accent, second].map(
      (color, index) => `<stop offset="${index / 2}" stop-color="${cssOf(color)}"/>`,
    )
    return `<radialGradient id="lit" cx="0.34" cy="0.26" r="0.9">${stops.join('')}</radialGradient>${disc('url(#lit)')}`
  },
}

/** The subject stands in the lower corner, on the margins. */
function subjectOf({ format, width, height, margin }: Grid): { x: number; y: number; size: number } {
  const size = sizes[format] * width
  const y = format === 'landscape' ? 0.54 * height : height - margin - size / 2
  return { x: width - margin - size / 2, y, size }
}

/** The disc under it runs on beyond the corner. */
function discOf(grid: Grid): Circle {
  const { x, y, size } = subjectOf(grid)
  return { x: x + 0.14 * size, y: y + 0.12 * size, radius: 0.84 * size }
}
