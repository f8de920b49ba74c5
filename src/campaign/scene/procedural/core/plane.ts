import { clamp } from '../../../numeric/math.ts'

/** One number per pixel, row by row. */
export interface Plane {
  width: number
  height: number
  data: Float32Array
}

export function createPlane(width: number, height: number): Plane {
  return { width, height, data: new Float32Array(width * height) }
}

/** The value at a point, bilinear; pixel centres lie at whole numbers and the border continues outwards. */
export function samplePlane({ width, height, data }: Plane, x: number, y: number): number {
  const cx = clamp(x, 0, width - 1)
  const cy = clamp(y, 0, height - 1)
  const left = Math.min(cx | 0, width - 2)
  const top = Math.min(cy | 0, height - 2)
  const dx = cx - left
  const i = top * width + left
  const a = data[i] ?? 0
  const c = data[i + width] ?? 0
  const upper = a + ((data[i + 1] ?? 0) - a) * dx
  const lower = c + ((data[i + width + 1] ?? 0) - c) * dx
  return upper + (lower - upper) * (cy - top)
}

/** Averages squares of one channel of 8-bit pixels to values from 0 to 1; cells at the border repeat the last pixels. */
export function shrinkChannel(
  { width, height, data }: { width: number; height: number; data: Uint8Array },
  { channels, channel, reduce }: { channels: number; channel: number; reduce: number },
): Plane {
  const small = createPlane(Math.ceil(width / reduce), Math.ceil(height / reduce))
  const scale = 1 / (255 * reduce * reduce)
  const inside = Math.floor(width / reduce)
  for (let y = 0; y < small.height * reduce; y++) {
    const from = Math.min(height - 1, y) * width * channels + channel
    const to = Math.floor(y / reduce) * small.width
    for (let x = 0, i = from; x < inside; x++) {
      let sum = 0
      for (let dx = 0; dx < reduce; dx++, i += channels) sum += data[i] ?? 0
      small.data[to + x] = (small.data[to + x] ?? 0) + sum * scale
    }
    if (inside === small.width) continue
    for (let x = inside * reduce; x < small.width * reduce; x++) {
      const value = data[from + Math.min(width - 1, x) * channels] ?? 0
      small.data[to + inside] = (small.data[to + inside] ?? 0) + value * scale
    }
  }
  return small
}

/** Three box blurs, close to a gaussian whose deviation is the radius; in place. */
export function blurPlane(plane: Plane, radius: number, passes = 3): void {
  const { width, height, data } = plane
  const reach = Math.max(1, Math.round(radius * Math.sqrt(3 / passes)))
  const spare = new Float32Array(data.length)
  for (let pass = 0; pass < passes; pass++) {
    for (let y = 0; y < height; y++) boxBlurLine(data, spare, y * width, 1, width, reach)
    for (let x = 0; x < width; x++) boxBlurLine(spare, data, x, width, height, reach)
  }
}

function boxBlurLine(
  from: Float32Array,
  to: Float32Array,
  start: number,
  stride: number,
  count: number,
  reach: number,
): void {
  const scale = 1 / (2 * reach + 1)
  const last = start + (count - 1) * stride
  const first = from[start] ?? 0
  const end = from[last] ?? 0
  let sum = first * (reach + 1)
  for (let i = 1; i <= reach; i++) sum += i < count ? (from[start + i * stride] ?? 0) : end
  for (let i = 0, at = start; i < count; i++, at += stride) {
    to[at] = sum * scale
    sum += i + reach + 1 < count ? (from[at + (reach + 1) * stride] ?? 0) : end
    sum -= i >= reach ? (from[at - reach * stride] ?? 0) : first
  }
}
