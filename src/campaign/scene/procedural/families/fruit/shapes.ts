import { type Hit as SurfaceHit, setHit } from '../../core/ray.ts'
import { cross, normalized, type Vector } from '../../core/vector.ts'

/** Where a ray meets a solid. */
export interface Hit extends SurfaceHit {
  /** The point in the solid's own frame in radii: y runs along its axis. */
  x: number
  y: number
  z: number
}

export interface Ray {
  ox: number
  oy: number
  oz: number
  /** A unit vector. */
  dx: number
  dy: number
  dz: number
}

export interface Solid {
  center: Vector
  /** Radius of a ball around it, from the centre. */
  reach: number
  /** Writes the nearest hit beyond the viewer, if there is one. */
  hit(ray: Ray, into: Hit): boolean
}

/** Radius of a body of revolution at an angle from its axis: 0 at the stem, pi at the other end. */
export type Profile = (angle: number) => number

const entries = 512

/** A body whose radius depends on the angle from its axis, such as an apple or a pear. */
export function createRound(center: Vector, axis: Vector, radius: number, profile: Profile): Solid {
  const frame = frameOf(axis)
  const radii = new Float32Array(entries + 2)
  let largest = 0
  for (let i = 0; i < radii.length; i++) {
    radii[i] = profile(Math.acos(Math.min(1, (i / entries) * 2 - 1)))
    largest = Math.max(largest, radii[i] ?? 0)
  }
  const reach = radius * largest * 1.002
  const step = 2 / entries

  function hit({ ox, oy, oz, dx, dy, dz }: Ray, into: Hit): boolean {
    const x = ox - center.x
    const y = oy - center.y
    const z = oz - center.z
    const b = x * dx + y * dy + z * dz
    const disc = b * b - (x * x + y * y + z * z - reach * reach)
    if (disc <= 0) return false
    const exit = -b + Math.sqrt(disc)
    let t = Math.max(0, -b - Math.sqrt(disc))
    for (let i = 0; i < 40 && t < exit; i++) {
      const px = (x + dx * t) / radius
      const py = (y + dy * t) / radius
      const pz = (z + dz * t) / radius
      const length = Math.sqrt(px * px + py * py + pz * pz)
      const cos = (px * axis.x + py * axis.y + pz * axis.z) / length
      const at = ((cos + 1) / step) | 0
      const r0 = radii[at] ?? 0
      const slope = ((radii[at + 1] ?? 0) - r0) / step
      const distance = length - (r0 + slope * (cos + 1 - at * step))
      if (distance < 0.002) {
        const k = slope / length
        const ux = px / length
        const uy = py / length
        const uz = pz / length
        const nx = ux - k * (axis.x - cos * ux)
        const ny = uy - k * (axis.y - cos * uy)
        const nz = uz - k * (axis.z - cos * uz)
        const scale = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz)
        setHit(into, t, nx * scale, ny * scale, nz * scale)
        toLocal(frame, px, py, pz, into)
        return true
      }
      t += distance * radius * 0.92
    }
    return false
  }
  return { center, reach, hit }
}

/** Half a ball that shows its cut face, `into.y` = 0, apart from the rind. */
export function createHalf(center: Vector, facing: Vector, radius: number): Solid {
  const frame = frameOf(facing)
  function hit({ ox, oy, oz, dx, dy, dz }: Ray, into: Hit): boolean {
    const x = ox - center.x
    const y = oy - center.y
    const z = oz - center.z
    const slant = dx * facing.x + dy * facing.y + dz * facing.z
    const t = -(x * facing.x + y * facing.y + z * facing.z) / slant
    const px = x + dx * t
    const py = y + dy * t
    const pz = z + dz * t
    if (slant < 0 && t > 0 && px * px + py * py + pz * pz < radius * radius) {
      setHit(into, t, facing.x, facing.y, facing.z)
      toLocal(frame, px / radius, py / radius, pz / radius, into)
      into.y = 0
      return true
    }
    const b = x * dx + y * dy + z * dz
    const disc = b * b - (x * x + y * y + z * z - radius * radius)
    if (disc <= 0) return false
    const at = -b - Math.sqrt(disc)
    setHit(into, at, (x + dx * at) / radius, (y + dy * at) / radius, (z + dz * at) / radius)
    toLocal(frame, into.nx, into.ny, into.nz, into)
    return into.t > 0 && into.y < 0
  }
  return { center, reach: radius, hit }
}

interface Frame {
  a: Vector
  axis: Vector
  b: Vector
}

function frameOf(axis: Vector): Frame {
  const helper = Math.abs(axis.y) < 0.9 ? { x: 0, y: 1, z: 0 } : { x: 1, y: 0, z: 0 }
  const a = normalized(cross(axis, helper))
  return { a, axis, b: cross(axis, a) }
}

function toLocal({ a, axis, b }: Frame, x: number, y: number, z: number, into: Hit): void {
  into.x = x * a.x + y * a.y + z * a.z
  into.y = x * axis.x + y * axis.y + z * axis.z
  into.z = x * b.x + y * b.y + z * b.z
}
