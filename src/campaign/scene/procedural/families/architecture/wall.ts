import { least, setHit } from '../../core/ray.ts'
import type { Vector } from '../../core/vector.ts'
import type { Extent, Solid, Strike } from './solids.ts'

/** A round-headed opening from a sill up. */
export interface Opening {
  middle: number
  halfWidth: number
  sill: number
  /** Where the round head starts. */
  spring: number
}

/** A wall across the view with round-headed openings. */
export function createArchedWall(
  extent: Extent,
  openings: readonly Opening[],
  paint: number,
  face: number,
): Solid {
  const { left, right, bottom, top, near, far } = extent

  function isOpen(x: number, y: number): boolean {
    for (const { middle, halfWidth, sill, spring } of openings) {
      const dx = Math.abs(x - middle)
      if (dx >= halfWidth || y <= sill) continue
      if (y < spring || dx * dx + (y - spring) * (y - spring) < halfWidth * halfWidth) return true
    }
    return false
  }

  return (o, d, into) => {
    const toFront = ((d.z > 0 ? near : far) - o.z) / d.z
    if (toFront >= into.t) return
    if (toFront > least) {
      const x = o.x + d.x * toFront
      const y = o.y + d.y * toFront
      if (x > left && x < right && y > bottom && y < top && !isOpen(x, y)) {
        setHit(into, toFront, 0, 0, d.z > 0 ? -1 : 1)
        into.face = face + (d.z > 0 ? 0 : 1)
        into.paint = paint
        return
      }
    }
    // Only between its two faces can the rest of the wall be met.
    const toBack = ((d.z > 0 ? far : near) - o.z) / d.z
    const from = Math.max(least, toFront)
    const before = Math.min(into.t, toBack)
    if (from >= before) return
    const toTop = (top - o.y) / d.y
    if (d.y < 0 && toTop > from && toTop < before && o.x + d.x * toTop > left && o.x + d.x * toTop < right) {
      setHit(into, toTop, 0, 1, 0)
      into.face = face + 2
      into.paint = paint
    }
    for (const opening of openings) {
      if (!meetReveal(opening, o, d, from, Math.min(before, into.t), into)) continue
      into.face = face + (into.ny === 1 ? 4 : 3)
      into.paint = paint
    }
  }
}

/** The inside of an opening: its sides, its sill, its round head. */
function meetReveal(
  { middle, halfWidth, sill, spring }: Opening,
  o: Vector,
  d: Vector,
  from: number,
  before: number,
  into: Strike,
): boolean {
  const side = d.x > 0 ? 1 : -1
  const toSide = (middle + side * halfWidth - o.x) / d.x
  const y = o.y + d.y * toSide
  if (toSide > from && toSide < before && y > sill && y < spring) {
    setHit(into, toSide, -side, 0, 0)
    return true
  }
  const toSill = (sill - o.y) / d.y
  if (d.y < 0 && toSill > from && toSill < before && Math.abs(o.x + d.x * toSill - middle) < halfWidth) {
    setHit(into, toSill, 0, 1, 0)
    return true
  }
  const cx = o.x - middle
  const cy = o.y - spring
  const a = d.x * d.x + d.y * d.y
  const b = cx * d.x + cy * d.y
  const disc = b * b - a * (cx * cx + cy * cy - halfWidth * halfWidth)
  if (disc <= 0) return false
  const t = (-b + Math.sqrt(disc)) / a
  if (!(t > from && t < before && cy + d.y * t >= 0)) return false
  setHit(into, t, -(cx + d.x * t) / halfWidth, -(cy + d.y * t) / halfWidth, 0)
  return true
}
