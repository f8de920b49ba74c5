import type { Grid } from '../grid.ts'
import { cssOf } from '../inks.ts'
import { drawCircle } from './badges.ts'
import { type Layout, layoutData } from './layout.ts'

/** Left, top and diameter of the badge, as fractions of the canvas's width. */
const circles = {
  square: [0.63, 0.44, 0.31],
  landscape: [0.72, 0.06, 0.245],
  portrait: [0.6, 0.57, 0.34],
} as const

const strokes = 7
/** Where the first one meets the band, as a fraction of the width. */
const starts = { square: 0.6, landscape: 0.54, portrait: 0.58 } as const
const angle = Math.tan((22 * Math.PI) / 180)

export const stripes: Layout = {
  name: 'stripes',
  ...layoutData.stripes,
  suits: ({ isQuote, headlineWords, words, hasPicture, hasLegal, hasDate, listLength, topics }) =>
    hasLegal || isQuote || listLength > 1 || headlineWords > 5 || words > 24
      ? 0
      : (hasPicture ? 0.4 : hasDate ? 0.9 : 0.8) *
        (topics.has('speed') ? 1.9 : 1) *
        (topics.has('elegance') ? 0.6 : 1),
  rowOn: ({ plate }) => plate,
  rowHeight: bandOf,
  badge: (stage) => drawCircle(stage, circles[stage.grid.format], stage.grid.step(-1)),
  touchesShape: (grid, { left, top, width, height }, gap) => {
    const above = grid.height - bandOf(grid) - (top + height)
    return above > -gap && left + width + gap > starts[grid.format] * grid.width + angle * above
  },
  shapes: (grid, { plate: deep }) => {
    const { width, height, format, bleed } = grid
    const band = bandOf(grid)
    const tall = height - band
    const start = starts[format] * width
    const pitch = { square: 0.1, landscape: 0.085, portrait: 0.118 }[format] * width
    const slope = angle * (tall + bleed.top)
    const bars = Array.from({ length: strokes }, (_, index) => {
      const thick = pitch * (0.12 + 0.115 * index)
      const x = start + index * pitch
      return `M${x + slope} ${-bleed.top}h${thick}L${x + thick} ${tall + 1}h${-thick}Z`
    })
    return `<path d="${bars.join('')}" fill="${cssOf(deep)}"/><rect x="0" y="${tall}" width="${width}" height="${band + bleed.bottom}" fill="${cssOf(deep)}"/>`
  },
}

/** Height of the band at the lower edge that button and logo stand on. */
function bandOf({ margin, row }: Grid): number {
  return 2 * margin + row
}
