import type { Color } from '../../../../numeric/color.ts'
import { clamp01, mix, smoothstep } from '../../../../numeric/math.ts'
import { addInto, mixInto, scaled } from '../../core/float-raster.ts'
import { blurPlane, createPlane, type Plane, samplePlane } from '../../core/plane.ts'
import { ballDistance, dot, moved, type Vector } from '../../core/ray.ts'
import { type Ball, type GlassSet, innerNormal, reflectance, refract } from './set.ts'

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

interface BackdropLight {
  /** Light that the balls gather on the floor. */
  causticAt(x: number, z: number): Color
  /** Share of light that leaves take from the wall. */
  leafShadowAt(x: number, y: number): number
}

/**
 * The light that floor or wall send out at a point. The floor turns into the wall without an edge: both take their
 * tone from the distance along them.
 */
function backdropColor(
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

const cells = 320
const area = { left: -3.2, near: -3.4, extent: 6.4 }
/** Glass bends blue light more than red: the rims of caustics get coloured. */
const indices = [1.44, 1.46, 1.485] as const

/** Light that balls of glass gather on the floor: parallel rays of the lamp are followed through each ball. */
function traceCaustics({ glass, lamp }: GlassSet): (x: number, z: number) => Color {
  const planes = indices.map((index) => {
    const plane = createPlane(cells, cells)
    for (const ball of glass) scatter(plane, ball, lamp, index)
    blurPlane(plane, 2.4, 2)
    return plane
  })
  const color = { r: 0, g: 0, b: 0 }
  const read = (plane: Plane | undefined, x: number, z: number) =>
    plane
      ? samplePlane(plane, ((x - area.left) / area.extent) * cells, ((z - area.near) / area.extent) * cells)
      : 0
  return (x, z) => {
    color.r = read(planes[0], x, z)
    color.g = read(planes[1], x, z)
    color.b = read(planes[2], x, z)
    return color
  }
}

function scatter(plane: Plane, ball: Ball, lamp: Vector, index: number): void {
  const rays = Math.round(260 * Math.sqrt(ball.radius))
  // Two axes across the light.
  const level = Math.hypot(lamp.x, lamp.z)
  const a = { x: lamp.z / level, y: 0, z: -lamp.x / level }
  const b = { x: -lamp.y * a.z, y: lamp.x * a.z - lamp.z * a.x, z: lamp.y * a.x }
  const cell = area.extent / cells
  const energy = ((2 * ball.radius) / rays) ** 2 / (cell * cell) / lamp.y
  const into = { x: 0, y: 0, z: 0 }
  const normal = { x: 0, y: 0, z: 0 }
  const inward = { x: 0, y: 0, z: 0 }
  const against = { x: -lamp.x, y: -lamp.y, z: -lamp.z }
  for (let i = 0; i < rays; i++) {
    for (let j = 0; j < rays; j++) {
      const u = ((i + 0.5) / rays) * 2 - 1
      const v = ((j + 0.5) / rays) * 2 - 1
      const squared = u * u + v * v
      if (squared >= 0.98) continue
      const front = Math.sqrt(1 - squared)
      normal.x = a.x * u + b.x * v + lamp.x * front
      normal.y = a.y * u + b.y * v + lamp.y * front
      normal.z = a.z * u + b.z * v + lamp.z * front
      if (!refract(against, normal, 1 / index, into)) continue
      innerNormal(into, normal, inward)
      if (!refract(into, inward, index, into) || into.y >= -0.02) continue
      const t = -(ball.y - inward.y * ball.radius) / into.y
      const x = ball.x - inward.x * ball.radius + into.x * t
      const z = ball.z - inward.z * ball.radius + into.z * t
      splat(plane, x, z, energy * 0.34 * (1 - squared * squared))
    }
  }
}

function splat({ width, data }: Plane, x: number, z: number, energy: number): void {
  const column = ((x - area.left) / area.extent) * cells
  const row = ((z - area.near) / area.extent) * cells
  if (column < 0 || row < 0 || column >= cells - 1 || row >= cells - 1) return
  const c = Math.floor(column)
  const r = Math.floor(row)
  const u = column - c
  const v = row - r
  const i = r * width + c
  data[i] = (data[i] ?? 0) + energy * (1 - u) * (1 - v)
  data[i + 1] = (data[i + 1] ?? 0) + energy * u * (1 - v)
  data[i + width] = (data[i + width] ?? 0) + energy * (1 - u) * v
  data[i + width + 1] = (data[i + width + 1] ?? 0) + energy * u * v
}
