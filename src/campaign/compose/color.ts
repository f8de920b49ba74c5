import type { Box, Raster } from '../images/raster.ts'
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

/** Between which luminances nine tenths of a box's pixels lie. */
export interface LuminanceRange {
  low: number
  high: number
}

const ignoredShare = 0.05
const bins = 4096
/** Of 8-bit sRGB values in linear light. */
const linear = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})

/** Relative luminance of an 8-bit sRGB colour as WCAG defines it, 0 to 1. */
export function luminanceOf([red, green, blue]: Rgb): number {
  return 0.2126 * (linear[red] ?? 0) + 0.7152 * (linear[green] ?? 0) + 0.0722 * (linear[blue] ?? 0)
}

export function parseHex(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** The range from the 5th to the 95th percentile of a box's luminance; percentiles are found by 4,096 bins. */
export function luminanceRange({ data, width, channels }: Raster, box: Box): LuminanceRange {
  const counts = new Uint32Array(bins)
  const lowest = new Float64Array(bins).fill(1)
  const highest = new Float64Array(bins)
  for (let y = box.top; y < box.top + box.height; y += 1) {
    for (let x = box.left; x < box.left + box.width; x += 1) {
      const at = (y * width + x) * channels
      const luminance = luminanceOf([data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0])
      const bin = Math.min(bins - 1, Math.floor(luminance * bins))
      counts[bin] = (counts[bin] ?? 0) + 1
      // Not the edges of the bin: they would cost black and white a contrast that only they have.
      if (luminance < (lowest[bin] ?? 0)) lowest[bin] = luminance
      if (luminance > (highest[bin] ?? 1)) highest[bin] = luminance
    }
  }
  const ignored = ignoredShare * box.width * box.height
  let low = 0
  for (let seen = counts[0] ?? 0; seen <= ignored && low < bins - 1; seen += counts[low] ?? 0) low += 1
  let high = bins - 1
  for (let seen = counts[high] ?? 0; seen <= ignored && high > 0; seen += counts[high] ?? 0) high -= 1
  return { low: lowest[low] ?? 0, high: highest[high] ?? 1 }
}

/** The least contrast ratio of one luminance with any of a range, 1 to 21. */
export function worstContrast(luminance: number, { low, high }: LuminanceRange): number {
  if (luminance > high) return contrastRatio(luminance, high)
  if (luminance < low) return contrastRatio(luminance, low)
  return 1
}

/** For a warning: cut, not rounded, so that it never looks as if it reached the least that is needed. */
export function contrastText(contrast: number): string {
  return (Math.floor(contrast * 10) / 10).toFixed(1)
}
