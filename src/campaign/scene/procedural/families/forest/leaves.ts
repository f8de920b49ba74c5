import type { Color } from '../../../../numeric/color.ts'
import { clamp01 } from '../../../../numeric/math.ts'
import type { FloatRaster } from '../../core/float-raster.ts'
import { coverColor } from '../../core/pixels.ts'

export interface Leaf {
  x: number
  y: number
  /** Half axes in pixels. */
  length: number
  width: number
  /** In radians. */
  angle: number
  color: Color
  opacity: number
  /** Width of the edge in pixels: 1 is sharp, more is out of focus. */
  soft: number
}

/** Blends one leaf: an ellipse with pointed ends. */
export function drawLeaf({ data, width, height }: FloatRaster, leaf: Leaf): void {
  const { x, y, length, color, opacity, soft } = leaf
  const reach = length + soft
  const cos = Math.cos(leaf.angle)
  const sin = Math.sin(leaf.angle)
  const left = Math.max(0, Math.floor(x - reach))
  const right = Math.min(width - 1, Math.ceil(x + reach))
  const top = Math.max(0, Math.floor(y - reach))
  const bottom = Math.min(height - 1, Math.ceil(y + reach))
  for (let py = top; py <= bottom; py++) {
    for (let px = left; px <= right; px++) {
      const along = ((px - x) * cos + (py - y) * sin) / length
      const across = Math.abs((py - y) * cos - (px - x) * sin)
      const inside = leaf.width * Math.max(0, 1 - along * along) - across
      const alpha =
        opacity * clamp01(inside / soft + 0.5) * clamp01(((1 - Math.abs(along)) * length) / soft + 0.5)
      if (alpha <= 0) continue
      const i = (py * width + px) * 3
      coverColor(data, i, color, alpha)
    }
  }
}
