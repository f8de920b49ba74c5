import type { Vector } from '../../core/vector.ts'

/** Where a ray meets a building. The reader reuses one record. */
export interface Strike {
  t: number
  nx: number
  ny: number
  nz: number
  /** Number of the face, so that light is never blended across an edge. */
  face: number
  /** Index of the paint. */
  paint: number
}

/** Takes a nearer hit into the record. */
export type Solid = (
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  into: Strike,
) => void

/** Hits nearer than this are the surface that a ray starts from. */
export const least = 1e-4

export interface Extent {
  left: number
  right: number
  bottom: number
  top: number
  near: number
  far: number
}

/** A block with six faces, numbered from `face`. */
export function createBlock(
  { left, right, bottom, top, near, far }: Extent,
  paint: number,
  face: number,
): Solid {
  return (ox, oy, oz, dx, dy, dz, into) => {
    const ax = (left - ox) / dx
    const bx = (right - ox) / dx
    const ay = (bottom - oy) / dy
    const by = (top - oy) / dy
    const az = (near - oz) / dz
    const bz = (far - oz) / dz
    const tx = Math.min(ax, bx)
    const ty = Math.min(ay, by)
    const tz = Math.min(az, bz)
    const enter = Math.max(tx, ty, tz)
    const leave = Math.min(Math.max(ax, bx), Math.max(ay, by), Math.max(az, bz))
    if (!(enter > least && enter < leave && enter < into.t)) return
    into.t = enter
    into.paint = paint
    into.nx = into.ny = into.nz = 0
    if (enter === tx) {
      into.nx = dx > 0 ? -1 : 1
      into.face = face + (dx > 0 ? 0 : 1)
    } else if (enter === ty) {
      into.ny = dy > 0 ? -1 : 1
      into.face = face + (dy > 0 ? 2 : 3)
    } else {
      into.nz = dz > 0 ? -1 : 1
      into.face = face + (dz > 0 ? 4 : 5)
    }
  }
}

/** Writes a hit without its face and paint. */
export function setStrike(into: Strike, t: number, nx: number, ny: number, nz: number): void {
  into.t = t
  into.nx = nx
  into.ny = ny
  into.nz = nz
}

/** Solids within a block that rays are tried against first. */
export function createGroup(
  { left, right, bottom, top, near, far }: Extent,
  solids: readonly Solid[],
): Solid {
  return (ox, oy, oz, dx, dy, dz, into) => {
    const ax = (left - ox) / dx
    const bx = (right - ox) / dx
    const ay = (bottom - oy) / dy
    const by = (top - oy) / dy
    const az = (near - oz) / dz
    const bz = (far - oz) / dz
    const enter = Math.max(Math.min(ax, bx), Math.min(ay, by), Math.min(az, bz))
    const leave = Math.min(Math.max(ax, bx), Math.max(ay, by), Math.max(az, bz))
    if (!(enter < leave && leave > least && enter < into.t)) return
    for (const solid of solids) solid(ox, oy, oz, dx, dy, dz, into)
  }
}

export function createSphere(center: Vector, radius: number, paint: number, face: number): Solid {
  return (ox, oy, oz, dx, dy, dz, into) => {
    const x = ox - center.x
    const y = oy - center.y
    const z = oz - center.z
    const b = x * dx + y * dy + z * dz
    const disc = b * b - (x * x + y * y + z * z - radius * radius)
    if (disc <= 0) return
    const t = -b - Math.sqrt(disc)
    if (!(t > least && t < into.t)) return
    into.t = t
    into.nx = (x + dx * t) / radius
    into.ny = (y + dy * t) / radius
    into.nz = (z + dz * t) / radius
    into.face = face
    into.paint = paint
  }
}

export const createGround =
  (paint: number, face: number): Solid =>
  (_ox, oy, _oz, _dx, dy, _dz, into) => {
    const t = -oy / dy
    if (!(dy < 0 && t > least && t < into.t)) return
    into.t = t
    into.nx = into.nz = 0
    into.ny = 1
    into.face = face
    into.paint = paint
  }
