import { oklabOf, oklchOf } from '../../numeric/color.ts'
import { linearOf, mixed, type Rgb, rgbOf } from '../color.ts'
import { contrastOf, cssOf, hexOf, type Inks, isDistinct, strongestOn } from '../inks.ts'
import drawings from './drawings.json'

/** A drawing of an emoji, whose colours are those that it is drawn with. */
export interface Pictogram {
  /** SVG; each `fill` is the number of a colour. */
  body: string
  /** From the darkest to the lightest, 0 to 1, and OKLab a and b; with an OKLab lightness the colour stays as it is. */
  colors: readonly (readonly number[])[]
  /** The part of the drawing that each colour is seen on. */
  shares: readonly number[]
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

/** In pixels; `x` and `y` of its centre, `size` of its longer side. */
interface Place {
  x: number
  y: number
  size: number
}

/** An SVG group of a drawing that stands out from its field. */
export const drawPictogram = (pictogram: Pictogram, place: Place, field: Rgb, inks: Inks) =>
  drawIn(pictogram, place, chooseTones(pictogram, tonesOn(field, inks), field))

function drawIn(
  { body, box: [left = 0, top = 0, width = 1, height = 1] }: Pictogram,
  { x, y, size }: Place,
  colors: readonly Rgb[],
): string {
  const scale = size / Math.max(width, height)
  const filled = body.replace(
    /fill="(\d+)"/g,
    (_, color) => `fill="${cssOf(colors[Number(color)] ?? [0, 0, 0])}"`,
  )
  return `<g transform="translate(${x} ${y}) scale(${scale}) translate(${-left - width / 2} ${-top - height / 2})">${filled}</g>`
}

/** What a step of lightness over all tones weighs against one of 1 in OKLab a and b. */
const hueWeight = 2.2
/** Of a tone that another colour of the drawing has. */
const takenWeight = 0.35

/** Least contrast of most of a drawing with its field, and how much of it that is. */
export const drawnContrastMin = 1.6
export const drawnShareMin = 0.5
/** What contrast weighs where the tones that are most like a drawing would sink into the field. */
const contrastWeights = [0, 1, 4, 16]

/** A field, or another ink that stands out from what is beside it, if a drawing's own colours are seen better on that. */
export function fieldOf(pictogram: Pictogram, field: Rgb, inks: Inks, beside: readonly Rgb[] = []): Rgb {
  const { deep, second, paper, pattern } = inks
  const isSeenOn = (one: Rgb) => {
    const tones = brandTones(pictogram, tonesOn(one, inks), one)
    return isSeen(pictogram, ownColors(pictogram, tones), one)
  }
  if (isSeenOn(field)) return field
  const others = [deep, ...pattern, second, paper]
  return others.find((ink) => isSeenOn(ink) && beside.every((other) => isDistinct(ink, other))) ?? field
}

/**
 * A colour for each of a drawing's: its own, or a shade of it that stands out from the field, or a tone like it in lightness
 * and hue, and another one than those of the colours before it.
 */
export function chooseTones(pictogram: Pictogram, tones: Tones, field: Rgb): Rgb[] {
  const brand = brandTones(pictogram, tones, field)
  const by = oklchOf(hexOf(field)).l > middleLightness ? -shadeStep : shadeStep
  const shaded = ownColors(pictogram, brand, (color) => seenOn(field, color, by))
  const ways = [ownColors(pictogram, brand), shaded]
  return ways.find((colors) => isSeen(pictogram, colors, field)) ?? brand
}

/** Colours that are not the brand's, as they are or changed, and tones for the others. */
const ownColors = ({ colors }: Pictogram, tones: Tones, change = (color: Rgb) => color): Rgb[] =>
  tones.map((tone, at) => {
    const own = ownColor(colors[at] ?? [])
    return own === undefined ? tone : change(own)
  })

/** Whether most of a drawing stands out from its field. */
function isSeen({ shares }: Pictogram, colors: readonly Rgb[], field: Rgb): boolean {
  const seen = colors.map((color, at) =>
    contrastOf(color, field) >= drawnContrastMin ? (shares[at] ?? 0) : 0,
  )
  return seen.reduce((sum, share) => sum + share, 0) >= drawnShareMin
}

/** A colour that is not one of the brand's. */
function ownColor([, a = 0, b = 0, l]: readonly number[]): Rgb | undefined {
  return l === undefined
    ? undefined
    : rgbOf({ l, c: Math.hypot(a, b), h: (Math.atan2(b, a) * 180) / Math.PI })
}

/** Fields above it have darker drawings. */
const middleLightness = 0.62

/** Tones like a drawing's colours, of which most stand out from the field where any of them do. */
function brandTones(pictogram: Pictogram, tones: Tones, field: Rgb): Rgb[] {
  const { colors, shares } = pictogram
  const labs = tones.map((tone) => oklabOf(linearOf(tone)))
  const isSunk = tones.map((tone) => contrastOf(tone, field) < drawnContrastMin)
  let chosen: Rgb[] = []
  for (const weight of contrastWeights) {
    const taken = tones.map(() => 0)
    chosen = colors.map(([place = 0, a = 0, b = 0], color) => {
      const costs = labs.map(
        (lab, index) =>
          Math.abs(place - index / Math.max(1, tones.length - 1)) +
          hueWeight * Math.hypot(a - lab.a, b - lab.b) +
          takenWeight * (taken[index] ?? 0) +
          (isSunk[index] === true ? weight * (shares[color] ?? 0) : 0),
      )
      const best = costs.indexOf(Math.min(...costs))
      taken[best] = (taken[best] ?? 0) + 1
      return tones[best] ?? field
    })
    if (isSeen(pictogram, chosen, field)) break
  }
  return chosen
}

/** Tones of the brand that stand out from a field: shades of the field's own hue between its darkest and lightest inks. */
export function tonesOn(field: Rgb, { accent, second, deep, paper, pattern }: Inks): Tones {
  const dark = strongestOn(paper, [deep, ...pattern])
  const light = strongestOn(deep, [paper, ...pattern])
  const [own = mixed(field, light, 0.5)] = [accent, ...pattern, second].filter(
    (ink) => isColour(ink) && isDistinct(ink, field) && isDistinct(ink, dark),
  )
  const lightness = oklchOf(hexOf(field)).l
  const main = seenOn(field, own, lightness < darkLightness ? shadeStep : -shadeStep)
  if (lightness < darkLightness)
    return [shade(field, 0.16), shade(main, -0.1), main, mixed(main, light, 0.5), light]
  if (lightness > lightLightness)
    return [dark, shade(main, -0.14), main, mixed(main, light, 0.3), mixed(main, light, 0.55)]
  const tint = contrastOf(own, field) < tintContrast ? mixed(field, light, 0.5) : own
  return [dark, seenOn(field, shade(field, -0.17), -shadeStep), tint, mixed(field, light, 0.72), light]
}

/** Fields below and above this lightness have no room for darker, or for lighter, shades. */
const darkLightness = 0.42
const lightLightness = 0.79
/** Of another colour of the brand that stands in for a tint. */
const tintContrast = 1.6

/** A colour, or the nearest of its shades in a direction that stands out from the field. */
function seenOn(field: Rgb, color: Rgb, step: number): Rgb {
  const shades = Array.from({ length: 8 }, (_, index) => shade(color, index * step))
  return shades.find((one) => contrastOf(one, field) >= drawnContrastMin) ?? color
}
const shadeStep = 0.04

const isColour = (ink: Rgb) => oklchOf(hexOf(ink)).c > 0.06

/** A colour of the same hue, lighter or darker. */
function shade(color: Rgb, by: number): Rgb {
  const { l, c, h } = oklchOf(hexOf(color))
  return rgbOf({ l: Math.min(1, Math.max(0, l + by)), c, h })
}
