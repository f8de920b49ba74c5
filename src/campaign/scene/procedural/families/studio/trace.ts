import { length } from '../../../../numeric/math.ts'
import { ballDistance, type Hit as SurfaceHit, setHit, type Vector } from '../../core/ray.ts'
import { cove, type Material, type Prop } from './set.ts'

/** Where a ray meets the set. */
export interface Hit extends SurfaceHit {
  /** Index of the prop, -1 for the cove. */
  prop: number
  /** Identifies a face of one prop. */
  face: number
  material: Material
}

export const createHit = (): Hit => ({
  t: 0,
  prop: -1,
  face: 0,
  nx: 0,
  ny: 0,
  nz: 0,
  material: 'stage',
})

/** Meets floor, bend or wall; every ray that looks ahead does. */
export function traceCove(eye: Vector, ray: Vector, hit: Hit): void {
  hit.prop = -1
  hit.face = 0
  hit.material = 'stage'
  const bendZ = cove.wall - cove.radius
  const floor = ray.y < 0 ? -eye.y / ray.y : Number.POSITIVE_INFINITY
  if (eye.z + ray.z * floor < bendZ) {
    setHit(hit, floor, 0, 1, 0)
    return
  }
  const wall = (cove.wall - eye.z) / ray.z
  if (eye.y + ray.y * wall > cove.radius) {
    setHit(hit, wall, 0, 0, -1)
    return
  }
  const dy = eye.y - cove.radius
  const dz = eye.z - bendZ
  const a = ray.y * ray.y + ray.z * ray.z
  const b = dy * ray.y + dz * ray.z
  const c = dy * dy + dz * dz - cove.radius * cove.radius
  const distance = (-b + Math.sqrt(Math.max(0, b * b - a * c))) / a
  const ny = -(dy + ray.y * distance) / cove.radius
  const nz = -(dz + ray.z * distance) / cove.radius
  setHit(hit, distance, 0, ny, nz)
}

/**
 * Meets the nearest of some props; false when the ray passes all of them.
 * @param candidates indices of the props to try
 */
export function traceProps(
  props: readonly Prop[],
  candidates: readonly number[],
  eye: Vector,
  ray: Vector,
  hit: Hit,
): boolean {
  hit.t = Number.POSITIVE_INFINITY
  hit.prop = -1
  for (let k = 0; k < candidates.length; k++) {
    const i = candidates[k] ?? 0
    const prop = props[i]
    if (!prop) continue
    const isNearer =
      prop.shape === 'ball'
        ? meetBall(prop, eye, ray, hit)
        : prop.shape === 'cylinder'
          ? meetCylinder(prop, eye, ray, hit)
          : meetSlab(prop, eye, ray, hit)
    if (!isNearer) continue
    hit.prop = i
    hit.material = prop.material
  }
  return hit.prop >= 0
}

function meetBall(ball: Extract<Prop, { shape: 'ball' }>, eye: Vector, ray: Vector, hit: Hit): boolean {
  const distance = ballDistance(ball, ball.radius, eye, ray)
  if (distance === 0 || distance >= hit.t) return false
  const scale = 1 / ball.radius
  const nx = (eye.x - ball.x + ray.x * distance) * scale
  const ny = (eye.y - ball.y + ray.y * distance) * scale
  hit.face = 0
  setHit(hit, distance, nx, ny, (eye.z - ball.z + ray.z * distance) * scale)
  return true
}

function meetCylinder(
  cylinder: Extract<Prop, { shape: 'cylinder' }>,
  eye: Vector,
  ray: Vector,
  hit: Hit,
): boolean {
  const { radius, bottom, top } = cylinder
  const dx = eye.x - cylinder.x
  const dz = eye.z - cylinder.z
  const a = ray.x * ray.x + ray.z * ray.z
  const b = dx * ray.x + dz * ray.z
  const root = b * b - a * (dx * dx + dz * dz - radius * radius)
  if (root <= 0) return false
  const side = (-b - Math.sqrt(root)) / a
  const y = eye.y + ray.y * side
  if (y >= bottom && y <= top) {
    if (side <= 0 || side >= hit.t) return false
    hit.face = 0
    setHit(hit, side, (dx + ray.x * side) / radius, 0, (dz + ray.z * side) / radius)
    return true
  }
  const lid = (top - eye.y) / ray.y
  if (lid <= 0 || lid >= hit.t) return false
  const lx = dx + ray.x * lid
  const lz = dz + ray.z * lid
  if (lx * lx + lz * lz > radius * radius) return false
  hit.face = 1
  setHit(hit, lid, 0, 1, 0)
  return true
}

/** The front of a slab, or its rim: there the ray walks through its depth by the distance to the outline. */
function meetSlab(slab: Extract<Prop, { shape: 'slab' }>, eye: Vector, ray: Vector, hit: Hit): boolean {
  const front = (slab.z - eye.z) / ray.z
  if (front >= hit.t) return false
  const x = eye.x + ray.x * front
  if (Math.abs(x - slab.x) > slab.reach + 0.5) return false
  let distance = front
  let gap = slab.outline(x, eye.y + ray.y * front)
  if (gap < 0) {
    hit.face = 0
    setHit(hit, front, 0, 0, -1)
    return true
  }
  const back = (slab.z + slab.depth - eye.z) / ray.z
  const across = length(ray.x, ray.y) + 1e-6
  for (let step = 0; step < 8 && distance < back; step++) {
    distance += (gap + 1e-4) / across
    gap = slab.outline(eye.x + ray.x * distance, eye.y + ray.y * distance)
    if (gap > 5e-4) continue
    if (distance >= back || distance >= hit.t) return false
    const px = eye.x + ray.x * distance
    const py = eye.y + ray.y * distance
    const nx = slab.outline(px + 1e-3, py) - slab.outline(px - 1e-3, py)
    const ny = slab.outline(px, py + 1e-3) - slab.outline(px, py - 1e-3)
    const scale = 1 / (length(nx, ny) + 1e-9)
    hit.face = 1
    setHit(hit, distance, nx * scale, ny * scale, 0)
    return true
  }
  return false
}
