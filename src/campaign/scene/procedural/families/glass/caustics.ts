import type { Color } from '../../../../numeric/color.ts'
import { blurPlane, createPlane, type Plane, samplePlane } from '../../core/plane.ts'
import type { Vector } from '../../core/vector.ts'
import { innerNormal, refract } from './refract.ts'
import type { Ball, GlassSet } from './set.ts'

const cells = 320
const area = { left: -3.2, near: -3.4, extent: 6.4 }
/** Glass bends blue light more than red: the rims of caustics get coloured. */
const indices = [1.44, 1.46, 1.485] as const

/** Light that balls of glass gather on the floor: parallel rays of the lamp are followed through each ball. */
export function traceCaustics({ glass, lamp }: GlassSet): (x: number, z: number) => Color {
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
