import { createRandom } from '../../numeric/math.ts'
import { mixed, type Rgb } from '../color.ts'
import type { ByFormat, Grid } from '../grid.ts'
import { contrastOf, cssOf, strongestOn } from '../inks.ts'
import { drawPictogram } from '../pictograms/pictogram.ts'
import { drawBlock } from './badges.ts'
import { type Layout, layoutData, type Rect } from './layout.ts'

export const pictogram: Layout = {
  name: 'pictogram',
  ...layoutData.pictogram,
  suits: ({ pictograms, listLength, isQuote, hasPicture, hasBadge, words }) =>
    pictograms.length === 0 || isQuote || listLength > 1 || words > 44
      ? 0
      : hasPicture
        ? 0.4
        : hasBadge
          ? 1.2
          : 0.95,
  pictogramsMax: 1,
  needsPictogram: true,
  badge: ({ grid, ...stage }) => {
    const [left, top, width, height] = badges[grid.format]
    const aspect = (height * grid.height) / (width * grid.width)
    return drawBlock({ grid, ...stage }, { left, bottom: top + height, width, aspect })
  },
  shapes: (grid, { accent, paper, deep, ground, pattern }, seed, { pictograms: [main], hasBadge }) => {
    if (main === undefined) return ''
    const { bleed } = grid
    const field = boxOf(grid, fields[grid.format], bleed.top)
    const shown = hasBadge ? boxOf(grid, besides[grid.format], bleed.top) : field
    const [x, y] = [shown.left + shown.width / 2, shown.top + shown.height / 2]
    const light = strongestOn(deep, [paper, ground, ...pattern])
    const dark = strongestOn(light, [deep, ground, ...pattern])
    // On a dark field, light lines on a tone of it.
    const isDark = contrastOf(accent, dark) < darkContrast
    const [line, fill] = isDark ? [light, mixed(accent, light, 0.3)] : [dark, light]
    const size = (hasBadge ? 0.8 : 0.86) * Math.min(shown.width, shown.height)
    const backdrop = createRandom(seed, 'pictogram').pick(backdrops)
    const clip = `<clipPath id="field"><rect ${rectOf(field)}/></clipPath>`
    const ground_ = `<rect ${rectOf(field)} fill="${cssOf(accent)}"/>`
    const behind = backdrop({
      x,
      y,
      size,
      color: mixed(accent, light, 0.18),
      reach: Math.hypot(grid.width, field.height),
    })
    const marks = [
      drawPictogram(main, { x: x + 0.022 * size, y: y + 0.028 * size, size, color: fill, isFilled: true }),
      drawPictogram(main, { x, y, size, color: line }),
    ]
    return `${clip}<g clip-path="url(#field)">${ground_}${behind}${marks.join('')}</g>`
  },
}

/** The field of the pictogram, and what of it is beside a badge, and the badge. */
const fields: ByFormat<Rect> = {
  square: [0, 0, 1, 0.44],
  landscape: [0.545, 0, 0.455, 1],
  portrait: [0, 0, 1, 0.5],
}
const besides: ByFormat<Rect> = {
  square: [0, 0, 0.48, 0.44],
  landscape: [0.545, 0, 0.455, 0.58],
  portrait: [0, 0, 1, 0.31],
}
const badges: ByFormat<Rect> = {
  square: [0.48, 0, 0.52, 0.44],
  landscape: [0.545, 0.58, 0.455, 0.42],
  portrait: [0, 0.31, 1, 0.19],
}

interface Backdrop {
  x: number
  y: number
  /** Of the pictogram. */
  size: number
  /** Of the farthest corner of the field. */
  reach: number
  color: Rgb
}

const rays = 14

/** Of a field and dark lines on it. */
const darkContrast = 2.2

/** Shapes around the pictogram, in a tone of the field. */
const backdrops: readonly [(place: Backdrop) => string, ...((place: Backdrop) => string)[]] = [
  ({ x, y, reach, color }) => {
    const at = (turn: number) => `${x + reach * Math.cos(turn)} ${y + reach * Math.sin(turn)}`
    const wedges = Array.from({ length: rays }, (_, index) => {
      const turn = (2 * Math.PI * (index + 0.25)) / rays
      return `M${x} ${y}L${at(turn)}L${at(turn + Math.PI / rays)}Z`
    })
    return `<path d="${wedges.join('')}" fill="${cssOf(color)}"/>`
  },
  ({ x, y, size, color }) =>
    [2.3, 1.75, 1.2]
      .map(
        (scale, index) =>
          `<circle cx="${x}" cy="${y}" r="${(scale * size) / 2}" fill="${cssOf(color)}" opacity="${[0.4, 0.6, 1][index]}"/>`,
      )
      .join(''),
]

/** A part of the frame, which runs on into the bleed where it touches the upper edge. */
function boxOf({ width, height }: Grid, [x, y, w, h]: Rect, bleed: number) {
  const up = y === 0 ? bleed : 0
  return {
    left: Math.round(x * width),
    top: Math.round(y * height) - up,
    width: Math.round(w * width),
    height: Math.round(h * height) + up,
  }
}

const rectOf = ({ left, top, width, height }: ReturnType<typeof boxOf>) =>
  `x="${left}" y="${top}" width="${width}" height="${height}"`
