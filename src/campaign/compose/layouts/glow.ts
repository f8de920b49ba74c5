import { type Oklch, oklchOf } from '../../numeric/color.ts'
import { createRandom } from '../../numeric/math.ts'
import { rgbOf } from '../color.ts'
import type { ByFormat, Grid } from '../grid.ts'
import { cssOf, fillOn, hexOf, type Inks } from '../inks.ts'
import { arrangeFrame } from './arrange-frame.ts'
import { drawCircle } from './badges.ts'
import { type Circle, type Layout, layoutData, type Stage } from './layout.ts'

/** Diameters of a badge on the disc, as fractions of the canvas's width. */
const badgeDiameters = { square: 0.27, landscape: 0.17, portrait: 0.29 } as const

export const glow: Layout = {
  name: 'glow',
  ...layoutData.glow,
  suits: ({ listLength, isQuote, hasPicture, words, topics, hasDate }) =>
    listLength > 1 || isQuote || words > 30
      ? 0.3
      : (hasPicture ? 0.4 : hasDate ? 0.9 : 0.56) * (topics.has('technology') ? 1.15 : 1),
  badge: (stage) => {
    const { inks } = stage
    const fills = [inks.badge.fill, inks.headline, inks.ground]
    const badge = fillOn(inks.accent, fills, [inks.deep, inks.paper])
    return drawCircle({ ...stage, inks: { ...inks, badge } }, badgePlace(stage))
  },
  arrange: (stage, layout) => arrangeFrame(isTurned(stage.seed) ? turned(stage) : stage, layout),
  keepOut: (grid, seed) => {
    const disc = discOf(grid, seed)
    return [{ ...disc, radius: disc.radius * Math.max(...ringScales) }]
  },
  shapes: (grid, inks, seed) => {
    const { unit } = grid
    const { x: cx, y: cy, radius } = discOf(grid, seed)
    const line = cssOf(inks.second)
    const rings = ringScales.map(
      (scale, index) =>
        `<circle cx="${cx}" cy="${cy}" r="${radius * scale}" fill="none" stroke="${line}" stroke-width="${unit / 6}" opacity="${[0.5, 0.22][index]}"/>`,
    )
    const stops = lightOf(inks).map(([at, color]) => `<stop offset="${at}" stop-color="${color}"/>`)
    return `<defs><radialGradient id="glow" cx="0.3" cy="0.24" r="0.86">${stops.join('')}</radialGradient></defs>${rings.join('')}<circle cx="${cx}" cy="${cy}" r="${radius}" fill="url(#glow)"/>`
  },
}

/** Hues further apart have mud between them. */
const neighbourHues = 110

/** From the lit side to the shade: a light neighbour of the accent, the accent, the second colour, the ground. */
function lightOf({ accent, second, ground }: Inks): [number, string][] {
  const [main, other, dark] = [accent, second, ground].map((color) => oklchOf(hexOf(color)))
  if (main === undefined || other === undefined || dark === undefined) return []
  // The neighbours of very light colours are outside of the gamut.
  const turn = main.l > lightAccent ? 0 : isCool(main) ? 45 : main.h > 30 && main.h < 100 ? 12 : -12
  const light = { l: Math.min(0.97, Math.max(0.8, main.l + 0.14)), c: 0.8 * main.c, h: main.h + turn }
  if (main.l > lightAccent) light.c = 0.5 * main.c
  const css = (color: Oklch) => cssOf(rgbOf(color))
  const apart = Math.abs(((other.h - main.h + 540) % 360) - 180)
  const shade =
    apart < neighbourHues && other.c > 0.06 && (isCool(other) || other.l < brownLightness)
      ? { ...other, l: Math.min(other.l, 0.6) }
      : { l: (isCool(main) ? 0.74 : 0.84) * main.l, c: main.c, h: main.h - (isCool(main) ? -20 : 22) }
  const isDark = dark.l < 0.5
  return [
    [0, css(light)],
    [0.15, css({ l: (2 * light.l + main.l) / 3, c: (light.c + main.c) / 2, h: main.h + 0.66 * turn })],
    [0.46, css(main)],
    [0.78, css(shade)],
    [
      1,
      css({
        l: isDark ? dark.l + 0.06 : (isCool(shade) ? 0.72 : 0.86) * shade.l,
        c: Math.min(0.1, shade.c),
        h: shade.h,
      }),
    ],
  ]
}

/** Warm colours lighter than this turn brown in the shade. */
const brownLightness = 0.7

/** Lightness from which an accent counts as very light. */
const lightAccent = 0.84

/** From green over blue to magenta, whose warm neighbours are towards red. */
const isCool = ({ h }: Oklch) => h > 180 && h < 345

/** Of the hairlines around the disc. */
const ringScales = [1.06, 1.13]

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

/** Under the start of the text, where it has less height. */
const lowDiscs: Places = {
  square: [
    [0.68, 0.86, 0.98],
    [0.84, 0.94, 1.06],
  ],
  landscape: discs.landscape,
  portrait: [
    [0.78, 0.9, 1],
    [0.96, 0.99, 1.06],
  ],
}

/** The disc is at the start of the text for half of the seeds. */
const isTurned = (seed: number) => createRandom(seed, 'glow side').next() < 0.5

function discOf({ width, height, format }: Grid, seed: number): Circle {
  const places = (isTurned(seed) ? lowDiscs : discs)[format]
  const [diameter, x, y] = createRandom(seed, 'glow disc').pick(places)
  return { x: x * width, y: y * height, radius: (diameter * width) / 2 }
}

/** All places mirrored but for the direction of the text. */
function turned(stage: Stage): Stage {
  const { grid, isMirrored } = stage
  const box: Stage['box'] = (rect) => {
    const { left, width, ...rows } = stage.box(rect)
    return { ...rows, left: grid.width - left - width, width }
  }
  return { ...stage, box, isMirrored: !isMirrored, align: stage.align ?? (isMirrored ? 'right' : 'left') }
}

/** Left, top and diameter of a badge inside of disc and margins, as fractions of the canvas's width. */
function badgePlace({ grid, seed }: Stage): [number, number, number] {
  const { width, height, margin, format } = grid
  // Less of a low disc is on the canvas.
  const diameter = badgeDiameters[format] * (isTurned(seed) && format !== 'landscape' ? 0.8 : 1)
  const disc = discOf(grid, seed)
  const reach = margin / width + diameter / 2
  const x = Math.min(disc.x / width - 0.045, 1 - reach)
  const y = Math.min(disc.y, height - reach * width) / width
  return [x - diameter / 2, y - diameter / 2, diameter]
}
