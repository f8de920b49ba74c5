import { type Extent, least, type Solid, type Strike, setStrike } from './solids.ts'

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

  return (ox, oy, oz, dx, dy, dz, into) => {
    const toFront = ((dz > 0 ? near : far) - oz) / dz
    if (toFront >= into.t) return
    if (toFront > least) {
      const x = ox + dx * toFront
      const y = oy + dy * toFront
      if (x > left && x < right && y > bottom && y < top && !isOpen(x, y)) {
        setStrike(into, toFront, 0, 0, dz > 0 ? -1 : 1)
        into.face = face + (dz > 0 ? 0 : 1)
        into.paint = paint
        return
      }
    }
    // Only between its two faces can the rest of the wall be met.
    const toBack = ((dz > 0 ? far : near) - oz) / dz
    const from = Math.max(least, toFront)
    const before = Math.min(into.t, toBack)
    if (from >= before) return
    const toTop = (top - oy) / dy
    if (dy < 0 && toTop > from && toTop < before && ox + dx * toTop > left && ox + dx * toTop < right) {
      setStrike(into, toTop, 0, 1, 0)
      into.face = face + 2
      into.paint = paint
    }
    for (const opening of openings) {
      if (!meetReveal(opening, ox, oy, dx, dy, from, Math.min(before, into.t), into)) continue
      into.face = face + (into.ny === 1 ? 4 : 3)
      into.paint = paint
    }
  }
}

/** The inside of an opening: its sides, its sill, its round head. */
function meetReveal(
  { middle, halfWidth, sill, spring }: Opening,
  ox: number,
  oy: number,
  dx: number,
  dy: number,
  from: number,
  before: number,
  into: Strike,
): boolean {
  const side = dx > 0 ? 1 : -1
  const toSide = (middle + side * halfWidth - ox) / dx
  const y = oy + dy * toSide
  if (toSide > from && toSide < before && y > sill && y < spring) {
    setStrike(into, toSide, -side, 0, 0)
    return true
  }
  const toSill = (sill - oy) / dy
  if (dy < 0 && toSill > from && toSill < before && Math.abs(ox + dx * toSill - middle) < halfWidth) {
    setStrike(into, toSill, 0, 1, 0)
    return true
  }
  const cx = ox - middle
  const cy = oy - spring
  const a = dx * dx + dy * dy
  const b = cx * dx + cy * dy
  const disc = b * b - a * (cx * cx + cy * cy - halfWidth * halfWidth)
  if (disc <= 0) return false
  const t = (-b + Math.sqrt(disc)) / a
  if (!(t > from && t < before && cy + dy * t >= 0)) return false
  setStrike(into, t, -(cx + dx * t) / halfWidth, -(cy + dy * t) / halfWidth, 0)
  return true
}
