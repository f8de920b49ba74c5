import { oklchOf } from '../../numeric/color.ts'
import { createRandom } from '../../numeric/math.ts'
import { rgbOf } from '../color.ts'
import type { ByFormat, Grid } from '../grid.ts'
import { cssOf, fillOn, hexOf } from '../inks.ts'
import { drawCircle } from './badges.ts'
import { type Circle, type Layout, layoutData, type Stage } from './layout.ts'

/** Diameters of a badge on the disc, as fractions of the canvas's width. */
const badgeDiameters = { square: 0.34, landscape: 0.22, portrait: 0.36 } as const

export const glow: Layout = {
  name: 'glow',
  ...layoutData.glow,
  suits: ({ listLength, isQuote, hasPicture, words, topics, tone }) =>
    listLength > 1 || isQuote || words > 30
      ? 0.2
      : (hasPicture ? 0.35 : tone === 'premium' || topics.has('elegance') ? 0.75 : 0.45) *
        (topics.has('technology') ? 1.15 : 1),
  badge: (stage) => {
    const { inks } = stage
    const fills = [inks.badge.fill, inks.headline, inks.ground]
    const badge = fillOn(inks.accent, fills, [inks.deep, inks.paper])
    return drawCircle({ ...stage, inks: { ...inks, badge } }, badgePlace(stage))
  },
  keepOut: (grid, seed) => [discOf(grid, seed)],
  shapes: (grid, { accent }, seed) => {
    const { l, c, h } = oklchOf(hexOf(accent))
    const { x, y, radius } = discOf(grid, seed)
    const turn = leans[createRandom(seed, 'glow lean').int(0, leans.length - 1)] ?? 0
    return Array.from({ length: petals }, (_, index) => {
      const share = index / petals
      const away = 0.9 * share * radius
      const tone = { l: l + share * (paleness - l), c: (1 - 0.6 * share) * c, h }
      const color = cssOf(rgbOf(tone))
      return `<circle cx="${x - away * Math.cos(turn)}" cy="${y - away * Math.sin(turn)}" r="${radius * (1 - share)}" fill="${color}"/>`
    }).join('')
  },
}

/** Discs in each other, of tones of one colour to a lightness. */
const petals = 7
const paleness = 0.94
/** Where they meet, as angles. */
const leans = [0.25, 0.5, 0.75].map((share) => share * Math.PI)

type Place = readonly [diameter: number, x: number, y: number]
type Places = ByFormat<readonly [Place, ...Place[]]>

/** Diameter and middle of the disc as fractions of the canvas: on the edge, whole, or large in the corner. */
const discs: Places = {
  square: [
    [0.7, 0.83, 0.86],
    [0.52, 0.77, 0.76],
    [0.92, 0.96, 1],
  ],
  landscape: [
    [0.5, 0.89, 0.56],
    [0.36, 0.82, 0.5],
    [0.74, 1.03, 0.7],
  ],
  portrait: [
    [0.78, 0.88, 0.83],
    [0.58, 0.78, 0.79],
    [1, 1.02, 1],
  ],
}

function discOf({ width, height, format }: Grid, seed: number): Circle {
  const [diameter, x, y] = createRandom(seed, 'glow disc').pick(discs[format])
  return { x: x * width, y: y * height, radius: (diameter * width) / 2 }
}

/** Left, top and diameter of a badge inside of disc and margins, as fractions of the canvas's width. */
function badgePlace({ grid, seed }: Stage): [number, number, number] {
  const { width, height, margin, format } = grid
  const diameter = badgeDiameters[format]
  const disc = discOf(grid, seed)
  const reach = margin / width + diameter / 2
  const x = Math.min(disc.x / width - 0.045, 1 - reach)
  const y = Math.min(disc.y, height - reach * width) / width
  return [x - diameter / 2, y - diameter / 2, diameter]
}
