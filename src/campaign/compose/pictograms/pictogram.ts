import { oklabOf, oklchOf } from '../../numeric/color.ts'
import { linearOf, mixed, type Rgb, rgbOf } from '../color.ts'
import { contrastOf, cssOf, hexOf, type Inks, isDistinct, strongestOn } from '../inks.ts'
import drawings from './drawings.json'

/** A drawing of an emoji, whose colours are those that it is drawn with. */
export interface Pictogram {
  /** SVG; each `fill` is the number of a colour. */
  body: string
  /** From the darkest to the lightest, 0 to 1, and OKLab a and b. */
  colors: readonly (readonly number[])[]
  /** Left, top, width and height of what is drawn on. */
  box: readonly number[]
}

/** From the darkest to the lightest. */
export type Tones = readonly Rgb[]

const drawingOf = new Map<string, Pictogram>(Object.entries(drawings))

/** Drawings of emoji; those without one are left out. */
export function pictogramsOf(emoji: readonly string[]): Pictogram[] {
  return emoji.flatMap((char) => drawingOf.get(char) ?? [])
}

/** An SVG group. @param size of its longer side, in pixels @param x of its centre, as y */
export function drawPictogram(
  { body, colors, box: [left = 0, top = 0, width = 1, height = 1] }: Pictogram,
  { x, y, size, tones }: { x: number; y: number; size: number; tones: Tones },
): string {
  const scale = size / Math.max(width, height)
  const chosen = chooseTones(colors, tones)
  const filled = body.replace(
    /fill="(\d+)"/g,
    (_, color) => `fill="${cssOf(chosen[Number(color)] ?? [0, 0, 0])}"`,
  )
  return `<g transform="translate(${x} ${y}) scale(${scale}) translate(${-left - width / 2} ${-top - height / 2})">${filled}</g>`
}

/** A large drawing on a field, with its shadow. */
export function drawSubject(
  pictogram: Pictogram,
  { x, y, size }: { x: number; y: number; size: number },
  field: Rgb,
  inks: Inks,
): string {
  const tones = tonesOn(field, inks)
  const shadow = mixed(field, tones[0] ?? field, 0.35)
  const below = { x: x + 0.03 * size, y: y + 0.03 * size, size, tones: tones.map(() => shadow) }
  return drawPictogram(pictogram, below) + drawPictogram(pictogram, { x, y, size, tones })
}

/** What a step of lightness over all tones weighs against one of 1 in OKLab a and b. */
const hueWeight = 2.2
/** Of a tone that another colour of the drawing has. */
const takenWeight = 0.35

/** A tone for each colour: like it in lightness and hue, and another one than those of the colours before it. */
function chooseTones(colors: Pictogram['colors'], tones: Tones): Rgb[] {
  const labs = tones.map((tone) => oklabOf(linearOf(tone)))
  const taken = tones.map(() => 0)
  return colors.map(([place = 0, a = 0, b = 0]) => {
    const costs = labs.map(
      (lab, index) =>
        Math.abs(place - index / Math.max(1, tones.length - 1)) +
        hueWeight * Math.hypot(a - lab.a, b - lab.b) +
        takenWeight * (taken[index] ?? 0),
    )
    const best = costs.indexOf(Math.min(...costs))
    taken[best] = (taken[best] ?? 0) + 1
    return tones[best] ?? [0, 0, 0]
  })
}

/** Tones of the brand that stand out from a field: shades of the field's own hue between its darkest and lightest inks. */
export function tonesOn(field: Rgb, { accent, second, deep, paper, pattern }: Inks): Tones {
  const dark = strongestOn(paper, [deep, ...pattern])
  const light = strongestOn(deep, [paper, ...pattern])
  const [main = mixed(field, light, 0.5)] = [accent, ...pattern, second].filter(
    (ink) => isColour(ink) && isDistinct(ink, field) && isDistinct(ink, dark),
  )
  const lightness = oklchOf(hexOf(field)).l
  if (lightness < darkLightness)
    return [shade(field, 0.16), shade(main, -0.1), main, mixed(main, light, 0.5), light]
  if (lightness > lightLightness)
    return [dark, shade(main, -0.14), main, mixed(main, light, 0.3), mixed(main, light, 0.55)]
  const tint = contrastOf(main, field) < tintContrast ? mixed(field, light, 0.5) : main
  return [dark, shade(field, -0.17), tint, mixed(field, light, 0.72), light]
}

/** Fields below and above this lightness have no room for darker, or for lighter, shades. */
const darkLightness = 0.42
const lightLightness = 0.86
/** Of another colour of the brand that stands in for a tint. */
const tintContrast = 1.6

const isColour = (ink: Rgb) => oklchOf(hexOf(ink)).c > 0.06

/** A colour of the same hue, lighter or darker. */
function shade(color: Rgb, by: number): Rgb {
  const { l, c, h } = oklchOf(hexOf(color))
  return rgbOf({ l: Math.min(1, Math.max(0, l + by)), c, h })
}
