import type { Box, Raster } from '../../images/raster.ts'
import type { Rgb } from '../color.ts'

/**
 * Writes how much of each pixel of row `y` is covered, 0 to 1, at `coverage[x]` for `left <= x < right`.
 * Coordinates are those of the canvas.
 */
export type Mask = (y: number, coverage: Float32Array, left: number, right: number) => void

/**
 * Paints a colour through a mask into the RGB canvas, in place. Results between two 8-bit values are dithered, so that
 * slow ramps show no bands; uncovered pixels stay and fully covered ones get the colour exactly.
 */
export function paint(canvas: Raster, color: Rgb, area: Box, mask: Mask): void {
  const { width, height, data } = canvas
  const left = Math.max(0, Math.floor(area.left))
  const right = Math.min(width, Math.ceil(area.left + area.width))
  const bottom = Math.min(height, Math.ceil(area.top + area.height))
  const [red, green, blue] = color
  const coverage = new Float32Array(width)
  for (let y = Math.max(0, Math.floor(area.top)); y < bottom; y += 1) {
    mask(y, coverage, left, right)
    const ditherRow = (y & ditherMask) << ditherBits
    for (let x = left, at = (y * width + left) * 3; x < right; x += 1, at += 3) {
      // 16 bits behind the point: twice as fast as floating point.
      const share = ((coverage[x] ?? 0) * 65_536) | 0
      if (share === 0) continue
      const dither = dither16[ditherRow | (x & ditherMask)] ?? 0
      const r = data[at] ?? 0
      const g = data[at + 1] ?? 0
      const b = data[at + 2] ?? 0
      data[at] = r + (((red - r) * share + dither) >> 16)
      data[at + 1] = g + (((green - g) * share + dither) >> 16)
      data[at + 2] = b + (((blue - b) * share + dither) >> 16)
    }
  }
}

const ditherBits = 6
const ditherMask = (1 << ditherBits) - 1
/** Side of the dither's square tile. */
export const ditherWidth = 1 << ditherBits

/**
 * Thresholds from 0 to below 1, as fractions of 65,536, spread evenly at every scale: interleaved gradient noise.
 * @see Jimenez, Next Generation Post Processing in Call of Duty: Advanced Warfare, SIGGRAPH 2014
 */
export const dither16 = Int32Array.from({ length: ditherWidth * ditherWidth }, (_, index) => {
  const [x, y] = [index & ditherMask, index >> ditherBits]
  const fraction = (value: number) => value - Math.floor(value)
  return Math.floor(65_536 * fraction(52.9829189 * fraction(0.06711056 * x + 0.00583715 * y)))
})
