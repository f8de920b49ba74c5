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

export interface Vector {
  x: number
  y: number
  z: number
}

export function normalized({ x, y, z }: Vector): Vector {
  const length = Math.sqrt(x * x + y * y + z * z)
  return { x: x / length, y: y / length, z: z / length }
}

/** The unit vector through a point of a picture at distance 1. */
export function aimAt(u: number, v: number, into: Vector): void {
  const scale = 1 / Math.sqrt(u * u + v * v + 1)
  into.x = u * scale
  into.y = v * scale
  into.z = scale
}

/** Writes where a ray meets a surface, and the normal there. */
export function readHit(o: Vector, d: Vector, hit: Hit, point: Vector, normal: Vector): void {
  point.x = o.x + d.x * hit.t
  point.y = o.y + d.y * hit.t
  point.z = o.z + d.z * hit.t
  normal.x = hit.nx
  normal.y = hit.ny
  normal.z = hit.nz
}
