import type { Color } from '../../../../numeric/color.ts'
import { clamp01, smoothstep } from '../../../../numeric/math.ts'
import { addInto, mixInto, scaled } from '../../core/pixels.ts'
import { ballDistance } from '../../core/ray.ts'
import { dot, moved, type Vector } from '../../core/vector.ts'
import { backdropColor } from './backdrop.ts'
import { traceCaustics } from './caustics.ts'
import { innerNormal, reflectance, refract } from './refract.ts'
import type { Ball, GlassSet } from './set.ts'

type Trace = (o: Vector, d: Vector, into: Color) => void

const index = 1.46

/**
 * Follows rays of view through the set.
 * @param leafShadowAt share of light that leaves take from the wall
 */
export function createTracer(set: GlassSet, leafShadowAt: (x: number, y: number) => number): Trace {
  const backdropLight = { causticAt: traceCaustics(set), leafShadowAt }
  const { glass, solid, pane, lamp, wallZ, colors } = set

  return (o, d, into) => trace(o, d, into, 3)

  function trace(o: Vector, d: Vector, into: Color, depth: number): void {
    let near = 1e9
    let ball: Ball | undefined
    for (const candidate of glass) {
      const t = ballDistance(candidate, candidate.radius, o, d)
      if (t > 0 && t < near) {
        near = t
        ball = candidate
      }
    }
    const paneT = (pane.z - o.z) / d.z
    if (paneT > 1e-4 && paneT < near && depth > 0) {
      const at = { x: o.x + d.x * paneT, y: o.y + d.y * paneT, z: pane.z }
      if (at.x > pane.left && at.x < pane.right && at.y < pane.top && at.y > 0)
        return void throughPane(at, d, into, depth)
    }
    if (ball && depth > 0) return void throughBall(ball, moved(o, d, near), d, into, depth)
    const solidT = ballDistance(solid, solid.radius, o, d)
    if (solidT > 0 && solidT < roomDistance(o, d)) shadeSolid(moved(o, d, solidT), d, into)
    else behind(o, d, into)
  }

  function roomDistance(o: Vector, d: Vector): number {
    const toWall = d.z > 0 ? (wallZ - o.z) / d.z : 1e9
    return d.y < 0 ? Math.min(-o.y / d.y, toWall) : toWall
  }

  /** Floor, wall, or the studio behind the viewer. */
  function behind(o: Vector, d: Vector, into: Color): void {
    const t = roomDistance(o, d)
    if (t > 1e6) return void surroundings(d, into)
    const { x, y, z } = moved(o, d, t)
    backdropColor(set, backdropLight, x, y < 1e-6 ? 0 : y, z, into)
  }

  function throughPane(at: Vector, d: Vector, into: Color, depth: number): void {
    if (pane.isFrosted) throughFrost(at, d, into)
    else throughReeds(at, d, into, depth)
    const side = smoothstep(0.03, 0.012, Math.min(at.x - pane.left, pane.right - at.x))
    addInto(into, colors.bright, 0.3 * Math.max(side, smoothstep(0.03, 0.012, pane.top - at.y)))
  }

  function throughReeds(at: Vector, d: Vector, into: Color, depth: number): void {
    const reed = ((((at.x - pane.left) / pane.pitch) % 1) + 1) % 1
    const slope = (reed - 0.5) * 2
    const bent = d.x + slope * pane.bend * d.z
    const length = 1 / Math.sqrt(bent * bent + d.y * d.y + d.z * d.z)
    const out = { x: bent * length, y: d.y * length, z: d.z * length }
    trace({ x: at.x, y: at.y, z: pane.z + 1e-3 }, out, into, depth - 1)
    const groove = smoothstep(0.86, 1, Math.abs(slope))
    const glint = Math.exp(-(((slope - lamp.x * 0.7) / 0.16) ** 2)) * 0.06
    const dark = 0.96 * (1 - 0.22 * groove)
    into.r = into.r * dark + glint * colors.bright.r
    into.g = into.g * dark + glint * colors.bright.g
    into.b = into.b * dark + glint * colors.bright.b
  }

  /** What stands behind frosted glass loses its outline with its distance from the pane. */
  function throughFrost(at: Vector, d: Vector, into: Color): void {
    const x = solid.x - at.x
    const y = solid.y - at.y
    const z = solid.z - pane.z
    const along = x * d.x + y * d.y + z * d.z
    const nx = (d.x * along - x) / solid.radius
    const ny = (d.y * along - y) / solid.radius
    const across = Math.sqrt(Math.max(0, x * x + y * y + z * z - along * along)) / solid.radius
    behind(at, d, into)
    const cover = smoothstep(1.38, 0.55, across)
    const ball = { r: 0, g: 0, b: 0 }
    mixInto(ball, colors.solidDark, colors.solidLit, smoothstep(-0.9, 1, nx * lamp.x + ny * lamp.y + 0.2))
    mixInto(into, into, ball, cover)
    mixInto(into, into, colors.bright, 0.1)
  }

  function throughBall(ball: Ball, at: Vector, d: Vector, into: Color, depth: number): void {
    const n = normalAt(ball, at)
    const cos = -dot(d, n)
    const inside = { x: 0, y: 0, z: 0 }
    refract(d, n, 1 / index, inside)
    const inward = { x: 0, y: 0, z: 0 }
    innerNormal(inside, n, inward)
    const out = { x: 0, y: 0, z: 0 }
    refract(inside, inward, index, out)
    const from = {
      x: ball.x - inward.x * ball.radius * 1.001,
      y: ball.y - inward.y * ball.radius * 1.001,
      z: ball.z - inward.z * ball.radius * 1.001,
    }
    trace(from, out, into, depth - 1)
    const mirror = { r: 0, g: 0, b: 0 }
    surroundings(moved(d, n, 2 * cos), mirror)
    mixInto(into, scaled(into, 0.96), mirror, clamp01(reflectance(cos, index)))
  }

  /** The studio beside and behind the viewer: a dim room with a tall window. */
  function surroundings(d: Vector, into: Color): void {
    mixInto(into, colors.dim, colors.wall, 0.5 + 0.5 * d.y)
    const u = (d.x * Math.sign(lamp.x) - 0.62) / 0.2
    const v = (d.y - 0.5) / 0.28
    if (d.z > 0.35) return
    const bars = smoothstep(0.02, 0.09, Math.abs(u)) * smoothstep(0.02, 0.09, Math.abs(v))
    addInto(into, colors.key, smoothstep(1, 0.8, Math.abs(u)) * smoothstep(1, 0.8, Math.abs(v)) * bars * 7)
  }

  function shadeSolid(at: Vector, d: Vector, into: Color): void {
    const n = normalAt(solid, at)
    const facing = n.x * lamp.x + n.y * lamp.y - n.z * Math.abs(lamp.z)
    mixInto(into, colors.solidDark, colors.solidLit, smoothstep(-0.55, 1.05, facing) * (0.75 + 0.25 * n.y))
    addInto(into, colors.bright, (1 + d.x * n.x + d.y * n.y + d.z * n.z) ** 3 * 0.2)
  }
}

function normalAt({ x, y, z, radius }: Ball, at: Vector): Vector {
  return { x: (at.x - x) / radius, y: (at.y - y) / radius, z: (at.z - z) / radius }
}
