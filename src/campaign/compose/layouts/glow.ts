import { type Oklch, oklchOf } from '../../scene/procedural/core/color.ts'
import { rgbOf } from '../color.ts'
import type { Grid } from '../grid.ts'
import { cssOf, fillOn, hexOf, type Inks } from '../inks.ts'
import { drawCircle } from './badge.ts'
import type { Circle, Layout } from './layout.ts'

/** Left, top and diameter of a badge on the disc, as fractions of the canvas's width. */
const circles = {
  square: [0.65, 0.66, 0.27],
  landscape: [0.76, 0.21, 0.17],
  portrait: [0.62, 0.86, 0.29],
} as const

export const glow: Layout = {
  name: 'glow',
  description: 'One luminous disc beside the copy',
  picture: 'none',
  grounds: ['deep', 'brand', 'paper', 'white'],
  tones: ['premium', 'calm', 'bold'],
  face: 'any',
  headline: { serif: 'serif-700', sans: 'sans-800', trackingEm: -0.036, linesMax: 3 },
  align: 'start',
  logo: 'bottom-left',
  frames: {
    square: {
      type: [0.065, 0.065, 0.8, 0.5],
      from: 'top',
      step: 6.9,
      button: 'stack',
      legalWidth: 0.38,
    },
    landscape: { type: [0.047, 0.09, 0.55, 0], from: 'top', step: 6.3, button: 'stack' },
    portrait: {
      type: [0.072, 0.058, 0.86, 0.46],
      from: 'top',
      step: 7,
      button: 'stack',
      legalWidth: 0.36,
    },
  },
  suits: ({ listLength, isQuote, hasPicture, words, topics }) =>
    listLength > 1 || isQuote || words > 30
      ? 0.3
      : (hasPicture ? 0.4 : 0.85) * (topics.has('technology') ? 1.8 : 1),
  badge: (stage) => {
    const { inks } = stage
    const fills = [inks.badge.fill, inks.headline, inks.ground]
    const badge = fillOn(inks.accent, fills, [inks.deep, inks.paper])
    return drawCircle({ ...stage, inks: { ...inks, badge } }, circles[stage.grid.format])
  },
  keepOut: (grid) => {
    const disc = discOf(grid)
    return [{ ...disc, radius: disc.radius * Math.max(...ringScales) }]
  },
  shapes: (grid, inks) => {
    const { unit } = grid
    const { x: cx, y: cy, radius } = discOf(grid)
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
  const turn = isCool(main) ? 45 : main.h > 30 && main.h < 100 ? 12 : -12
  const css = (color: Oklch) => cssOf(rgbOf(color))
  const apart = Math.abs(((other.h - main.h + 540) % 360) - 180)
  const shade =
    apart < neighbourHues && other.c > 0.06
      ? { ...other, l: Math.min(other.l, 0.6) }
      : { l: 0.74 * main.l, c: main.c, h: main.h - (isCool(main) ? -20 : 22) }
  const isDark = dark.l < 0.5
  return [
    [0, css({ l: Math.min(0.97, Math.max(0.8, main.l + 0.14)), c: 0.8 * main.c, h: main.h + turn })],
    [0.15, css({ l: Math.max(0.7, main.l + 0.06), c: main.c, h: main.h + 0.66 * turn })],
    [0.46, css(main)],
    [0.78, css(shade)],
    [1, css({ l: isDark ? dark.l + 0.06 : 0.72 * shade.l, c: Math.min(0.1, shade.c), h: shade.h })],
  ]
}

/** From green over blue to magenta, whose warm neighbours are towards red. */
const isCool = ({ h }: Oklch) => h > 180 && h < 345

/** Of the hairlines around the disc. */
const ringScales = [1.06, 1.13]

function discOf({ width, height, format }: Grid): Circle {
  const { diameter, x, y } = {
    square: { diameter: 0.7, x: 0.83, y: 0.86 },
    landscape: { diameter: 0.5, x: 0.89, y: 0.56 },
    portrait: { diameter: 0.78, x: 0.88, y: 0.83 },
  }[format]
  return { x: x * width, y: y * height, radius: (diameter * width) / 2 }
}
