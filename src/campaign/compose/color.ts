import { type Color, colorOf, decodeSrgb, type Oklch } from '../numeric/color.ts'

export type Rgb = readonly [red: number, green: number, blue: number]

/** The nearest sRGB colour; chroma is lowered until it is in gamut. */
export function rgbOf(color: Oklch): Rgb {
  const { r, g, b } = colorOf(color)
  return [Math.round(encodeSrgb(r)), Math.round(encodeSrgb(g)), Math.round(encodeSrgb(b))]
}

/** In linear light, 0 to 1. */
export function linearOf([red, green, blue]: Rgb): Color {
  return { r: decodeSrgb(red), g: decodeSrgb(green), b: decodeSrgb(blue) }
}

/** Contrast ratio of two relative luminances, 1 to 21, as WCAG 2 defines it. */
export function contrastRatio(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** Linear light, 0 to 1, as an sRGB value from 0 to 255, not rounded. */
export function encodeSrgb(linear: number): number {
  return 255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055)
}
