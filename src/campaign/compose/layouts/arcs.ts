import { oklchOf } from '../../numeric/color.ts'
import { mixed, type Rgb, rgbOf } from '../color.ts'
import type { Grid } from '../grid.ts'
import { cssOf, hexOf } from '../inks.ts'
import { circleOf } from './badges.ts'
import type { Circle, LayoutDrawing } from './layout.ts'

const ringCount = 6
/** Radius of the outer ring, depth of the middle under the lower edge, and width of a ring, as fractions of the width. */
const circles = {
  square: [0.52, 0.09, 0.052],
  landscape: [0.42, 0.2, 0.026],
  portrait: [0.58, 0.04, 0.06],
} as const

export const arcs: LayoutDrawing = {
  logoOn: ({ plate }) => plate,
  holdsLogo: (grid, { left, top, width }) => {
    const { x, y, radius } = ringOf(grid, ringCount - 1)
    return Math.hypot(Math.max(x - left, left + width - x), y - top) <= radius
  },
  shapes: (grid, { ground, accent, plate }) => {
    const { bottom } = grid.bleed
    const tones = [
      ...[0.16, 0.34, 0.66].map((share) => towards(ground, accent, share)),
      accent,
      between(accent, plate),
      plate,
    ]
    return tones
      .map((tone, index) => {
        const circle = ringOf(grid, index)
        const { x, y, radius } = circle
        const legs =
          bottom === 0
            ? ''
            : `<rect x="${x - radius}" y="${y}" width="${2 * radius}" height="${bottom}" fill="${cssOf(tone)}"/>`
        return circleOf(circle, cssOf(tone)) + legs
      })
      .join('')
  },
}

/** Hues further apart have mud between them. */
const neighbourHues = 50
/** Colours of less chroma have no hue that is seen. */
const greyChroma = 0.02

/** Between two colours; a shade of the second one where their hues are far apart. */
function towards(one: Rgb, other: Rgb, share: number): Rgb {
  const [from, to] = [oklchOf(hexOf(one)), oklchOf(hexOf(other))]
  const apart = Math.abs(((to.h - from.h + 540) % 360) - 180)
  if (apart < neighbourHues || Math.min(from.c, to.c) < greyChroma) return mixed(one, other, share)
  return rgbOf({ l: from.l + share * 0.55 * (to.l - from.l), c: from.c, h: from.h })
}

/** Between two colours in lightness, of the hue of the darker one: a dark orange is a muddy brown. */
function between(one: Rgb, other: Rgb): Rgb {
  const [from, to] = [oklchOf(hexOf(one)), oklchOf(hexOf(other))]
  const { c, h } = to.l < from.l ? to : from
  return rgbOf({ l: (from.l + to.l) / 2, c: 0.75 * c, h })
}

function ringOf({ format, width, height }: Grid, index: number): Circle {
  const [outer, depth, ring] = circles[format]
  return { x: width / 2, y: height + depth * width, radius: (outer - index * ring) * width }
}
