import type { Color } from '../../../numeric/color.ts'
import { clamp, mix } from '../../../numeric/math.ts'

/** Linear-light RGB, three numbers per pixel, row by row; above 1 is brighter than white. */
export interface FloatRaster {
  width: number
  height: number
  data: Float32Array
}

export function createFloatRaster(width: number, height: number): FloatRaster {
  return { width, height, data: new Float32Array(width * height * 3) }
}

/** Fills the rows from the top. @param colorAt writes the colour of a pixel */
export function fillRaster(
  { width, height, data }: FloatRaster,
  colorAt: (x: number, y: number, into: Color) => void,
  rows = height,
): void {
  const color: Color = { r: 0, g: 0, b: 0 }
  for (let y = 0, i = 0; y < rows; y++) {
    for (let x = 0; x < width; x++, i += 3) {
      colorAt(x, y, color)
      putColor(data, i, color)
    }
  }
}

/** The colour at a point, bilinear; pixel centres lie at whole numbers and the border continues outwards. */
export function sampleRaster({ width, height, data }: FloatRaster, x: number, y: number, into: Color): void {
  const cx = clamp(x, 0, width - 1.001)
  const cy = clamp(y, 0, height - 1.001)
  const left = cx | 0
  const top = cy | 0
  const dx = cx - left
  const dy = cy - top
  const i = (top * width + left) * 3
  const j = i + width * 3
  const a = (1 - dx) * (1 - dy)
  const b = dx * (1 - dy)
  const c = (1 - dx) * dy
  const d = dx * dy
  into.r = a * (data[i] ?? 0) + b * (data[i + 3] ?? 0) + c * (data[j] ?? 0) + d * (data[j + 3] ?? 0)
  into.g = a * (data[i + 1] ?? 0) + b * (data[i + 4] ?? 0) + c * (data[j + 1] ?? 0) + d * (data[j + 4] ?? 0)
  into.b = a * (data[i + 2] ?? 0) + b * (data[i + 5] ?? 0) + c * (data[j + 2] ?? 0) + d * (data[j + 5] ?? 0)
}

/** Writes a colour where its red has the index `i`. */
export function putColor(data: Float32Array, i: number, { r, g, b }: Color): void {
  data[i] = r
  data[i + 1] = g
  data[i + 2] = b
}

/** Covers a share of what is there with a colour. */
export function coverColor(data: Float32Array, i: number, { r, g, b }: Color, share: number): void {
  data[i] = mix(data[i] ?? 0, r, share)
  data[i + 1] = mix(data[i + 1] ?? 0, g, share)
  data[i + 2] = mix(data[i + 2] ?? 0, b, share)
}

export function mixInto(into: Color, from: Color, to: Color, share: number): void {
  into.r = mix(from.r, to.r, share)
  into.g = mix(from.g, to.g, share)
  into.b = mix(from.b, to.b, share)
}

/** Adds a colour, scaled. */
export function addInto(into: Color, { r, g, b }: Color, by: number): void {
  into.r += r * by
  into.g += g * by
  into.b += b * by
}

export const scaled = ({ r, g, b }: Color, by: number): Color => ({ r: r * by, g: g * by, b: b * by })

/** Offsets of the further samples of a pixel: a rotated grid, so that near-level edges get four steps. */
const offsets = [
  [-0.375, -0.125],
  [0.125, -0.375],
  [0.375, 0.125],
  [-0.125, 0.375],
] as const

/** Difference of tones, as square roots of light, from which an edge is visible. */
const edgeMin = 0.03

/**
 * Fills a raster from a function of the position: one sample per pixel, then four more where a pixel differs from
 * its neighbours.
 * @param sampleAt writes the colour at a point in pixels
 */
export function sampleImage(
  raster: FloatRaster,
  sampleAt: (x: number, y: number, into: Color) => void,
): void {
  const { width, data } = raster
  fillRaster(raster, (x, y, into) => sampleAt(x + 0.5, y + 0.5, into))
  const color: Color = { r: 0, g: 0, b: 0 }
  const isEdge = findEdges(raster)
  for (let p = 0; p < isEdge.length; p++) {
    if (isEdge[p] === 0) continue
    let [r, g, b] = [0, 0, 0]
    for (const [dx, dy] of offsets) {
      sampleAt((p % width) + 0.5 + dx, Math.floor(p / width) + 0.5 + dy, color)
      // Compressed, so that one very bright sample does not decide the pixel.
      r += color.r / (1 + color.r)
      g += color.g / (1 + color.g)
      b += color.b / (1 + color.b)
    }
    data[p * 3] = r / (offsets.length - r)
    data[p * 3 + 1] = g / (offsets.length - g)
    data[p * 3 + 2] = b / (offsets.length - b)
  }
}

/** 1 where a pixel differs visibly from one beside or below it, and for that one. */
function findEdges({ width, height, data }: FloatRaster): Uint8Array {
  const tone = new Float32Array(width * height)
  for (let p = 0, i = 0; p < tone.length; p++, i += 3) {
    tone[p] = Math.sqrt(0.3 * (data[i] ?? 0) + 0.5 * (data[i + 1] ?? 0) + 0.2 * (data[i + 2] ?? 0))
  }
  const isEdge = new Uint8Array(tone.length)
  for (let y = 0, p = 0; y < height; y++) {
    for (let x = 0; x < width; x++, p++) {
      const here = tone[p] ?? 0
      if (x + 1 < width && Math.abs((tone[p + 1] ?? 0) - here) > edgeMin) isEdge[p] = isEdge[p + 1] = 1
      if (y + 1 < height && Math.abs((tone[p + width] ?? 0) - here) > edgeMin)
        isEdge[p] = isEdge[p + width] = 1
    }
  }
  return isEdge
}
