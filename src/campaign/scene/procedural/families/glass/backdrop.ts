import type { Color } from '../../../../numeric/color.ts'
import { mix, smoothstep } from '../../../../numeric/math.ts'
import { mixInto } from '../../core/pixels.ts'
import type { Ball, GlassSet } from './set.ts'

export interface BackdropLight {
  /** Light that the balls gather on the floor. */
  causticAt(x: number, z: number): Color
  /** Share of light that leaves take from the wall. */
  leafShadowAt(x: number, y: number): number
}

/**
 * The light that floor or wall send out at a point. The floor turns into the wall without an edge: both take their
 * tone from the distance along them.
 */
export function backdropColor(
  set: GlassSet,
  { causticAt, leafShadowAt }: BackdropLight,
  x: number,
  y: number,
  z: number,
  into: Color,
): void {
  const { colors, wallZ } = set
  const along = z + y
  const pool = Math.exp(-((x + set.lamp.x * 1.1) ** 2) * 0.16 - (along - 2.6) ** 2 * 0.11)
  const isFloor = y < 1e-3
  const shadow = isFloor ? floorShadow(set, x, z) : 1 - 0.34 * leafShadowAt(x, y)
  const tone = mix(colors.ambient, 1, pool) * shadow
  const low = smoothstep(0, 0.62, tone)
  const high = smoothstep(0.55, 1.1, tone)
  mixInto(into, colors.dim, colors.wall, low)
  mixInto(into, into, colors.bright, high)
  if (!isFloor || z > wallZ) return
  const light = causticAt(x, z)
  into.r += light.r * colors.bright.r
  into.g += light.g * colors.bright.g
  into.b += light.b * colors.bright.b
}

function floorShadow({ glass, solid, pane, lamp }: GlassSet, x: number, z: number): number {
  let light = 1
  for (const ball of glass) light *= 1 - 0.5 * ballShadow(ball, lamp, x, z, 0.1)
  light *= 1 - 0.75 * ballShadow(solid, lamp, x, z, 0.24)
  const t = (pane.z - z) / lamp.z
  if (t > 0) {
    const px = x + lamp.x * t
    const py = lamp.y * t
    const soft = 0.02 + t * 0.05
    const inside =
      smoothstep(pane.left - soft, pane.left + soft, px) *
      smoothstep(pane.right + soft, pane.right - soft, px) *
      smoothstep(pane.top + soft, pane.top - soft, py)
    const reed = Math.cos(((px - pane.left) / pane.pitch) * 2 * Math.PI)
    light *= 1 + inside * ((pane.isFrosted ? 0 : 0.2) * reed * Math.exp(-t * 0.8) - 0.17)
  }
  return light
}

/** Share of a wide lamp that a ball hides from a point of the floor, contact shadow included. */
function ballShadow(ball: Ball, lamp: GlassSet['lamp'], x: number, z: number, size: number): number {
  const dx = ball.x - x
  const dz = ball.z - z
  const along = dx * lamp.x + ball.y * lamp.y + dz * lamp.z
  const across = Math.sqrt(Math.max(0, dx * dx + ball.y * ball.y + dz * dz - along * along))
  const soft = 0.015 + Math.max(0, along) * size * 1.3
  const cast = along > 0 ? smoothstep(ball.radius + soft, ball.radius - soft, across) : 0
  const flat = Math.sqrt(dx * dx + dz * dz)
  const contact =
    0.8 * Math.exp(-((flat / (ball.radius * 0.55)) ** 2)) * Math.exp(-(ball.y - ball.radius) * 6)
  return 1 - (1 - cast) * (1 - contact)
}
