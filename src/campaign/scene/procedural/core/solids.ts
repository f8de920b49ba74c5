import { length } from '../../../numeric/math.ts'
import { ballDistance, type Hit, least, setHit, type Vector } from './ray.ts'

/** Where a ray meets a solid. */
export interface Strike extends Hit {
  /** Number of the face, so that light is never blended across an edge; -1 where nothing is met. */
  face: number
  /** Index of the paint. */
  paint: number
}

/** Takes a nearer hit of a ray from `o` along `d` into the record. */
export type Solid = (o: Vector, d: Vector, into: Strike) => void

export function setStrike(
  into: Strike,
  paint: number,
  face: number,
  t: number,
  nx: number,
  ny: number,
  nz: number,
): void {
  setHit(into, t, nx, ny, nz)
  into.face = face
  into.paint = paint
}

export const nothing = (): Strike => ({ t: 1e9, nx: 0, ny: 0, nz: 0, face: -1, paint: 0 })

/** Whether a ray meets one of some solids; the record then has the nearest. */
export function strike(solids: readonly Solid[], o: Vector, d: Vector, into: Strike): boolean {
  into.t = 1e9
  into.face = -1
  for (const solid of solids) solid(o, d, into)
  return into.face >= 0
}

export function createSphere(center: Vector, radius: number, paint: number, face: number): Solid {
  return (o, d, into) => {
    const t = ballDistance(center, radius, o, d)
    if (!(t > least && t < into.t)) return
    const nx = (o.x - center.x + d.x * t) / radius
    const ny = (o.y - center.y + d.y * t) / radius
    const nz = (o.z - center.z + d.z * t) / radius
    setStrike(into, paint, face, t, nx, ny, nz)
  }
}

/** On the floor, seen from above: its side, and its lid with the next number. */
export function createCylinder(
  { x, z, radius, top }: { x: number; z: number; radius: number; top: number },
  paint: number,
  face: number,
): Solid {
  return (o, d, into) => {
    const dx = o.x - x
    const dz = o.z - z
    const a = d.x * d.x + d.z * d.z
    const b = dx * d.x + dz * d.z
    const root = b * b - a * (dx * dx + dz * dz - radius * radius)
    if (root <= 0) return
    const side = (-b - Math.sqrt(root)) / a
    const y = o.y + d.y * side
    if (y >= 0 && y <= top) {
      if (side <= least || side >= into.t) return
      setStrike(into, paint, face, side, (dx + d.x * side) / radius, 0, (dz + d.z * side) / radius)
      return
    }
    const lid = (top - o.y) / d.y
    if (lid <= least || lid >= into.t) return
    if (length(dx + d.x * lid, dz + d.z * lid) > radius) return
    setStrike(into, paint, face + 1, lid, 0, 1, 0)
  }
}

export interface Slab {
  x: number
  z: number
  depth: number
  /** Half of its breadth. */
  reach: number
  /** Signed distance to the outline in the plane of the picture, negative inside. */
  outline(x: number, y: number): number
}

/** Its front, and its rim with the next number: there the ray walks through the depth by the distance to the outline. */
export function createSlab({ x, z, depth, reach, outline }: Slab, paint: number, face: number): Solid {
  return (o, d, into) => {
    const front = (z - o.z) / d.z
    if (front >= into.t) return
    const px = o.x + d.x * front
    if (Math.abs(px - x) > reach + 0.5) return
    let gap = outline(px, o.y + d.y * front)
    if (gap < 0) {
      setStrike(into, paint, face, front, 0, 0, -1)
      return
    }
    const last = Math.min(into.t, (z + depth - o.z) / d.z)
    const across = length(d.x, d.y) + 1e-6
    let t = front
    for (let step = 0; step < 8; step++) {
      t += (gap + 1e-4) / across
      if (t >= last) return
      const u = o.x + d.x * t
      const v = o.y + d.y * t
      gap = outline(u, v)
      if (gap > 5e-4) continue
      const nx = outline(u + 1e-3, v) - outline(u - 1e-3, v)
      const ny = outline(u, v + 1e-3) - outline(u, v - 1e-3)
      const scale = 1 / (length(nx, ny) + 1e-9)
      setStrike(into, paint, face + 1, t, nx * scale, ny * scale, 0)
      return
    }
  }
}
