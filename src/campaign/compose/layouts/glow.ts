import { type Oklch, oklchOf } from '../../scene/procedural/core/color.ts'
import { rgbOf } from '../color.ts'
import type { Grid } from '../grid.ts'
import { cssOf, hexOf, type Inks } from '../inks.ts'
import type { Circle, Layout } from './layout.ts'

export const glow: Layout = {
  name: 'glow',
  description: 'One luminous disc beside the copy, on a dark ground',
  picture: 'none',
  grounds: ['deep', 'brand'],
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
  suits: ({ listLength, isQuote, hasBadge, hasPicture, words, topics }) =>
    listLength > 1 || isQuote || hasBadge || words > 30
      ? 0.3
      : (hasPicture ? 0.4 : 0.85) * (topics.has('technology') ? 1.8 : 1),
  keepOut: (grid) => [discOf(grid)],
  shapes: (grid, inks) => {
    const { unit } = grid
    const { x: cx, y: cy, radius } = discOf(grid)
    const line = cssOf(inks.second)
    const rings = [1.14, 1.3, 1.48].map(
      (scale, index) =>
        `<circle cx="${cx}" cy="${cy}" r="${radius * scale}" fill="none" stroke="${line}" stroke-width="${unit / 6}" opacity="${[0.6, 0.34, 0.16][index]}"/>`,
    )
    const stops = lightOf(inks).map(([at, color]) => `<stop offset="${at}" stop-color="${color}"/>`)
    return `<defs><radialGradient id="glow" cx="0.3" cy="0.24" r="0.86">${stops.join('')}</radialGradient></defs>${rings.join('')}<circle cx="${cx}" cy="${cy}" r="${radius}" fill="url(#glow)"/>`
  },
}

/** From the lit side to the shade: a warm neighbour of the accent, the accent, the second colour, the ground. */
function lightOf({ accent, second, ground }: Inks): [number, string][] {
  const [main, other, dark] = [accent, second, ground].map((color) => oklchOf(hexOf(color)))
  if (main === undefined || other === undefined || dark === undefined) return []
  const warm = main.h + (isCool(main) ? 45 : -25)
  const css = (color: Oklch) => cssOf(rgbOf(color))
  return [
    [0, css({ l: 0.8, c: Math.min(main.c, 0.13), h: warm })],
    [0.15, css({ l: 0.7, c: Math.min(main.c, 0.19), h: warm - (isCool(main) ? 15 : 0) })],
    [0.46, css(main)],
    [0.78, css({ ...other, l: Math.min(other.l, 0.6) })],
    [1, css({ l: dark.l + 0.06, c: Math.min(0.1, other.c), h: other.h })],
  ]
}

/** From green over blue to magenta, whose warm neighbours are towards red. */
const isCool = ({ h }: Oklch) => h > 180 && h < 345

function discOf({ width, height, format }: Grid): Circle {
  const { diameter, x, y } = {
    square: { diameter: 0.7, x: 0.83, y: 0.86 },
    landscape: { diameter: 0.53, x: 0.87, y: 0.56 },
    portrait: { diameter: 0.84, x: 0.87, y: 0.81 },
  }[format]
  return { x: x * width, y: y * height, radius: (diameter * width) / 2 }
}
