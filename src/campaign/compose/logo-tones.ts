import type { Raster } from '../images/raster.ts'
import { oklabOf } from '../numeric/color.ts'
import { contrastRatio, type LuminanceRange, linearOf, luminanceOf, type Rgb } from './color.ts'

/** The colours that a mark meets its ground with, and the share of its edge that each has. */
export interface LogoTone {
  color: Rgb
  luminance: number
  share: number
}

/** Graphical objects are legible from this contrast on (WCAG 2.2, success criterion 1.4.11). */
export const logoContrastMin = 3
/** Tones of a smaller part of the edge do not count. */
const shareMin = 0.03
/** Distance in OKLab from which colours are two tones. */
const toneDistance = 0.12
const opaque = 128
const reach = 2

/** The tones of a mark's edge: visible pixels within two of what is transparent, or of the mark's box. */
export function logoTones(mark: Raster): LogoTone[] {
  const { width, height, data } = mark
  const isShown = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && (data[(y * width + x) * 4 + 3] ?? 0) >= opaque
  const groups: { lab: [number, number, number]; sum: [number, number, number]; count: number }[] = []
  let edge = 0
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!isShown(x, y)) continue
      const isEdge = [-reach, reach].some((step) => !isShown(x + step, y) || !isShown(x, y + step))
      if (!isEdge) continue
      edge += 1
      const at = (y * width + x) * 4
      const rgb: [number, number, number] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
      const { l, a, b } = oklabOf(linearOf(rgb))
      let group = groups.find(({ lab }) => Math.hypot(lab[0] - l, lab[1] - a, lab[2] - b) < toneDistance)
      if (group === undefined) {
        group = { lab: [l, a, b], sum: [0, 0, 0], count: 0 }
        if (groups.length < 64) groups.push(group)
      }
      group.count += 1
      for (const channel of [0, 1, 2] as const) group.sum[channel] += rgb[channel]
    }
  }
  return groups
    .filter(({ count }) => count >= shareMin * edge)
    .map(({ sum, count }) => {
      const color: Rgb = [Math.round(sum[0] / count), Math.round(sum[1] / count), Math.round(sum[2] / count)]
      return { color, luminance: luminanceOf(color), share: count / edge }
    })
}

/** Channels of white from here on, also in a JPEG. */
const whiteMin = 244
/** Part of the border that is white where a mark has a white box; the mark itself may touch it. */
const boxShareMin = 0.9

/** Whether a mark was saved on white instead of on nothing. */
export function hasWhiteBox({ width, height, data }: Raster): boolean {
  let [border, white] = [0, 0]
  for (let y = 0; y < height; y += 1) {
    const step = y === 0 || y === height - 1 ? 1 : Math.max(1, width - 1)
    for (let x = 0; x < width; x += step) {
      const at = (y * width + x) * 4
      border += 1
      if (data.subarray(at, at + 4).every((value) => value >= whiteMin)) white += 1
    }
  }
  return white >= boxShareMin * border
}

/** White on a lighter ground is not seen as a box. */
const boxContrastMin = 1.06

/** Whether white is seen on a ground between two luminances. */
export const isWhiteSeen = ({ low }: LuminanceRange) => contrastRatio(1, low) >= boxContrastMin

/** The least contrast of any tone with grounds between two luminances; opacity mixes the mark with its ground. */
export function logoContrast(tones: readonly LogoTone[], range: LuminanceRange, opacity: number): number {
  return Math.min(21, ...tones.map((tone) => toneContrast(tone, range, opacity)))
}

function toneContrast({ luminance }: LogoTone, { low, high }: LuminanceRange, opacity: number): number {
  if (luminance > low && luminance < high) return 1
  const ratios = [low, high].map((ground) => contrastRatio(ground + (luminance - ground) * opacity, ground))
  return Math.min(...ratios)
}

/** Thin strokes need the contrast of text. */
const logoContrastGood = 4.5
const illegible = 0.9

/** How well a mark can be read, 0 to 1: by the share of its edge that is legible, less for a tone that is not. */
export function logoLegibility(tones: readonly LogoTone[], range: LuminanceRange, opacity: number): number {
  const whole = tones.reduce((sum, { share }) => sum + share, 0)
  if (whole === 0) return 1
  const seen = tones.reduce((sum, tone) => {
    const contrast = toneContrast(tone, range, opacity)
    return sum + tone.share * Math.min(1, (contrast - 1) / (logoContrastGood - 1))
  }, 0)
  const weakest = logoContrast(tones, range, opacity)
  const lost =
    weakest >= logoContrastMin ? 1 : illegible * (0.4 + (0.6 * (weakest - 1)) / (logoContrastMin - 1))
  return Math.max(0.05, (seen / whole) * lost)
}
