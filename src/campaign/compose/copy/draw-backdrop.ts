import sharp from 'sharp'
import type { Box, Raster } from '../../images/raster.ts'
import type { Rgb } from '../color.ts'
import { contrastRatio } from '../color.ts'
import { contrastMin, luminanceOf, luminanceRange, parseHex, worstContrast } from './contrast.ts'
import { inflate, intersect } from './free-boxes.ts'

export interface Backdrop {
  /** RGBA, of the size of the requested box. */
  pixels: Raster
  /** The matching text colour. */
  color: string
  /** Least contrast of that colour with nine tenths of what is under each line now. */
  contrast: number
}

/** Less tint than this looks like a smudge. */
const tintMin = 0.3
const tintSteps = 14

/**
 * A panel for text that the background would make illegible: the background itself, blurred and tinted as much as the
 * contrast requires.
 * @param canvas RGB
 * @param box of the panel, inside the canvas
 * @param lines the boxes of the lines, inside of the panel
 * @param colors of the text, not empty: the one with most contrast in the mean is taken
 */
export async function drawBackdrop(
  canvas: Raster,
  box: Box,
  lines: readonly Box[],
  radiusPx: number,
  colors: readonly string[],
): Promise<Backdrop> {
  const panel = await blur(canvas, box, radiusPx)
  const local = lines.map((line) => ({ ...line, left: line.left - box.left, top: line.top - box.top }))
  const mean = meanColor(panel)
  const contrastWithMean = (color: string) => contrastRatio(luminanceOf(parseHex(color)), luminanceOf(mean))
  const color = colors.reduce((best, other) =>
    contrastWithMean(other) > contrastWithMean(best) ? other : best,
  )
  const { pixels, contrast } = leastTint(panel, local, mean, luminanceOf(parseHex(color)))
  return { pixels: roundCorners(pixels, radiusPx), color, contrast }
}

/** Tints with the mean colour far darker or far lighter; with black or white where only they suffice. */
function leastTint(panel: Raster, lines: readonly Box[], mean: Rgb, text: number) {
  const at = (tone: Rgb, step: number) => {
    const pixels = tint(panel, tone, tintMin + ((1 - tintMin) * step) / tintSteps)
    const ranges = lines.map((line) => luminanceRange(pixels, line))
    return { pixels, contrast: worstContrast(text, ranges) }
  }
  const pure: Rgb = contrastRatio(text, 0) > contrastRatio(text, 1) ? [0, 0, 0] : [255, 255, 255]
  const near = mix(mean, pure, 0.84)
  const tone =
    worstContrast(text, [{ low: luminanceOf(near), high: luminanceOf(near) }]) < contrastMin ? pure : near
  let low = 0
  let high = tintSteps
  while (low < high) {
    const middle = (low + high) >> 1
    if (at(tone, middle).contrast < contrastMin) low = middle + 1
    else high = middle
  }
  return at(tone, low)
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const channel = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share)
  return [channel(0), channel(1), channel(2)]
}

function meanColor({ data }: Raster): Rgb {
  const sum: [number, number, number] = [0, 0, 0]
  for (let at = 0; at < data.length; at += 3) {
    sum[0] += data[at] ?? 0
    sum[1] += data[at + 1] ?? 0
    sum[2] += data[at + 2] ?? 0
  }
  const mean = (total: number) => Math.round((total * 3) / data.length)
  return [mean(sum[0]), mean(sum[1]), mean(sum[2])]
}

function tint({ data, ...raster }: Raster, tone: Rgb, share: number): Raster {
  const tinted = new Uint8Array(data.length)
  for (const [channel, target] of tone.entries()) {
    const table = Uint8Array.from({ length: 256 }, (_, value) => Math.round(value + (target - value) * share))
    for (let at = channel; at < data.length; at += 3) tinted[at] = table[data[at] ?? 0] ?? 0
  }
  return { ...raster, data: tinted }
}

/** Blurs more than the box, so that its edges show what lies beyond them. */
async function blur(canvas: Raster, box: Box, sigma: number): Promise<Raster> {
  const { width, height, channels, data } = canvas
  const region = intersect(inflate(box, Math.ceil(3 * sigma)), { left: 0, top: 0, width, height })
  const blurred = await sharp(data, { raw: { width, height, channels } })
    .extract(region)
    .blur(sigma)
    .raw()
    .toBuffer()
  const cut = await sharp(blurred, { raw: { width: region.width, height: region.height, channels } })
    .extract({ ...box, left: box.left - region.left, top: box.top - region.top })
    .raw()
    .toBuffer()
  return { width: box.width, height: box.height, channels: 3, data: cut }
}

function roundCorners({ width, height, data }: Raster, radiusPx: number): Raster {
  const rounded = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y += 1) {
    const dy = Math.max(radiusPx - y - 0.5, y + 0.5 - (height - radiusPx), 0)
    for (let x = 0; x < width; x += 1) {
      const dx = Math.max(radiusPx - x - 0.5, x + 0.5 - (width - radiusPx), 0)
      const coverage = Math.min(1, Math.max(0, radiusPx - Math.hypot(dx, dy) + 0.5))
      const from = (y * width + x) * 3
      const to = (y * width + x) * 4
      for (let channel = 0; channel < 3; channel += 1) rounded[to + channel] = data[from + channel] ?? 0
      rounded[to + 3] = Math.round(255 * coverage)
    }
  }
  return { width, height, channels: 4, data: rounded }
}
