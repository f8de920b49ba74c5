import { clamp, clamp01, length, type Random } from '../../../../numeric/math.ts'
import { aimAt, setHit, type Vector } from '../../core/ray.ts'
import {
  createCylinder,
  createSlab,
  createSphere,
  type Slab,
  type Solid,
  type Strike,
} from '../../core/solids.ts'
import type { Frame, Size } from '../family.ts'

/** Lengths are in units of the set: the main podium is about 2.4 wide, the wall stands 3.6 behind its middle. */
export type Prop =
  | {
      shape: 'cylinder'
      x: number
      z: number
      radius: number
      top: number
      material: Material
    }
  | { shape: 'ball'; x: number; y: number; z: number; radius: number; material: Material }
  | ({ shape: 'slab'; material: Material } & Slab)

export type Material = 'stage' | 'podium' | 'accent' | 'pale'

/** Height from which a product on its podium is seen. */
export const productEye = 1.75

/** Floor and wall, joined by a quarter of a cylinder. */
export const cove = { wall: 3.6, radius: 1.6 } as const

/** Meets floor, bend or wall; every ray that looks ahead does. */
export function meetCove(eye: Vector, ray: Vector, hit: Strike): void {
  hit.face = -1
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

/** A prop for rays; its faces have the numbers from twice its index on. */
export function solidOf(prop: Prop, index: number): Solid {
  const face = index * 2
  if (prop.shape === 'ball') return createSphere(prop, prop.radius, index, face)
  return prop.shape === 'cylinder' ? createCylinder(prop, index, face) : createSlab(prop, index, face)
}

/** Index of the prop that a ray has met, -1 for the cove. */
export const propOf = ({ face }: Strike) => face >> 1

const cylinder = (
  { x, z }: { x: number; z: number },
  radius: number,
  top: number,
  material: Material,
): Prop => ({ shape: 'cylinder', x, z, radius, top, material })

/** @param bottom height of what it lies on */
const ball = (
  { x, z }: { x: number; z: number },
  radius: number,
  bottom: number,
  material: Material,
): Prop => ({ shape: 'ball', x, y: bottom + radius, z, radius, material })

/**
 * A podium for a product, a shape behind it that ends a little above it, and low things beside it.
 * @param side where the light comes from
 * @param podium its radius and the heights at which it and the product end
 */
export function createSet(
  random: Random,
  side: number,
  { radius, top, productTop }: { radius: number; top: number; productTop: number },
): Prop[] {
  const away = -side
  const behind = { top: productTop + 0.16, halfWidth: Math.max(0.95, radius * 0.95) }
  const far = { x: away * (radius + random.range(0.62, 0.85)), z: 1.1 }
  const farTop = random.range(0.5, 0.85) * Math.min(1.3, productTop)
  const farRadius = random.range(0.3, 0.4)
  const small = random.range(0.16, 0.24)
  const props = [
    cylinder({ x: 0, z: 0.1 }, radius, top, 'podium'),
    shapeBehind(random, away * random.range(0.1, 0.4), behind),
    cylinder(far, farRadius, farTop, random.pick(['podium', 'pale'])),
  ]
  const near = { x: side * (radius + random.range(0.3, 0.5)), z: random.range(0.45, 0.9) }
  props.push(ball(near, small, 0, random.pick(['accent', 'pale'])))
  if (random.next() < 0.5) props.push(ball(far, small, farTop, 'accent'))
  return props
}

/** An arch or a disc that seems to end at a height of the podium's plane. */
function shapeBehind(
  random: Random,
  x: number,
  { top, halfWidth }: { top: number; halfWidth: number },
): Prop {
  const base = { shape: 'slab', z: 1.7, depth: 0.28, x, material: 'accent', reach: halfWidth } as const
  // It stands farther away, below the eye's height as well as above it.
  const end = productEye + (top - productEye) * 1.22
  if (random.next() < 0.6) return { ...base, outline: arch(x, halfWidth, Math.max(0.2, end - halfWidth)) }
  return { ...base, outline: (px, py) => length(px - x, py - end + halfWidth) - halfWidth }
}

/** A wall on the floor that ends in a half circle. */
function arch(x: number, halfWidth: number, height: number): Slab['outline'] {
  return (px, py) => Math.max((py < height ? Math.abs(px - x) : length(px - x, py - height)) - halfWidth, -py)
}

export interface View {
  eye: Vector
  /** The pixel straight ahead; the lens is shifted, so that upright lines stay upright. */
  centerX: number
  centerY: number
  focal: number
}

/** Wide pictures place the set beside the copy, tall ones below it. */
export function createView(frame: Frame, side: number): View {
  const wide = clamp01((frame.width / frame.height - 1) / 0.9)
  const tall = clamp01((frame.height / frame.width - 1) / 0.25)
  return {
    eye: { x: 0, y: 1.95, z: -7 },
    centerX: frame.width * (0.5 - side * 0.16 * wide),
    centerY: frame.height * (0.545 + 0.06 * tall - 0.1 * wide),
    focal: frame.unit * (1.18 - 0.16 * wide),
  }
}

/** Where a point of the set appears, as fractions of the picture. */
export function project({ eye, centerX, centerY, focal }: View, { x, y, z }: Vector, size: Size) {
  const depth = z - eye.z
  return {
    x: clamp((centerX + ((x - eye.x) / depth) * focal) / size.width, 0.1, 0.9),
    y: clamp((centerY - ((y - eye.y) / depth) * focal) / size.height, 0.1, 0.9),
  }
}

/** The direction through a point of the picture, of length 1. */
export function aim({ centerX, centerY, focal }: View, x: number, y: number, ray: Vector): void {
  aimAt((x - centerX) / focal, (centerY - y) / focal, ray)
}
