import type { Color } from '../../../numeric/color.ts'
import { clamp, clamp01, mix, smoothstep } from '../../../numeric/math.ts'
import { type FloatRaster, putColor } from './float-raster.ts'
import { createPlane, samplePlane } from './plane.ts'
import type { Vector } from './ray.ts'

export interface TerrainCamera {
  /** The row of the horizon in pixels. */
  horizon: number
  /** The column of the view direction in pixels. */
  centerX: number
  /** Focal length in pixels. */
  focal: number
  /** Height above the ground's zero. */
  height: number
}

/** A point of the ground as it is shaded; lengths in world units, z is the distance ahead. */
export interface GroundPoint {
  x: number
  z: number
  height: number
  slopeX: number
  slopeZ: number
  /** Column in pixels. */
  column: number
}

export interface Terrain {
  near: number
  far: number
  /** Growth of the distance per step, 0.004 for smooth ground. */
  step: number
  heightAt(x: number, z: number): number
  shade(point: GroundPoint, into: Color): void
}

/**
 * Draws a height field row by row from near to far; what is nearer hides what is behind. Edges are covered by
 * fractions of pixels. What the raster holds, such as a sky, stays visible above the ground.
 */
export function renderTerrain(raster: FloatRaster, camera: TerrainCamera, terrain: Terrain): void {
  const { width, height, part } = raster
  const { horizon, centerX, focal } = camera
  // Columns are shaded in pairs.
  const firstColumn = part.left & ~1
  // Small pictures need fewer rows of ground.
  const growth = terrain.step * Math.max(1, 600 / focal)
  const open = new Float32Array(width).fill(part.bottom)
  const lastRow = new Float32Array(width).fill(height + 1)
  const isVisible = new Uint8Array(width)
  const colors = new Float32Array(width * 3)
  const newColors = new Float32Array(width * 3)
  const behind = new Float32Array(width * 3)
  let heights = new Float32Array(width + 3 - (width % 2))
  let lastHeights = new Float32Array(heights.length)
  const point: GroundPoint = { x: 0, z: 0, height: 0, slopeX: 0, slopeZ: 0, column: 0 }
  const color = { r: 0, g: 0, b: 0 }

  const rowOf = (x: number, z: number) =>
    horizon + ((camera.height - terrain.heightAt(((x - centerX) / focal) * z, z)) / z) * focal

  let z = terrain.near
  let lastZ = z * 0.998
  let beforeLastZ = lastZ
  fillHeights(lastHeights, lastZ)
  while (z < terrain.far) {
    fillHeights(heights, z)
    const perPixel = z / focal
    for (let x = firstColumn; x < part.right; x++) {
      const ground = heights[x + 1] ?? 0
      const row = horizon + ((camera.height - ground) / z) * focal
      const last = lastRow[x] ?? 0
      let from = open[x] ?? 0
      // Behind a crest the ground falls away: its true top lies between the samples.
      if (row > last && isVisible[x] === 1) {
        const top = crestRow(x, beforeLastZ, z)
        if (top < from) {
          cover(x, top, from, colors, colors)
          from = Math.max(0, top)
          open[x] = from
        }
        isVisible[x] = 0
      }
      if (row < from && from > part.top) {
        point.x = ((x - centerX) / focal) * z
        point.z = z
        point.height = ground
        point.slopeX = ((heights[x + 2] ?? 0) - (heights[x] ?? 0)) / (2 * perPixel)
        point.slopeZ = (ground - (lastHeights[x + 1] ?? 0)) / (z - lastZ)
        point.column = x
        terrain.shade(point, color)
        putColor(newColors, x * 3, color)
        cover(x, row, from, isVisible[x] === 1 ? colors : newColors, newColors)
        for (let k = x * 3; k < x * 3 + 3; k++) colors[k] = newColors[k] ?? 0
        open[x] = Math.max(0, row)
        isVisible[x] = 1
      }
      lastRow[x] = row
    }
    beforeLastZ = lastZ
    lastZ = z
    const swapped = lastHeights
    lastHeights = heights
    heights = swapped
    z += Math.min(z * growth, Math.max(0.0006 * z, (z * z) / (focal * camera.height * 0.75)))
  }

  function fillHeights(into: Float32Array, distance: number): void {
    // Every second column is computed: between two, ground is straight to a fraction of a pixel.
    for (let x = firstColumn; x < part.right + 3 && x < into.length; x += 2) {
      const height = terrain.heightAt(((x - 1 - centerX) / focal) * distance, distance)
      into[x] = height
      if (x > firstColumn) into[x - 1] = ((into[x - 2] ?? 0) + height) / 2
    }
  }

  function crestRow(x: number, nearZ: number, farZ: number): number {
    let a = nearZ
    let b = farZ
    for (let i = 0; i < 7; i++) {
      const first = a + (b - a) * 0.382
      const second = a + (b - a) * 0.618
      if (rowOf(x, first) < rowOf(x, second)) b = second
      else a = first
    }
    return rowOf(x, (a + b) / 2)
  }

  /**
   * Fills a column between two rows, from one colour at the bottom to another at the top.
   * Columns fill upwards: what lay behind a pixel is kept from its first part until its last.
   */
  function cover(x: number, top: number, bottom: number, from: Float32Array, to: Float32Array): void {
    const { data } = raster
    const c = x * 3
    const start = Math.max(part.top, top)
    const span = bottom - start
    const end = Math.min(part.bottom - 1, Math.ceil(bottom) - 1)
    for (let y = end; y >= Math.floor(start); y--) {
      const i = (y * width + x) * 3
      if (bottom >= y + 1) {
        behind[c] = data[i] ?? 0
        behind[c + 1] = data[i + 1] ?? 0
        behind[c + 2] = data[i + 2] ?? 0
      }
      const share = Math.min(y + 1, bottom) - Math.max(y, start)
      const t = span > 1.5 ? clamp01((bottom - y - 0.5) / span) : 1
      for (let k = 0; k < 3; k++) {
        const color = mix(from[c + k] ?? 0, to[c + k] ?? 0, t)
        data[i + k] = (data[i + k] ?? 0) + share * (color - (behind[c + k] ?? 0))
      }
    }
  }
}

interface ShadowArea {
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
