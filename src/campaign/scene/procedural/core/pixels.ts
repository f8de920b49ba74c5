import type { Color } from '../../../numeric/color.ts'
import { mix } from '../../../numeric/math.ts'

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
