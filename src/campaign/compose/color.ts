import { type Color, colorOf, decodeSrgb, encodeSrgb, mixColors, type Oklch } from '../numeric/color.ts'

export type Rgb = readonly [red: number, green: number, blue: number]

/** The nearest sRGB colour; chroma is lowered until it is in gamut. */
export const rgbOf = (color: Oklch): Rgb => encoded(colorOf(color))

/** A colour between two, as the eye mixes. */
export const mixed = (from: Rgb, to: Rgb, share: number): Rgb =>
  encoded(mixColors(linearOf(from), linearOf(to), share))

const encoded = ({ r, g, b }: Color): Rgb => [encodeSrgb(r), encodeSrgb(g), encodeSrgb(b)]

/** In linear light, 0 to 1. */
export function linearOf([red, green, blue]: Rgb): Color {
  return { r: decodeSrgb(red), g: decodeSrgb(green), b: decodeSrgb(blue) }
}

/** Contrast ratio of two relative luminances, 1 to 21, as WCAG 2 defines it. */
export function contrastRatio(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}
