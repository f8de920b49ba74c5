import type { Color } from '../../../numeric/color.ts'
import { type FloatRaster, fillRaster } from './float-raster.ts'

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
