import type { Vector } from '../../core/vector.ts'

/**
 * Snell's law for unit vectors.
 * @param ratio index of the medium before the surface over the one behind; the normal points to the side before
 * @returns false on total reflection
 */
export function refract(
  { x: dx, y: dy, z: dz }: Vector,
  { x: nx, y: ny, z: nz }: Vector,
  ratio: number,
  into: Vector,
): boolean {
  const cos = -(dx * nx + dy * ny + dz * nz)
  const rest = 1 - ratio * ratio * (1 - cos * cos)
  if (rest < 0) return false
  const k = ratio * cos - Math.sqrt(rest)
  into.x = dx * ratio + nx * k
  into.y = dy * ratio + ny * k
  into.z = dz * ratio + nz * k
  return true
}

/** The inward normal where a ray inside a ball leaves it. @param normal outward, where it came in */
export function innerNormal(ray: Vector, normal: Vector, into: Vector): void {
  const chord = -2 * (ray.x * normal.x + ray.y * normal.y + ray.z * normal.z)
  into.x = -(normal.x + ray.x * chord)
  into.y = -(normal.y + ray.y * chord)
  into.z = -(normal.z + ray.z * chord)
}

/** Schlick's share of reflected light. */
export const reflectance = (cos: number, index: number) => {
  const base = ((index - 1) / (index + 1)) ** 2
  return base + (1 - base) * (1 - cos) ** 5
}
