import type { Grid } from '../grid.ts'
import { cssOf } from '../inks.ts'
import type { LayoutDrawing } from './layout.ts'

const strokes = 7
/** Where the first one meets the band, as a fraction of the width. */
const starts = { square: 0.6, landscape: 0.54, portrait: 0.58 } as const
const angle = Math.tan((22 * Math.PI) / 180)

export const stripes: LayoutDrawing = {
  rowOn: ({ plate }) => plate,
  rowHeight: bandOf,
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
