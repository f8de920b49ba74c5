import { mixed } from '../color.ts'
import type { Grid } from '../grid.ts'
import { cssOf } from '../inks.ts'
import { drawSubject } from '../pictograms/pictogram.ts'
import { badgeOn, bledBox, rectOf } from './badges.ts'
import { type LayoutDrawing, partOf, type Rect } from './layout.ts'

export const pictogram: LayoutDrawing = {
  badge: ({ grid, inks }, field) => ({ place: divided(grid, field)[1], colors: badgeOn(inks.accent, inks) }),
  shapes: (grid, inks, _, { pictograms: [main], isSober, hasBadge, field: place }) => {
    if (main === undefined || place === undefined) return ''
    const { accent, paper } = inks
    const field = bledBox(grid, place)
    const shown = hasBadge ? bledBox(grid, divided(grid, place)[0]) : field
    const [x, y] = [shown.left + shown.width / 2, shown.top + shown.height / 2]
    const [, , wide = 1, high = 1] = main.box
    const scale = Math.min((widthShare * shown.width) / wide, (heightShare * shown.height) / high)
    const size = scale * Math.max(wide, high)
    const behind = isSober ? ringsAround(x, y, size) : raysFrom(x, y)
    const subject = drawSubject(main, { x, y, size }, accent, inks)
    return `<clipPath id="field">${rectOf(field, accent)}</clipPath><g clip-path="url(#field)">${rectOf(field, accent)}<g fill="${cssOf(mixed(accent, paper, 0.18))}">${behind}</g>${subject}</g>`
  },
}
/** Largest part of its field that a pictogram takes. */
const [widthShare, heightShare] = [0.8, 0.85]

/** What of a field is beside a badge, and the badge: at its end, or under the pictogram where the field is beside the type. */
function divided({ format, height, safe }: Grid, field: Rect): [subject: Rect, badge: Rect] {
  const from = Math.max(0, safe.top / height - field[1]) / field[3]
  return format === 'landscape'
    ? [partOf(field, [0, 0, 1, 0.6]), partOf(field, [0, 0.6, 1, 0.4])]
    : [partOf(field, [0, 0, 0.48, 1]), partOf(field, [0.48, from, 0.52, 1 - from])]
}

const rays = 14
const raysReach = 2000

function raysFrom(x: number, y: number): string {
  const at = (turn: number) => `${x + raysReach * Math.cos(turn)} ${y + raysReach * Math.sin(turn)}`
  const wedges = Array.from({ length: rays }, (_, index) => {
    const turn = (2 * Math.PI * (index + 0.25)) / rays
    return `M${x} ${y}L${at(turn)}L${at(turn + Math.PI / rays)}Z`
  })
  return `<path d="${wedges.join('')}"/>`
}

const ringsAround = (x: number, y: number, size: number) =>
  [1.15, 0.875, 0.6]
    .map((share) => `<circle cx="${x}" cy="${y}" r="${share * size}" opacity="${0.5 / share ** 0.8}"/>`)
    .join('')
