import type { Vector } from '../../core/vector.ts'

/**
 * Snell's law for unit vectors.
 * @param ratio index of the medium before the surface over the one behind; the normal points to the side before
 * @returns false on total reflection
 */
export function refract(
  dx: number,
  dy: number,
  dz: number,
  nx: number,
  ny: number,
  nz: number,
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

/** Schlick's share of reflected light. */
export const reflectance = (cos: number, index: number) => {
  const base = ((index - 1) / (index + 1)) ** 2
  return base + (1 - base) * (1 - cos) ** 5
}
