import type { Raster } from '../../images/raster.ts'
import { type Color, mixColors, oklabOf } from '../../scene/procedural/core/color.ts'
import { clamp, clamp01 } from '../../scene/procedural/core/math.ts'
import { encodeSrgb, linearOf } from '../color.ts'
import type { Inks } from '../inks.ts'
import type { Overlay } from './overlay.ts'
import { dither16, ditherWidth } from './paint.ts'

/** The scene in the kit's colours alone: shadows in the deep ink, midtones in the accent, lights in the paper. */
export const duotone: Overlay = (canvas, { inks }) => {
  const { width, height, data } = canvas
  const ramp = toneRamp(inks, levelsOf(canvas))
  for (let y = 0, at = 0; y < height; y += 1) {
    const ditherRow = (y % ditherWidth) * ditherWidth
    for (let x = 0; x < width; x += 1, at += 3) {
      const tone = 3 * lumaAt(data, at)
      const dither = dither16[ditherRow + (x % ditherWidth)] ?? 0
      data[at] = ((ramp[tone] ?? 0) + dither) >> 16
      data[at + 1] = ((ramp[tone + 1] ?? 0) + dither) >> 16
      data[at + 2] = ((ramp[tone + 2] ?? 0) + dither) >> 16
    }
  }
  return {}
}

const lumas = 1024

/** Luma of a pixel in quarters of an 8-bit step: below `lumas`. */
const lumaAt = (data: Uint8Array, at: number) =>
  (77 * (data[at] ?? 0) + 150 * (data[at + 1] ?? 0) + 29 * (data[at + 2] ?? 0)) >> 6

/** sRGB triples by luma, with 16 bits behind the point: from deep over accent to paper, mixed in OKLab. */
function toneRamp({ deep, accent, paper }: Inks, { black, white }: Levels): Int32Array {
  const [dark, middle, light] = [linearOf(deep), linearOf(accent), linearOf(paper)]
  // The accent stands where its own lightness is.
  const place = (oklabOf(middle).l - oklabOf(dark).l) / (oklabOf(light).l - oklabOf(dark).l)
  const turn = clamp(place, 0.2, 0.8)
  const colorAt = (tone: number): Color =>
    tone < turn ? mixColors(dark, middle, tone / turn) : mixColors(middle, light, (tone - turn) / (1 - turn))
  const ramp = new Int32Array(3 * lumas)
  for (let luma = 0; luma < lumas; luma += 1) {
    const { r, g, b } = colorAt(contrasted(clamp01((luma - black) / (white - black))))
    ramp.set([fixed16(r), fixed16(g), fixed16(b)], 3 * luma)
  }
  return ramp
}

const fixed16 = (linear: number) => Math.round(65_536 * encodeSrgb(linear))

/** A gentle S curve. */
const contrasted = (t: number) => t + 0.35 * (t - 0.5) * t * (1 - t) * 4

interface Levels {
  black: number
  white: number
}

/** A scene of few tones is not stretched to all of them: that would only show its grain. */
const rangeMin = 440

/** Lumas of the darkest and the lightest hundredth of the scene, which become the ends of the ramp. */
function levelsOf({ width, height, data }: Raster): Levels {
  const counts = new Uint32Array(lumas)
  const step = 5
  let total = 0
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      const luma = lumaAt(data, (y * width + x) * 3)
      counts[luma] = (counts[luma] ?? 0) + 1
      total += 1
    }
  }
  const levelAt = (share: number) => {
    let [level, seen] = [0, counts[0] ?? 0]
    while (seen <= share * total && level < lumas - 1) {
      level += 1
      seen += counts[level] ?? 0
    }
    return level
  }
  const black = levelAt(0.01)
  return { black, white: Math.max(black + rangeMin, levelAt(0.99)) }
}
