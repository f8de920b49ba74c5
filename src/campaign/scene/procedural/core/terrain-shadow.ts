import { clamp, smoothstep } from '../../../numeric/math.ts'
import { createPlane, samplePlane } from './plane.ts'
import type { Vector } from './vector.ts'

export interface ShadowArea {
  /** World x of the left edge, and z of the near edge. */
  left: number
  near: number
  /** World size of both sides. */
  extent: number
  /** Cells along a side. */
  cells: number
}

/**
 * How much of the sun a point of a height field sees, from 0 to 1; edges get softer with the distance to what casts them.
 * Found once on a grid by walking from each cell towards the sun.
 * @param sun direction to it; z points ahead, y up
 */
export function castShadows(
  heightAt: (x: number, z: number) => number,
  { left, near, extent, cells }: ShadowArea,
  sun: Vector,
): (x: number, z: number) => number {
  const cell = extent / cells
  const heights = createPlane(cells, cells)
  let highest = Number.NEGATIVE_INFINITY
  for (let row = 0, i = 0; row < cells; row++) {
    for (let column = 0; column < cells; column++, i++) {
      const height = heightAt(left + column * cell, near + row * cell)
      heights.data[i] = height
      highest = Math.max(highest, height)
    }
  }

  const level = Math.hypot(sun.x, sun.z) || 1e-6
  const stepX = sun.x / level
  const stepZ = sun.z / level
  const fall = (sun.y / level) * cell
  const visible = createPlane(cells, cells)
  for (let row = 0, i = 0; row < cells; row++) {
    for (let column = 0; column < cells; column++, i++) {
      visible.data[i] = sunAt(column, row)
    }
  }
  return (x, z) => samplePlane(visible, clamp((x - left) / cell, 0, cells - 1), (z - near) / cell)

  function sunAt(column: number, row: number): number {
    const ground = (heights.data[row * cells + column] ?? 0) + cell * 0.12
    let clearance = 1
    for (let k = 1; k < 26; k++) {
      const distance = k * (1 + k * 0.05)
      if (ground + distance * fall > highest) break
      const x = column + stepX * distance
      const z = row + stepZ * distance
      if (x < 0 || z < 0 || x > cells - 1 || z > cells - 1) break
      const above = ground + distance * fall - samplePlane(heights, x, z)
      clearance = Math.min(clearance, above / (distance * cell * 0.1 + cell * 0.16))
      if (clearance < -1) return 0
    }
    return smoothstep(-1, 1, clearance)
  }
}
