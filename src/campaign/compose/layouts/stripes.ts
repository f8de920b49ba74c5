import type { Grid } from '../grid.ts'
import { cssOf } from '../inks.ts'
import { drawPictogram, fieldOf } from '../pictograms/pictogram.ts'
import { circleIn, circleOf, isNear } from './badges.ts'
import type { LayoutDrawing } from './layout.ts'

const strokes = 7
/** Where the first one meets the band, as a fraction of the width. */
const starts = { square: 0.6, landscape: 0.54, portrait: 0.58 } as const
const angle = Math.tan((22 * Math.PI) / 180)

export const stripes: LayoutDrawing = {
  rowOn: ({ plate }) => plate,
  rowHeight: bandOf,
  touchesShape: (grid, box, gap, field) => {
    const above = grid.height - bandOf(grid) - (box.top + box.height)
    const isOnStroke = box.left + box.width + gap > starts[grid.format] * grid.width + angle * above
    return (above > -gap && isOnStroke) || isNear(circleIn(grid, field), box, gap)
  },
  shapes: (grid, inks, _, { pictograms: [subject], hasBadge, field }) => {
    const deep = inks.plate
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
    const lines = `<path d="${bars.join('')}" fill="${cssOf(deep)}"/><rect x="0" y="${tall}" width="${width}" height="${band + bleed.bottom}" fill="${cssOf(deep)}"/>`
    if (subject === undefined || hasBadge) return lines
    const circle = circleIn(grid, field)
    const color = fieldOf(subject, inks.accent, inks, [inks.ground, deep])
    const { radius } = circle
    const discs = [inks.ground, color].map((ink, at) =>
      circleOf({ ...circle, radius: radius - at * grid.step(-1) }, cssOf(ink)),
    )
    return lines + discs.join('') + drawPictogram(subject, { ...circle, size: 1.4 * radius }, color, inks)
  },
}

/** Height of the band at the lower edge that button and logo stand on. */
function bandOf({ margin, row }: Grid): number {
  return 2 * margin + row
}
