import type { Color } from '../../../numeric/color.ts'
import { clamp } from '../../../numeric/math.ts'
import { putColor } from './pixels.ts'

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
