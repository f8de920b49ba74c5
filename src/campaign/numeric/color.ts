import { clamp01, mix, smoothstep } from './math.ts'

/** Linear-light sRGB, 0 to 1, above 1 where light is brighter than white. Loops over pixels write into one and reuse it. */
export interface Color {
  r: number
  g: number
  b: number
}

/** OKLCH: lightness 0 to 1, chroma 0 to about 0.32, hue in degrees. */
export interface Oklch {
  l: number
  c: number
  h: number
}

/** OKLab: lightness 0 to 1, a and b about -0.4 to 0.4. */
export interface Oklab {
  l: number
  a: number
  b: number
}

/**
 * The colour of OKLCH coordinates in sRGB. Chroma is lowered until it fits, lightness and hue stay.
 * @see https://bottosson.github.io/posts/oklab/
 */
export function colorOf({ l, c, h }: Oklch): Color {
  const lightness = clamp01(l)
  const cos = Math.cos((h * Math.PI) / 180)
  const sin = Math.sin((h * Math.PI) / 180)
  const at = (chroma: number) => colorOfLab({ l: lightness, a: chroma * cos, b: chroma * sin })

  if (isInGamut(at(c))) return clipped(at(c))
  let low = 0
  let high = c
  for (let i = 0; i < 16; i++) {
    const middle = (low + high) / 2
    if (isInGamut(at(middle))) low = middle
    else high = middle
  }
  return clipped(at(low))
}

/** May lie outside sRGB: channels below 0 and above 1 are kept. */
export function colorOfLab({ l, a, b }: Oklab): Color {
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return {
    r: 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    g: -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    b: -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  }
}

export function oklabOf({ r, g, b }: Color): Oklab {
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return {
    l: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    a: 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    b: 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  }
}

/** @param hex `#rrggbb` */
export function oklchOf(hex: string): Oklch {
  const value = Number.parseInt(hex.slice(1), 16)
  const { l, a, b } = oklabOf({
    r: decodeSrgb((value >> 16) & 255),
    g: decodeSrgb((value >> 8) & 255),
    b: decodeSrgb(value & 255),
  })
  return { l, c: Math.hypot(a, b), h: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 }
}

/** Mixes as the eye does, in OKLab. */
export function mixColors(from: Color, to: Color, share: number): Color {
  const a = oklabOf(from)
  const b = oklabOf(to)
  return clipped(
    colorOfLab({ l: a.l + (b.l - a.l) * share, a: a.a + (b.a - a.a) * share, b: a.b + (b.b - a.b) * share }),
  )
}

/** Turns a hue towards another one on the shorter way round, both in degrees. */
export function turnHue(hue: number, towards: number, share: number): number {
  return (hue + shorterWay(hue, towards) * share + 360) % 360
}

/**
 * Leans a colour to another hue on the straight way through OKLab: a yellow that leans to blue gets paler, never green.
 * Most of the chroma that is lost near grey is given back.
 */
export function leanHue({ l, c, h }: Oklch, towards: number, share: number): Oklch {
  const radians = Math.PI / 180
  const a = (1 - share) * Math.cos(h * radians) + share * Math.cos(towards * radians)
  const b = (1 - share) * Math.sin(h * radians) + share * Math.sin(towards * radians)
  const kept = Math.hypot(a, b)
  return { l, c: c * (0.72 + 0.28 * kept), h: (Math.atan2(b, a) / radians + 360) % 360 }
}

/** Dark yellow and orange look like mud: the darker they get, the more they turn to wine or to green. */
export function withoutMud({ l, c, h }: Oklch): Oklch {
  const yellow = smoothstep(62, 34, hueDistance(h, 85))
  return { l, c, h: turnHue(h, h < 100 ? 16 : 152, 0.85 * yellow * smoothstep(0.68, 0.4, l)) }
}

/** 0 to 180 degrees. */
export const hueDistance = (hue: number, other: number) => Math.abs(shorterWay(hue, other))

const shorterWay = (hue: number, towards: number) => ((((towards - hue) % 360) + 540) % 360) - 180

/** For SVG: `rgb(r,g,b)`. */
export function cssOf({ r, g, b }: Color): string {
  return `rgb(${encodeSrgb(r)},${encodeSrgb(g)},${encodeSrgb(b)})`
}

/** One 8-bit sRGB value to linear light. */
export const decodeSrgb = (value: number) => srgbToLinear[value] ?? 0

const srgbToLinear = Float32Array.from({ length: 256 }, (_, value) => {
  const v = value / 255
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
})

/** Linear light to one 8-bit sRGB value. */
export function encodeSrgb(linear: number): number {
  const v = clamp01(linear)
  return Math.round(255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055))
}

const slack = 1e-4

function isInGamut({ r, g, b }: Color): boolean {
  return r > -slack && g > -slack && b > -slack && r < 1 + slack && g < 1 + slack && b < 1 + slack
}

const clipped = ({ r, g, b }: Color): Color => ({ r: clamp01(r), g: clamp01(g), b: clamp01(b) })

/**
 * Mixes two colours in OKLab, where a mix of complements passes through grey: turning the hue instead would pass
 * through every hue between them.
 */
export function mixOklch(from: Oklch, to: Oklch, share: number): Oklch {
  const a = mix(axis(from, Math.cos), axis(to, Math.cos), share)
  const b = mix(axis(from, Math.sin), axis(to, Math.sin), share)
  return {
    l: mix(from.l, to.l, share),
    c: Math.hypot(a, b),
    h: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
  }
}

const axis = ({ c, h }: Oklch, wave: (angle: number) => number) => c * wave((h * Math.PI) / 180)
