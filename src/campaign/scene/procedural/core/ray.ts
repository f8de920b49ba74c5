import type { Vector } from './vector.ts'

/** Where a ray meets a surface; the reader reuses one record for all rays. */
export interface Hit {
  /** Distance along the ray. */
  t: number
  /** Unit normal. */
  nx: number
  ny: number
  nz: number
}

export function setHit(into: Hit, t: number, nx: number, ny: number, nz: number): void {
  into.t = t
  into.nx = nx
  into.ny = ny
  into.nz = nz
}

/** Hits nearer than this are the surface that a ray starts from. */
export const least = 1e-4

/** Distance along a ray to the near side of a ball, or 0. @param d a unit vector */
export function ballDistance(center: Vector, radius: number, o: Vector, d: Vector): number {
  const x = o.x - center.x
  const y = o.y - center.y
  const z = o.z - center.z
  const b = x * d.x + y * d.y + z * d.z
  const disc = b * b - (x * x + y * y + z * z - radius * radius)
  if (disc <= 0) return 0
  const t = -b - Math.sqrt(disc)
  return t > least ? t : 0
}
