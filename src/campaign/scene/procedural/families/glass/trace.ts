import type { Color } from '../../../../numeric/color.ts'
import { clamp01, mix, smoothstep } from '../../../../numeric/math.ts'
import { backdropColor } from './backdrop.ts'
import { traceCaustics } from './caustics.ts'
import { reflectance, refract } from './refract.ts'
import { type Ball, type GlassSet, hitBall } from './set.ts'

type Trace = (ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, into: Color) => void

const index = 1.46

/**
 * Follows rays of view through the set.
 * @param leafShadowAt share of light that leaves take from the wall
 */
export function createTracer(set: GlassSet, leafShadowAt: (x: number, y: number) => number): Trace {
  const backdropLight = { causticAt: traceCaustics(set), leafShadowAt }
  const { glass, solid, pane, lamp, wallZ, colors } = set

  return (ox, oy, oz, dx, dy, dz, into) => trace(ox, oy, oz, dx, dy, dz, into, 3)

  function trace(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    into: Color,
    depth: number,
  ): void {
    let near = 1e9
    let ball: Ball | undefined
    for (const candidate of glass) {
      const t = hitBall(candidate, ox, oy, oz, dx, dy, dz)
      if (t > 0 && t < near) {
        near = t
        ball = candidate
      }
    }
    const paneT = (pane.z - oz) / dz
    if (paneT > 1e-4 && paneT < near && depth > 0) {
      const px = ox + dx * paneT
      const py = oy + dy * paneT
      if (px > pane.left && px < pane.right && py < pane.top && py > 0) {
        throughPane(px, py, dx, dy, dz, into, depth)
        return
      }
    }
    if (ball && depth > 0) {
      throughBall(ball, near, ox, oy, oz, dx, dy, dz, into, depth)
      return
    }
    const solidT = hitBall(solid, ox, oy, oz, dx, dy, dz)
    const roomT = roomDistance(oy, oz, dy, dz)
    if (solidT > 0 && solidT < roomT) {
      shadeSolid(ox + dx * solidT, oy + dy * solidT, oz + dz * solidT, dx, dy, dz, into)
      return
    }
    behind(ox, oy, oz, dx, dy, dz, into)
  }

  function roomDistance(oy: number, oz: number, dy: number, dz: number): number {
    const toWall = dz > 0 ? (wallZ - oz) / dz : 1e9
    return dy < 0 ? Math.min(-oy / dy, toWall) : toWall
  }

  /** Floor, wall, or the studio behind the viewer. */
  function behind(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, into: Color): void {
    const t = roomDistance(oy, oz, dy, dz)
    if (t > 1e6) {
      surroundings(dx, dy, dz, into)
      return
    }
    const y = oy + dy * t
    backdropColor(set, backdropLight, ox + dx * t, y < 1e-6 ? 0 : y, oz + dz * t, into)
  }

  function throughPane(
    px: number,
    py: number,
    dx: number,
    dy: number,
    dz: number,
    into: Color,
    depth: number,
  ): void {
    if (pane.isFrosted) {
      throughFrost(px, py, dx, dy, dz, into)
      addEdge(px, py, into)
      return
    }
    const reed = ((((px - pane.left) / pane.pitch) % 1) + 1) % 1
    const slope = (reed - 0.5) * 2
    const bent = dx + slope * pane.bend * dz
    const length = 1 / Math.sqrt(bent * bent + dy * dy + dz * dz)
    trace(px, py, pane.z + 1e-3, bent * length, dy * length, dz * length, into, depth - 1)
    const groove = smoothstep(0.86, 1, Math.abs(slope))
    const glint = Math.exp(-(((slope - lamp.x * 0.7) / 0.16) ** 2)) * 0.06
    const dark = 0.96 * (1 - 0.22 * groove)
    into.r = into.r * dark + glint * colors.bright.r
    into.g = into.g * dark + glint * colors.bright.g
    into.b = into.b * dark + glint * colors.bright.b
    addEdge(px, py, into)
  }

  /** What stands behind frosted glass loses its outline with its distance from the pane. */
  function throughFrost(px: number, py: number, dx: number, dy: number, dz: number, into: Color): void {
    const x = solid.x - px
    const y = solid.y - py
    const z = solid.z - pane.z
    const along = x * dx + y * dy + z * dz
    const nx = (dx * along - x) / solid.radius
    const ny = (dy * along - y) / solid.radius
    const across = Math.sqrt(Math.max(0, x * x + y * y + z * z - along * along)) / solid.radius
    behind(px, py, pane.z, dx, dy, dz, into)
    const cover = smoothstep(1.38, 0.55, across)
    const tone = smoothstep(-0.9, 1, nx * lamp.x + ny * lamp.y + 0.2)
    const milk = 0.1
    into.r = mix(mix(into.r, mix(colors.solidDark.r, colors.solidLit.r, tone), cover), colors.bright.r, milk)
    into.g = mix(mix(into.g, mix(colors.solidDark.g, colors.solidLit.g, tone), cover), colors.bright.g, milk)
    into.b = mix(mix(into.b, mix(colors.solidDark.b, colors.solidLit.b, tone), cover), colors.bright.b, milk)
  }

  function addEdge(px: number, py: number, into: Color): void {
    const side = smoothstep(0.03, 0.012, Math.min(px - pane.left, pane.right - px))
    const light = 0.3 * Math.max(side, smoothstep(0.03, 0.012, pane.top - py))
    into.r += light * colors.bright.r
    into.g += light * colors.bright.g
    into.b += light * colors.bright.b
  }

  function throughBall(
    ball: Ball,
    t: number,
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    into: Color,
    depth: number,
  ): void {
    const nx = (ox + dx * t - ball.x) / ball.radius
    const ny = (oy + dy * t - ball.y) / ball.radius
    const nz = (oz + dz * t - ball.z) / ball.radius
    const cos = -(dx * nx + dy * ny + dz * nz)
    const inside = { x: 0, y: 0, z: 0 }
    refract(dx, dy, dz, nx, ny, nz, 1 / index, inside)
    const chord = -2 * (inside.x * nx + inside.y * ny + inside.z * nz)
    const ex = nx + inside.x * chord
    const ey = ny + inside.y * chord
    const ez = nz + inside.z * chord
    const out = { x: 0, y: 0, z: 0 }
    refract(inside.x, inside.y, inside.z, -ex, -ey, -ez, index, out)
    trace(
      ball.x + ex * ball.radius * 1.001,
      ball.y + ey * ball.radius * 1.001,
      ball.z + ez * ball.radius * 1.001,
      out.x,
      out.y,
      out.z,
      into,
      depth - 1,
    )
    const share = clamp01(reflectance(cos, index))
    const mirror = { r: 0, g: 0, b: 0 }
    surroundings(dx + 2 * cos * nx, dy + 2 * cos * ny, dz + 2 * cos * nz, mirror)
    const absorb = 0.96
    into.r = mix(into.r * absorb, mirror.r, share)
    into.g = mix(into.g * absorb, mirror.g, share)
    into.b = mix(into.b * absorb, mirror.b, share)
  }

  /** The studio beside and behind the viewer: a dim room with a tall window. */
  function surroundings(dx: number, dy: number, dz: number, into: Color): void {
    const up = 0.5 + 0.5 * dy
    into.r = mix(colors.dim.r, colors.wall.r, up)
    into.g = mix(colors.dim.g, colors.wall.g, up)
    into.b = mix(colors.dim.b, colors.wall.b, up)
    const u = (dx * Math.sign(lamp.x) - 0.62) / 0.2
    const v = (dy - 0.5) / 0.28
    if (dz > 0.35) return
    const bars = smoothstep(0.02, 0.09, Math.abs(u)) * smoothstep(0.02, 0.09, Math.abs(v))
    const window = smoothstep(1, 0.8, Math.abs(u)) * smoothstep(1, 0.8, Math.abs(v)) * bars * 7
    into.r += colors.key.r * window
    into.g += colors.key.g * window
    into.b += colors.key.b * window
  }

  function shadeSolid(
    x: number,
    y: number,
    z: number,
    dx: number,
    dy: number,
    dz: number,
    into: Color,
  ): void {
    const nx = (x - solid.x) / solid.radius
    const ny = (y - solid.y) / solid.radius
    const nz = (z - solid.z) / solid.radius
    const facing = nx * lamp.x + ny * lamp.y - nz * Math.abs(lamp.z)
    const tone = smoothstep(-0.55, 1.05, facing) * (0.75 + 0.25 * ny)
    const rim = (1 + dx * nx + dy * ny + dz * nz) ** 3 * 0.2
    into.r = mix(colors.solidDark.r, colors.solidLit.r, tone) + rim * colors.bright.r
    into.g = mix(colors.solidDark.g, colors.solidLit.g, tone) + rim * colors.bright.g
    into.b = mix(colors.solidDark.b, colors.solidLit.b, tone) + rim * colors.bright.b
  }
}
