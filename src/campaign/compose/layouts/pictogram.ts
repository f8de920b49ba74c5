import type { Box } from '../../images/raster.ts'
import { mixed } from '../color.ts'
import type { Grid } from '../grid.ts'
import { cssOf } from '../inks.ts'
import { drawPictogram, fieldOf } from '../pictograms/pictogram.ts'
import { badgeOn, bledBox, rectOf } from './badges.ts'
import { type LayoutDrawing, partOf, type Rect } from './layout.ts'

export const pictogram: LayoutDrawing = {
  badge: ({ grid, inks }, field) => ({ place: divided(grid, field)[1], colors: badgeOn(inks.accent, inks) }),
  shapes: (grid, inks, seed, { pictograms: [main], isSober, hasBadge, field: place }) => {
    if (main === undefined || place === undefined) return ''
    const badge = badgeOn(inks.accent, inks).fill
    const color = fieldOf(main, inks.accent, inks, hasBadge ? [inks.ground, badge] : [inks.ground])
    const field = bledBox(grid, place)
    const shown = hasBadge ? bledBox(grid, divided(grid, place)[0]) : field
    const [x, y] = [shown.left + shown.width / 2, shown.top + shown.height / 2]
    const [, , wide = 1, high = 1] = main.box
    const scale = Math.min((widthShare * shown.width) / wide, (heightShare * shown.height) / high)
    const size = scale * Math.max(wide, high)
    const drawBehind = isSober ? ringsAround : (grounds[seed % grounds.length] ?? ringsAround)
    const behind = `<g fill="${cssOf(mixed(color, inks.paper, 0.18))}">${drawBehind(shown, { x, y, size })}</g>`
    const subject = drawPictogram(main, { x, y, size }, color, inks)
    return `<clipPath id="field">${rectOf(field, color)}</clipPath><g clip-path="url(#field)">${rectOf(field, color)}${behind}${subject}</g>`
  },
}
/** Largest part of its field that a pictogram takes. */
const [widthShare, heightShare] = [0.8, 0.85]

/** What of a field is beside a badge, and the badge: at its end, or under the pictogram where the field is beside the type. */
function divided({ format }: Grid, field: Rect): [subject: Rect, badge: Rect] {
  return format === 'landscape'
    ? [partOf(field, [0, 0, 1, 0.6]), partOf(field, [0, 0.6, 1, 0.4])]
    : [partOf(field, [0, 0, 0.48, 1]), partOf(field, [0.48, 0, 0.52, 1])]
}

interface Spot {
  x: number
  y: number
  size: number
}

const ringsAround = (_: Box, { x, y, size }: Spot) =>
  [1.15, 0.875, 0.6]
    .map((share) => `<circle cx="${x}" cy="${y}" r="${share * size}" opacity="${0.5 / share ** 0.8}"/>`)
    .join('')

/** What is behind a pictogram; the seed chooses one. */
const grounds: ReadonlyArray<(field: Box, spot: Spot) => string> = [
  (_, { x, y, size }) => `<circle cx="${x}" cy="${y}" r="${0.62 * size}"/>`,
  ({ top, width, height }, { x }) => {
    const radius = Math.min(0.42 * width, 0.8 * height)
    const [from, to, foot] = [x - radius, x + radius, top + height]
    const shoulder = Math.max(top + 0.07 * height + radius, foot - 1.6 * radius)
    return `<path d="M${from} ${foot}V${shoulder}A${radius} ${radius} 0 0 1 ${to} ${shoulder}V${foot}Z"/>`
  },
  ({ left, top, width, height }) =>
    `<path d="M${left} ${top + height}L${left + width} ${top}V${top + height}Z"/>`,
]
