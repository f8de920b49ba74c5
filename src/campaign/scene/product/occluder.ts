import type { Raster } from '../../images/raster.ts'
import { clamp, clamp01, length, mix } from '../../numeric/math.ts'
import { blurPlane, createPlane, type Plane, samplePlane } from '../procedural/core/plane.ts'
import type { Vector } from '../procedural/core/ray.ts'
import type { CutOut } from './cut-out.ts'

/** What stands upright in a set and hides light: a product as its outline in one plane. */
export interface Occluder {
  /** Share of a soft light that reaches a point. @param towards unit vector to its middle @param breadth tangent of its angle */
  light(point: Vector, towards: Vector, breadth: number): number
  /** Share of the surroundings that it leaves open at a point: a contact shadow around its foot. */
  openness(point: Vector): number
}

/** Longer side of the outline in cells, and the room around it that blurs need. */
const outlineSide = 150
const room = 50
/** Deviations of the blurred outlines in cells. */
const blurs = [1, 3, 7, 14] as const

/**
 * @param place in units of the set: the middle of the foot, and the size of the product
 */
export function createOccluder(
  cutOut: CutOut,
  { x, bottom, z, width, height }: { x: number; bottom: number; z: number; width: number; height: number },
): Occluder {
  const cells = outlineSide / Math.max(width, height)
  const outlines = blurs.map((blur) => {
    const plane = outlineOf(cutOut.pixels, cells * width, cells * height)
    blurPlane(plane, blur)
    return plane
  })
  const foot = {
    x: x + ((cutOut.foot.left + cutOut.foot.right) / 2 - 0.5) * width,
    halfX: Math.max(0.04, ((cutOut.foot.right - cutOut.foot.left) / 2) * width),
  }
  const halfZ = depthOf(foot.halfX)
  return {
    light: (point, towards, breadth) => {
      // The light stands before the set.
      const along = (z - point.z) / towards.z
      if (along <= 0) return 1
      const u = room + (point.x + towards.x * along - x + width / 2) * cells
      const v = room + (height - (point.y + towards.y * along - bottom)) * cells
      return 1 - sampleBlurred(outlines, u, v, along * breadth * cells)
    },
    openness: (point) => {
      const above = point.y - bottom
      if (above < -0.02) return 1
      const dx = (point.x - foot.x) / foot.halfX
      const dz = (point.z - z) / halfZ
      const gap = (length(dx, dz) - 1) * Math.min(foot.halfX, halfZ)
      const reach = Math.max(0, gap) + Math.max(0, above)
      return 1 - 0.62 * Math.exp(-reach / 0.045) - 0.3 * Math.exp(-reach / 0.24)
    },
  }
}

/** How deep a product is that is as wide as its foot. */
export const depthOf = (halfWidth: number) => Math.min(halfWidth, 0.42)

function outlineOf({ width, height, data }: Raster, columns: number, rows: number): Plane {
  const plane = createPlane(Math.ceil(columns) + 2 * room, Math.ceil(rows) + 2 * room)
  for (let row = 0; row < rows; row += 1) {
    const y = Math.min(height - 1, Math.floor(((row + 0.5) / rows) * height))
    for (let column = 0; column < columns; column += 1) {
      const x = Math.min(width - 1, Math.floor(((column + 0.5) / columns) * width))
      plane.data[(row + room) * plane.width + column + room] = (data[(y * width + x) * 4 + 3] ?? 0) / 255
    }
  }
  return plane
}

/** Between the two outlines whose blurs are nearest. */
function sampleBlurred(outlines: readonly Plane[], u: number, v: number, blur: number): number {
  const level = levelOf(blur)
  const lower = Math.floor(level)
  const [near, far] = [outlines[lower], outlines[Math.min(outlines.length - 1, lower + 1)]]
  if (near === undefined || far === undefined) return 0
  return clamp01(mix(samplePlane(near, u, v), samplePlane(far, u, v), level - lower))
}

function levelOf(blur: number): number {
  for (let level = 1; level < blurs.length; level += 1) {
    const [from, to] = [blurs[level - 1] ?? 0, blurs[level] ?? 0]
    if (blur < to) return level - 1 + clamp((blur - from) / (to - from), 0, 1)
  }
  return blurs.length - 1
}
