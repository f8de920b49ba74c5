import { ballDistance, type Hit, least, setHit, type Vector } from '../../core/ray.ts'

/** Where a ray meets a building. */
export interface Strike extends Hit {
  /** Number of the face, so that light is never blended across an edge. */
  face: number
  /** Index of the paint. */
  paint: number
}

/** Takes a nearer hit of a ray from `o` along `d` into the record. */
export type Solid = (o: Vector, d: Vector, into: Strike) => void

export interface Extent {
  left: number
  right: number
  bottom: number
  top: number
  near: number
  far: number
}

/** Where a ray enters and leaves a block, and where it meets the nearer side of it across and down. */
function crossing({ left, right, bottom, top, near, far }: Extent) {
  const found = { tx: 0, ty: 0, enter: 0, leave: 0 }
  return (o: Vector, d: Vector) => {
    const ax = (left - o.x) / d.x
    const bx = (right - o.x) / d.x
    const ay = (bottom - o.y) / d.y
    const by = (top - o.y) / d.y
    const az = (near - o.z) / d.z
    const bz = (far - o.z) / d.z
    found.tx = Math.min(ax, bx)
    found.ty = Math.min(ay, by)
    found.enter = Math.max(found.tx, found.ty, Math.min(az, bz))
    found.leave = Math.min(Math.max(ax, bx), Math.max(ay, by), Math.max(az, bz))
    return found
  }
}

/** A block with six faces, numbered from `face`. */
export function createBlock(extent: Extent, paint: number, face: number): Solid {
  const cross = crossing(extent)
  return (o, d, into) => {
    const { tx, ty, enter, leave } = cross(o, d)
    if (!(enter > least && enter < leave && enter < into.t)) return
    into.t = enter
    into.paint = paint
    into.nx = into.ny = into.nz = 0
    if (enter === tx) {
      into.nx = d.x > 0 ? -1 : 1
      into.face = face + (d.x > 0 ? 0 : 1)
    } else if (enter === ty) {
      into.ny = d.y > 0 ? -1 : 1
      into.face = face + (d.y > 0 ? 2 : 3)
    } else {
      into.nz = d.z > 0 ? -1 : 1
      into.face = face + (d.z > 0 ? 4 : 5)
    }
  }
}

/** Solids within a block that rays are tried against first. */
export function createGroup(extent: Extent, solids: readonly Solid[]): Solid {
  const cross = crossing(extent)
  return (o, d, into) => {
    const { enter, leave } = cross(o, d)
    if (!(enter < leave && leave > least && enter < into.t)) return
    for (const solid of solids) solid(o, d, into)
  }
}

export function createSphere(center: Vector, radius: number, paint: number, face: number): Solid {
  return (o, d, into) => {
    const t = ballDistance(center, radius, o, d)
    if (!(t > least && t < into.t)) return
    const nx = (o.x - center.x + d.x * t) / radius
    const ny = (o.y - center.y + d.y * t) / radius
    const nz = (o.z - center.z + d.z * t) / radius
    setHit(into, t, nx, ny, nz)
    into.face = face
    into.paint = paint
  }
}

export const createGround =
  (paint: number, face: number): Solid =>
  (o, d, into) => {
    const t = -o.y / d.y
    if (!(d.y < 0 && t > least && t < into.t)) return
    setHit(into, t, 0, 1, 0)
    into.face = face
    into.paint = paint
  }
