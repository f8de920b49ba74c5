import type { Box } from '../../../images/raster.ts'
import type { Color } from '../../../numeric/color.ts'
import { clamp, mix } from '../../../numeric/math.ts'
import type { Size } from '../families/family.ts'

/** Columns and rows of a raster, the last ones excluded. */
export interface Part {
  left: number
  top: number
  right: number
  bottom: number
}

export const partOf = ({ left, top, width, height }: Box): Part => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

/** Linear-light RGB, three numbers per pixel, row by row; above 1 is brighter than white. */
export interface FloatRaster {
  width: number
  height: number
  data: Float32Array
  /** What is painted: the rest of a picture that is cut off need not be. */
  part: Part
}

export function createFloatRaster(
  width: number,
  height: number,
  part: Part = { left: 0, top: 0, right: width, bottom: height },
): FloatRaster {
  return { width, height, data: new Float32Array(width * height * 3), part }
}

/** At `1 / reduce` of a size, to be painted as far as a part of that size needs it. */
export function createReduced({ width, height }: Size, reduce: number, part?: Part): FloatRaster {
  return createFloatRaster(
    Math.ceil(width / reduce) + 1,
    Math.ceil(height / reduce) + 1,
    part && {
      left: Math.floor(part.left / reduce),
      top: Math.floor(part.top / reduce),
      right: Math.ceil(part.right / reduce) + 1,
      bottom: Math.ceil(part.bottom / reduce) + 1,
    },
  )
}

/** The same pixels with a larger part, for what is mirrored into it: all rows above, and columns beside it. */
export function withMirrored(raster: FloatRaster, margin: number): FloatRaster {
  const { left, right, bottom } = raster.part
  const part = {
    left: Math.max(0, left - Math.ceil(margin)),
    top: 0,
    right: Math.min(raster.width, right + Math.ceil(margin)),
    bottom,
  }
  return { ...raster, part }
}

/** Fills the rows from the top. @param colorAt writes the colour of a pixel */
export function fillRaster(
  { width, height, data, part }: FloatRaster,
  colorAt: (x: number, y: number, into: Color) => void,
  rows = height,
): void {
  const color: Color = { r: 0, g: 0, b: 0 }
  for (let y = part.top; y < Math.min(rows, part.bottom); y++) {
    for (let x = part.left, i = (y * width + x) * 3; x < part.right; x++, i += 3) {
      colorAt(x, y, color)
      putColor(data, i, color)
    }
  }
}

/** The colour at a point, bilinear; pixel centres lie at whole numbers and the border continues outwards. */
export function sampleRaster(
  { width, height, data }: Omit<FloatRaster, 'part'>,
  x: number,
  y: number,
  into: Color,
): void {
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

/** Takes a share of the light away, by channels. */
export function darken(data: Float32Array, i: number, share: number, { r, g, b }: Color): void {
  data[i] = (data[i] ?? 0) * (1 - share * r)
  data[i + 1] = (data[i + 1] ?? 0) * (1 - share * g)
  data[i + 2] = (data[i + 2] ?? 0) * (1 - share * b)
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
function findEdges({ width, height, data, part }: FloatRaster): Uint8Array {
  const isEdge = new Uint8Array(width * height)
  const above = new Float32Array(width)
  for (let y = part.top; y < part.bottom; y++) {
    let before = 0
    for (let x = part.left, p = y * width + x; x < part.right; x++, p++) {
      const i = p * 3
      const here = Math.sqrt(0.3 * (data[i] ?? 0) + 0.5 * (data[i + 1] ?? 0) + 0.2 * (data[i + 2] ?? 0))
      if (x > part.left && Math.abs(before - here) > edgeMin) isEdge[p] = isEdge[p - 1] = 1
      if (y > part.top && Math.abs((above[x] ?? 0) - here) > edgeMin) isEdge[p] = isEdge[p - width] = 1
      above[x] = here
      before = here
    }
  }
  return isEdge
}
