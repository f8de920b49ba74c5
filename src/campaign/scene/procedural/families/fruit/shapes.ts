import { cross, moved, normalized, type Hit as SurfaceHit, setHit, type Vector } from '../../core/ray.ts'

/** Where a ray meets a solid. */
export interface Hit extends SurfaceHit {
  /** The point in the solid's own frame in radii: y runs along its axis. */
  x: number
  y: number
  z: number
}

export interface Ray {
  ox: number
  oy: number
  oz: number
  /** A unit vector. */
  dx: number
  dy: number
  dz: number
}

export interface Solid {
  center: Vector
  /** Radius of a ball around it, from the centre. */
  reach: number
  /** Writes the nearest hit beyond the viewer, if there is one. */
  hit(ray: Ray, into: Hit): boolean
}

/** Radius of a body of revolution at an angle from its axis: 0 at the stem, pi at the other end. */
export type Profile = (angle: number) => number

const entries = 512

/** A body whose radius depends on the angle from its axis, such as an apple or a pear. */
export function createRound(center: Vector, axis: Vector, radius: number, profile: Profile): Solid {
  const frame = frameOf(axis)
  const radii = new Float32Array(entries + 2)
  let largest = 0
  for (let i = 0; i < radii.length; i++) {
    radii[i] = profile(Math.acos(Math.min(1, (i / entries) * 2 - 1)))
    largest = Math.max(largest, radii[i] ?? 0)
  }
  const reach = radius * largest * 1.002
  const step = 2 / entries

  function hit({ ox, oy, oz, dx, dy, dz }: Ray, into: Hit): boolean {
    const x = ox - center.x
    const y = oy - center.y
    const z = oz - center.z
    const b = x * dx + y * dy + z * dz
    const disc = b * b - (x * x + y * y + z * z - reach * reach)
    if (disc <= 0) return false
    const exit = -b + Math.sqrt(disc)
    let t = Math.max(0, -b - Math.sqrt(disc))
    for (let i = 0; i < 40 && t < exit; i++) {
      const px = (x + dx * t) / radius
      const py = (y + dy * t) / radius
      const pz = (z + dz * t) / radius
      const length = Math.sqrt(px * px + py * py + pz * pz)
      const cos = (px * axis.x + py * axis.y + pz * axis.z) / length
      const at = ((cos + 1) / step) | 0
      const r0 = radii[at] ?? 0
      const slope = ((radii[at + 1] ?? 0) - r0) / step
      const distance = length - (r0 + slope * (cos + 1 - at * step))
      if (distance < 0.002) {
        const k = slope / length
        const ux = px / length
        const uy = py / length
        const uz = pz / length
        const nx = ux - k * (axis.x - cos * ux)
        const ny = uy - k * (axis.y - cos * uy)
        const nz = uz - k * (axis.z - cos * uz)
        const scale = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz)
        setHit(into, t, nx * scale, ny * scale, nz * scale)
        toLocal(frame, px, py, pz, into)
        return true
      }
      t += distance * radius * 0.92
    }
    return false
  }
  return { center, reach, hit }
}

/** Half a ball that shows its cut face, `into.y` = 0, apart from the rind. */
export function createHalf(center: Vector, facing: Vector, radius: number): Solid {
  const frame = frameOf(facing)
  function hit({ ox, oy, oz, dx, dy, dz }: Ray, into: Hit): boolean {
    const x = ox - center.x
    const y = oy - center.y
    const z = oz - center.z
    const slant = dx * facing.x + dy * facing.y + dz * facing.z
    const t = -(x * facing.x + y * facing.y + z * facing.z) / slant
    const px = x + dx * t
    const py = y + dy * t
    const pz = z + dz * t
    if (slant < 0 && t > 0 && px * px + py * py + pz * pz < radius * radius) {
      setHit(into, t, facing.x, facing.y, facing.z)
      toLocal(frame, px / radius, py / radius, pz / radius, into)
      into.y = 0
      return true
    }
    const b = x * dx + y * dy + z * dz
    const disc = b * b - (x * x + y * y + z * z - radius * radius)
    if (disc <= 0) return false
    const at = -b - Math.sqrt(disc)
    setHit(into, at, (x + dx * at) / radius, (y + dy * at) / radius, (z + dz * at) / radius)
    toLocal(frame, into.nx, into.ny, into.nz, into)
    return into.t > 0 && into.y < 0
  }
  return { center, reach: radius, hit }
}

interface Frame {
  a: Vector
  axis: Vector
  b: Vector
}

function frameOf(axis: Vector): Frame {
  const helper = Math.abs(axis.y) < 0.9 ? { x: 0, y: 1, z: 0 } : { x: 1, y: 0, z: 0 }
  const a = normalized(cross(axis, helper))
  return { a, axis, b: cross(axis, a) }
}

function toLocal({ a, axis, b }: Frame, x: number, y: number, z: number, into: Hit): void {
  into.x = x * a.x + y * a.y + z * a.z
  into.y = x * axis.x + y * axis.y + z * axis.z
  into.z = x * b.x + y * b.y + z * b.z
}

/** A leaf from its stem along a direction: a flat outline whose normal bends as if it were arched. */
export function createLeaf(stem: Vector, along: Vector, up: Vector, length: number): Solid {
  const across = cross(along, up)
  const center = moved(stem, along, length * 0.5)
  function hit({ ox, oy, oz, dx, dy, dz }: Ray, into: Hit): boolean {
    const slant = dx * up.x + dy * up.y + dz * up.z
    const x = ox - stem.x
    const y = oy - stem.y
    const z = oz - stem.z
    const t = -(x * up.x + y * up.y + z * up.z) / slant
    if (!(t > 0)) return false
    const px = (x + dx * t) / length
    const py = (y + dy * t) / length
    const pz = (z + dz * t) / length
    const u = px * along.x + py * along.y + pz * along.z
    if (u < 0 || u > 1) return false
    const v = px * across.x + py * across.y + pz * across.z
    const half = 0.25 * Math.sin(Math.PI * u ** 0.8) * (1 - 0.25 * u)
    if (Math.abs(v) > half) return false
    const roll = (v / 0.25) * 0.7 - Math.sign(v) * 0.45
    const droop = (u - 0.4) * 0.8
    const side = slant < 0 ? 1 : -1
    const nx = up.x + across.x * roll + along.x * droop
    const ny = up.y + across.y * roll + along.y * droop
    const nz = up.z + across.z * roll + along.z * droop
    const scale = side / Math.sqrt(nx * nx + ny * ny + nz * nz)
    setHit(into, t, nx * scale, ny * scale, nz * scale)
    into.x = v / half
    into.y = u
    into.z = v
    return true
  }
  return { center, reach: length * 0.6, hit }
}

/** A round stick between two points. */
export function createStick(from: Vector, to: Vector, radius: number): Solid {
  const bx = to.x - from.x
  const by = to.y - from.y
  const bz = to.z - from.z
  const lengthSquared = bx * bx + by * by + bz * bz
  const center = { x: from.x + bx / 2, y: from.y + by / 2, z: from.z + bz / 2 }
  function hit({ ox, oy, oz, dx, dy, dz }: Ray, into: Hit): boolean {
    const x = ox - from.x
    const y = oy - from.y
    const z = oz - from.z
    const bd = bx * dx + by * dy + bz * dz
    const bo = bx * x + by * y + bz * z
    const a = lengthSquared - bd * bd
    const b = lengthSquared * (x * dx + y * dy + z * dz) - bo * bd
    const c = lengthSquared * (x * x + y * y + z * z) - bo * bo - radius * radius * lengthSquared
    const disc = b * b - a * c
    if (disc <= 0) return false
    const t = (-b - Math.sqrt(disc)) / a
    const along = (bo + t * bd) / lengthSquared
    if (t <= 0 || along < 0 || along > 1) return false
    const nx = (x + dx * t - bx * along) / radius
    const ny = (y + dy * t - by * along) / radius
    setHit(into, t, nx, ny, (z + dz * t - bz * along) / radius)
    into.x = into.nx
    into.y = along
    into.z = into.nz
    return true
  }
  return { center, reach: Math.sqrt(lengthSquared) / 2 + radius, hit }
}

/** A round bowl that stands on the table; `into.y` is the outside (0), the rim (0.5) and the inside (1). */
export function createBowl(at: Vector, { radius, rim, sink }: BowlShape): Solid {
  const wall = 0.045
  const center = { x: at.x, y: radius - sink, z: at.z }
  function hit({ ox, oy, oz, dx, dy, dz }: Ray, into: Hit): boolean {
    const x = ox - center.x
    const y = oy - center.y
    const z = oz - center.z
    const b = x * dx + y * dy + z * dz
    const c = x * x + y * y + z * z
    const disc = b * b - (c - radius * radius)
    if (disc <= 0) return false
    const near = -b - Math.sqrt(disc)
    const level = oy + dy * near
    if (near > 0 && level <= rim && level >= 0) return found(near, 1 / radius, 0)
    const toRim = (rim - oy) / dy
    const px = x + dx * toRim
    const pz = z + dz * toRim
    const away = Math.sqrt(px * px + pz * pz)
    const outer = Math.sqrt(radius * radius - (rim - center.y) ** 2)
    if (!(toRim > 0) || away > outer) return false
    if (away > outer - wall) {
      // Rounded: the normal leans outwards on one half of the rim and inwards on the other.
      const lean = ((away - outer) / wall + 0.5) * 1.6
      const scale = 1 / Math.sqrt(1 + lean * lean)
      setHit(into, toRim, (px / away) * lean * scale, scale, (pz / away) * lean * scale)
      into.y = 0.5
      return true
    }
    const inner = radius - wall
    const deep = b * b - (c - inner * inner)
    return deep > 0 && found(-b + Math.sqrt(deep), -1 / inner, 1)

    function found(t: number, scale: number, side: number): boolean {
      setHit(into, t, (x + dx * t) * scale, (y + dy * t) * scale, (z + dz * t) * scale)
      into.x = into.nx
      into.y = side
      into.z = into.nz
      return true
    }
  }
  return { center, reach: radius, hit }
}

interface BowlShape {
  radius: number
  /** Height of the rim over the table. */
  rim: number
  /** How much of the ball's lower end is cut away for the foot. */
  sink: number
}
