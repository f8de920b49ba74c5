import type { Box } from '../../images/raster.ts'
import { clamp, clamp01 } from '../../scene/procedural/core/math.ts'
import type { Mask } from './paint.ts'

export interface RoundedShape {
  box: Box
  radius: number
  /** Width of the edge from covered to uncovered, in pixels: 1 is antialiased, more is a soft shadow. */
  softness?: number
  /** Only a line of this width inside the edge. */
  stroke?: number
  opacity?: number
}

/** A rectangle with rounded corners; with a radius of half its size a disc. */
export function roundedMask({ box, radius, softness = 1, stroke, opacity = 1 }: RoundedShape): Mask {
  const [halfWidth, halfHeight] = [box.width / 2, box.height / 2]
  const [centerX, centerY] = [box.left + halfWidth, box.top + halfHeight]
  const corner = Math.min(radius, halfWidth, halfHeight)
  return (y, coverage, left, right) => {
    const dy = Math.abs(y + 0.5 - centerY) - halfHeight + corner
    for (let x = left; x < right; x += 1) {
      const dx = Math.abs(x + 0.5 - centerX) - halfWidth + corner
      const distance = (dx > 0 && dy > 0 ? Math.sqrt(dx * dx + dy * dy) : Math.max(dx, dy)) - corner
      let share = edgeShare(distance, softness)
      if (stroke !== undefined) share -= edgeShare(distance + stroke, softness)
      coverage[x] = share * opacity
    }
  }
}

/** Coverage at a signed distance to an edge, negative inside. */
function edgeShare(distance: number, softness: number): number {
  const t = clamp01(0.5 - distance / softness)
  return softness > 1 ? t * t * (3 - 2 * t) : t
}

export interface Point {
  x: number
  y: number
}

/** Covered with `opacity` up to the line through `from`, uncovered beyond that through `to`, eased between. */
export function linearMask({ from, to, opacity }: { from: Point; to: Point; opacity: number }): Mask {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const scale = 1 / (dx * dx + dy * dy)
  return (y, coverage, left, right) => {
    let t = ((left + 0.5 - from.x) * dx + (y + 0.5 - from.y) * dy) * scale
    const [first, last] = [eased(t), eased(t + (right - left) * dx * scale)]
    if (dx === 0 || (first === last && (first === 0 || first === 1))) {
      coverage.fill(opacity * (1 - first), left, right)
      return
    }
    for (let x = left; x < right; x += 1, t += dx * scale) coverage[x] = opacity * (1 - eased(t))
  }
}

/** Slow at both ends, so that neither end shows as a line. */
function eased(t: number): number {
  const x = clamp(t, 0, 1)
  return x * x * x * (x * (6 * x - 15) + 10)
}

/** Uncovered up to `inner` from the centre, covered with `opacity` from `outer`; distances in units of `radius`. */
export function radialMask(shape: {
  center: Point
  radius: { x: number; y: number }
  inner: number
  outer: number
  opacity: number
}): Mask {
  const { center, radius, inner, outer, opacity } = shape
  const scale = 1 / (outer - inner)
  return (y, coverage, left, right) => {
    const dy = (y + 0.5 - center.y) / radius.y
    for (let x = left; x < right; x += 1) {
      const dx = (x + 0.5 - center.x) / radius.x
      coverage[x] = opacity * eased((Math.sqrt(dx * dx + dy * dy) - inner) * scale)
    }
  }
}
