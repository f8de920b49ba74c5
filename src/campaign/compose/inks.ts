import { type Oklch, oklabOf, oklchOf } from '../numeric/color.ts'
import { contrastRatio, linearOf, luminanceOf, mixed, parseHex, type Rgb, rgbOf } from './color.ts'

/** What a layout's ground is made of. */
export const groundKinds = ['paper', 'deep', 'accent', 'accent-paper', 'brand', 'tint', 'white'] as const
/** A hex colour is that of a picture's own ground. */
export type GroundKind = (typeof groundKinds)[number] | `#${string}`

const isHex = (kind: GroundKind): kind is `#${string}` => kind.startsWith('#')

/** The colours of a campaign, the same in all of its assets. */
export interface Inks {
  ground: Rgb
  headline: Rgb
  /** Sublines and legal notes. */
  text: Rgb
  /** The most colourful one, for shapes. */
  accent: Rgb
  /** Beside the accent in gradients: the brand's second colour, or a neighbour of the accent. */
  second: Rgb
  /** The accent as text on the ground, and as large type. */
  accentText: Rgb
  accentLarge: Rgb
  button: { fill: Rgb; text: Rgb }
  badge: { fill: Rgb; text: Rgb }
  /** Nearly black and nearly white, of the brand's hues. */
  deep: Rgb
  paper: Rgb
  /** Of a band or field that the logo stands on, in layouts that have one. */
  plate: Rgb
  /** Inks of patterns, the ground's first. */
  pattern: readonly Rgb[]
}

/** Text of any size, and of large type (WCAG 2.2, success criterion 1.4.3). */
export const textContrastMin = 4.5
export const largeContrastMin = 3
/** Headlines in a brand colour have sublines in a tint of it, which must be legible too. */
const headlineContrast = 5.5

export const contrastOf = (one: Rgb, other: Rgb) => contrastRatio(luminanceOf(one), luminanceOf(other))

/** The ink with most contrast on a colour, which is itself returned where there is none. */
export function strongestOn(color: Rgb, inks: readonly Rgb[]): Rgb {
  return inks.toSorted((a, b) => contrastOf(b, color) - contrastOf(a, color))[0] ?? color
}

/** Brand colours without a kit: of the logo, or neutral ones. */
const neutralBrand: readonly string[] = ['#1d2433', '#3f5bd8', '#f5f3ee']

/**
 * The inks on one kind of ground. Colours of the brand come first as they are, then lightened or darkened at their hue
 * until they can be read; black and white come last.
 * @param palette hex colours of the brand; may be empty
 * @param logo luminances of the logo's tones, which grounds follow
 */
export function inksOn(kind: GroundKind, palette: readonly string[], logo: readonly number[] = []): Inks {
  const colors = (palette.length > 0 ? palette : neutralBrand).map(oklchOf)
  const darkest = colors.reduce((a, b) => (b.l < a.l ? b : a))
  const lightest = colors.reduce((a, b) => (b.l > a.l ? b : a))
  const vivid = colors.toSorted((a, b) => vividness(b) - vividness(a))
  const main = vivid[0] ?? darkest
  const dark = darkest.l < 0.42 ? darkest : { l: 0.24, c: Math.min(darkest.c, 0.06), h: darkest.h }
  const deep = carrying(rgbOf(dark), logo)
  const paper = kind === 'white' ? white : isPaper(lightest) ? rgbOf(lightest) : paperOf(main, 0.958)
  const second = vivid.slice(1).find((color) => color.c > 0.04 && color.l > 0.3 && color.l < 0.85)
  const pale = colors.find((color) => color !== lightest && color.l > 0.8 && color.c < 0.08)
  const isOnAccent = kind.startsWith('accent')
  const shaded = { ...(second ?? main), l: Math.min(0.42, (second ?? main).l) }
  const grounds: Readonly<Record<(typeof groundKinds)[number], Rgb>> = {
    paper,
    white: paper,
    deep,
    accent: rgbOf(main),
    'accent-paper': rgbOf(main),
    tint: pale === undefined ? paperOf(main, 0.94, 2) : rgbOf(pale),
    brand: rgbOf(darkest.l < 0.42 && darkest.c > 0.03 ? darkest : shaded),
  }
  const ground = isHex(kind) ? parseHex(kind) : carrying(grounds[kind], logo)
  const headline = isOnAccent
    ? onAccent(ground, paper, [deep, ...colors.map(rgbOf)])
    : headlineOn(ground, [
        [colors.filter((color) => color !== main).map(rgbOf), headlineContrast],
        [[rgbOf(main)], headlineContrast],
        [[deep, paper], textContrastMin],
      ])
  // A headline in the most colourful ink leaves the accent to the next one.
  const isMainTaken = distance(headline, rgbOf(main)) === 0
  const next = vivid.slice(1).find((color) => color.c > 0.06 && contrastOf(rgbOf(color), ground) >= 1.8)
  const wanted = isOnAccent ? (second ?? darkest) : isMainTaken ? (next ?? main) : main
  // Another colour of the brand comes before a lighter or darker shade, which is often dull.
  const accentColor =
    [wanted, ...vivid].find((color) => color.c > 0.04 && isDistinct(rgbOf(color), ground)) ?? wanted
  const accent = distinct(accentColor, ground)
  const isDull = accentColor.c < dullChroma
  const [first, other] = isOnAccent || isDull ? [headline, accent] : [accent, headline]
  const fill = fillOn(ground, [first, other], [deep, paper])
  // A badge of the button's colour would look like a second button.
  const sticker = [...vivid.filter((color) => color.c > 0.06).map(rgbOf), headline].find(
    (color) => contrastOf(color, ground) >= largeContrastMin && distance(color, fill.fill) > 40,
  )
  // Under a colourful headline, sublines are neutral.
  const body = oklchOf(hexOf(headline)).c > 0.1 ? textOn(ground, [deep, paper]) : headline
  return {
    ground,
    headline,
    text: contrastOf(body, ground) >= textContrastMin ? softer(body, ground) : textOn(ground, [deep, paper]),
    accent,
    second: rgbOf(second ?? { ...main, h: main.h + (isOrange(main) ? -25 : 40) }),
    accentText: inkOf(accentColor, ground, { least: textContrastMin, headline, others: vivid }),
    accentLarge: inkOf(accentColor, ground, { least: largeContrastMin, headline, others: vivid }),
    button: fill,
    badge: sticker === undefined ? fill : { fill: sticker, text: textOn(sticker, [ground, deep, paper]) },
    deep,
    paper,
    plate: kind === 'paper' || kind === 'tint' || kind === 'accent' ? deep : paper,
    pattern: patternOf(ground, [...vivid.map(rgbOf), deep, paper]),
  }
}

/** Accents of less chroma do not suit a button. */
const dullChroma = 0.05
const white: Rgb = [253, 253, 252]

/** How much lighter or darker a ground may be than the brand's colour. */
const groundShiftMax = 0.12
const groundShifts = 12
/** Darker shades look black, not like the brand. */
const groundLightnessMin = 0.2

/** A ground, or the shade nearest to it on which every tone of the logo can be read, if there is one. */
function carrying(ground: Rgb, logo: readonly number[]): Rgb {
  const color = oklchOf(hexOf(ground))
  const shades = Array.from({ length: 2 * groundShifts }, (_, index) => {
    const shift = (groundShiftMax * (1 + (index >> 1))) / groundShifts
    return rgbOf({
      ...color,
      l: Math.min(
        1,
        Math.max(Math.min(groundLightnessMin, color.l), color.l + (index % 2 === 0 ? -shift : shift)),
      ),
    })
  })
  const isCarrying = (shade: Rgb) =>
    logo.every((tone) => contrastRatio(tone, luminanceOf(shade)) >= largeContrastMin)
  return [ground, ...shades].find(isCarrying) ?? ground
}

/** Light colours of the brand that copy can stand on. */
const isPaper = ({ l, c }: Oklch) => l > 0.84 && c < 0.08

/** From red to yellow; the neighbours towards green are muddy. */
const isOrange = ({ h }: Oklch) => h > 15 && h < 110

/** A paper with a touch of the accent, or several; of red and orange a cream, as a light red is a pink. */
function paperOf({ h, c }: Oklch, l: number, touches = 1): Rgb {
  const isWarm = h < 75 || h > 330
  return rgbOf({ l, c: touches * Math.min(isWarm ? 0.012 : 0.016, 0.3 * c), h: isWarm ? 85 : h })
}

/** Light type if it is legible when large, else dark. */
function onAccent(ground: Rgb, paper: Rgb, others: readonly Rgb[]): Rgb {
  return contrastOf(paper, ground) >= largeContrastMin + 0.2 ? paper : textOn(ground, others)
}

/** The brand's colour with most contrast, of those that are not the accent; then the accent, then shades of the brand. */
function headlineOn(ground: Rgb, choices: readonly (readonly [inks: readonly Rgb[], least: number])[]): Rgb {
  for (const [inks, least] of choices) {
    const strongest = strongestOn(ground, inks)
    if (contrastOf(strongest, ground) >= least) return strongest
  }
  return plainOn(ground)
}

/** The first fill that stands out from the ground, and its text. */
export function fillOn(ground: Rgb, fills: readonly Rgb[], inks: readonly Rgb[]): { fill: Rgb; text: Rgb } {
  const fill = fills.find((each) => contrastOf(each, ground) >= 1.8) ?? plainOn(ground)
  return { fill, text: textOn(fill, [ground, ...inks]) }
}

/** Pale and dark colours are less use as an accent than their chroma says. */
const vividness = ({ l, c }: Oklch) => c * (1 - Math.abs(l - 0.62))

/** An accent must stand out from the ground as a shape, by lightness or, as yellow on white, by colour. */
function distinct(color: Oklch, ground: Rgb): Rgb {
  const rgb = rgbOf(color)
  return isDistinct(rgb, ground) ? rgb : readable(color, ground, largeContrastMin)
}

export function isDistinct(one: Rgb, other: Rgb): boolean {
  const [from, to] = [oklabOf(linearOf(one)), oklabOf(linearOf(other))]
  return contrastOf(one, other) >= 1.5 || Math.hypot(from.a - to.a, from.b - to.b) > 0.12
}

/** The colour, lightened or darkened at its hue until it can be read on the ground. */
export function readable(color: Oklch, ground: Rgb, least = textContrastMin): Rgb {
  const towards = luminanceOf(ground) > 0.18 ? -0.01 : 0.01
  let current = color
  while (contrastOf(rgbOf(current), ground) < least && current.l > 0 && current.l < 1)
    current = { ...current, l: current.l + towards }
  return rgbOf(current)
}

/** Darker than it is, a yellow is a brown. */
const isYellow = ({ h }: Oklch) => h > 70 && h < 110
/** Of colours that can stand in for an accent. */
const colourfulChroma = 0.1

/** The accent as text; another colour of the brand for a yellow, and the headline's ink where the accent would turn into another colour, as yellow into olive. */
function inkOf(
  color: Oklch,
  ground: Rgb,
  { least, headline, others }: { least: number; headline: Rgb; others: readonly Oklch[] },
): Rgb {
  const ink = readable(color, ground, least)
  const asGiven = [color, ...others].find(
    (each) => each.c > colourfulChroma && contrastOf(rgbOf(each), ground) >= least,
  )
  if (isYellow(color) && asGiven !== undefined) return rgbOf(asGiven)
  return Math.abs(oklchOf(hexOf(ink)).l - color.l) > 0.25 && contrastOf(headline, ground) >= least
    ? headline
    : ink
}

/** Text on a fill: the first ink that can be read, else a dark or light shade of the fill's hue, black or white last. */
function textOn(fill: Rgb, inks: readonly Rgb[]): Rgb {
  const best = strongestOn(fill, inks)
  if (contrastOf(best, fill) >= textContrastMin) return best
  const { h, c } = oklchOf(hexOf(fill))
  const shades = [rgbOf({ l: 0.16, c: Math.min(c, 0.04), h }), rgbOf({ l: 0.985, c: 0.005, h })]
  return shades.find((shade) => contrastOf(shade, fill) >= textContrastMin) ?? plainOn(fill)
}

/** Nearly black or white where that can be read: one of the pure ones can be read on any ground. */
function plainOn(ground: Rgb): Rgb {
  const plain: Rgb[] = [
    [20, 20, 20],
    [250, 250, 250],
    [0, 0, 0],
  ]
  return plain.find((ink) => contrastOf(ink, ground) >= textContrastMin) ?? [255, 255, 255]
}

const softShare = 0.16

/** An ink mixed with the ground, as long as it can be read well. */
function softer(ink: Rgb, ground: Rgb): Rgb {
  const soft = mixed(ink, ground, softShare)
  return contrastOf(soft, ground) >= textContrastMin + 0.5 ? soft : ink
}

function patternOf(ground: Rgb, inks: readonly Rgb[]): Rgb[] {
  const chosen: Rgb[] = []
  for (const ink of inks) if (chosen.every((other) => distance(ink, other) > 40)) chosen.push(ink)
  return [ground, ...chosen.filter((ink) => distance(ink, ground) > 40)].slice(0, 5)
}

const distance = (one: Rgb, other: Rgb) => Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])

export const hexOf = (rgb: Rgb) => `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`
export const cssOf = (rgb: Rgb) => `rgb(${rgb.join()})`
