import type { Color } from '../../../../numeric/color.ts'
import { clamp01, length, mix, smoothstep } from '../../../../numeric/math.ts'
import type { Occluder } from '../../../product/occluder.ts'
import { readHit, type Vector } from '../../core/ray.ts'
import { type Ramp, rampIndex } from '../../core/scene-light.ts'
import type { Strike } from '../../core/solids.ts'
import type { Lamps } from './colors.ts'
import { type Material, type Prop, propOf, type View } from './set.ts'

export interface StudioScene {
  props: readonly Prop[]
  towards: Vector
  ramps: Readonly<Record<Material, Ramp>>
  lamps: Lamps
  throughLeaves(point: Vector): number
  side: number
  view: View
  /** A product that is composited later: its shadows are in the picture. */
  occluder: Occluder | undefined
}

/** Colours what a ray of the view meets. */
export function createShader({
  props,
  towards,
  ramps,
  lamps,
  throughLeaves,
  side,
  view,
  occluder,
}: StudioScene) {
  const { hour, key, fill } = lamps
  const point = { x: 0, y: 0, z: 0 }
  const normal = { x: 0, y: 1, z: 0 }
  return (ray: Vector, hit: Strike, into: Color): void => {
    readHit(view.eye, ray, hit, point, normal)
    const prop = propOf(hit)
    const facing = hit.nx * towards.x + hit.ny * towards.y + hit.nz * towards.z
    const contact = occluder?.openness(point) ?? 1
    const shadow = (occluder?.light(point, towards, 0.13) ?? 1) * (0.3 + 0.7 * contact)
    const lit =
      facing > 0 ? facing * lightOn(props, point, towards, 0.13, prop) * throughLeaves(point) * shadow : 0
    const open = openness(props, point, normal, prop) * contact
    const spot = Math.exp(-hour.falloff * ((point.x - side * 0.6) ** 2 + (point.y - 2.2) ** 2))
    const wrap = clamp01(0.5 + 0.5 * facing)
    const ambient = (0.29 + 0.13 * (0.5 + 0.5 * hit.ny) + 0.13 * wrap) * open * hour.ambient
    const tone = (ambient + lit * 0.52) * (1.06 - 0.26 * (hour.falloff / 0.045) * (1 - spot))
    const ramp = ramps[props[prop]?.material ?? 'stage']
    const i = rampIndex(clamp01(tone))
    let gleam = 0
    if (prop >= 0) {
      const hx = towards.x - ray.x
      const hy = towards.y - ray.y
      const hz = towards.z - ray.z
      const halfway = (hit.nx * hx + hit.ny * hy + hit.nz * hz) / Math.sqrt(hx * hx + hy * hy + hz * hz)
      const rim = 1 - Math.abs(hit.nx * ray.x + hit.ny * ray.y + hit.nz * ray.z)
      gleam = (halfway > 0 ? halfway ** 38 * 0.15 * clamp01(lit * 3) : 0) + rim * rim * rim * 0.05
    }
    const share = clamp01(lit * 1.6)
    into.r = ((ramp[i] ?? 0) + gleam) * mix(fill.r, key.r, share)
    into.g = (ramp[i + 1] ?? 0) + gleam
    into.b = ((ramp[i + 2] ?? 0) + gleam) * mix(fill.b, key.b, share)
  }
}

/**
 * How much of a soft light reaches a point, from 0 to 1. Closed forms instead of many shadow rays: per prop the gap
 * between the ray to the light and the prop, against the breadth of the light seen from there.
 * @param towards unit vector to the middle of the light
 * @param breadth of the light as the tangent of an angle
 * @param self index of the prop that the point lies on
 */
function lightOn(
  props: readonly Prop[],
  point: Vector,
  towards: Vector,
  breadth: number,
  self: number,
): number {
  let light = 1
  for (let i = 0; i < props.length; i++) {
    const prop = props[i]
    if (!prop || i === self) continue
    if (prop.shape === 'ball') light *= pastBall(prop, point, towards, breadth)
    else if (prop.shape === 'cylinder') light *= pastCylinder(prop, point, towards, breadth)
    else light *= pastSlab(prop, point, towards, breadth)
    if (light < 0.003) return 0
  }
  return light
}

function pastBall(
  ball: Extract<Prop, { shape: 'ball' }>,
  point: Vector,
  towards: Vector,
  breadth: number,
): number {
  const dx = ball.x - point.x
  const dy = ball.y - point.y
  const dz = ball.z - point.z
  const along = dx * towards.x + dy * towards.y + dz * towards.z
  if (along <= 0) return 1
  const gap = Math.sqrt(Math.max(0, dx * dx + dy * dy + dz * dz - along * along)) - ball.radius
  return smoothstep(-1, 1, gap / (along * breadth + 0.01))
}

function pastCylinder(
  { x, z, radius, top }: Extract<Prop, { shape: 'cylinder' }>,
  point: Vector,
  towards: Vector,
  breadth: number,
): number {
  if (point.y >= top) return 1
  const dx = x - point.x
  const dz = z - point.z
  const level = towards.x * towards.x + towards.z * towards.z
  const along = (dx * towards.x + dz * towards.z) / level
  const offX = dx - along * towards.x
  const offZ = dz - along * towards.z
  const miss = Math.sqrt(offX * offX + offZ * offZ)
  const chord = Math.sqrt(Math.max(0, radius * radius - miss * miss) / level)
  const leave = along + chord
  if (leave <= 0) return 1
  const enter = Math.max(0, along - chord)
  // Shadowed where the ray crosses the circle below the lid and above the base.
  const across = smoothstep(-1, 1, (radius - miss) / (Math.max(0, along) * breadth + 0.012))
  const below = smoothstep(-1, 1, (top - point.y - towards.y * enter) / (enter * breadth + 0.012))
  const above = smoothstep(-1, 1, (point.y + towards.y * leave) / (leave * breadth + 0.012))
  return 1 - across * below * above
}

/** Judged at the middle of its depth, a little larger than it is: two planes would cast two outlines. */
function pastSlab(
  { z, depth, outline }: Extract<Prop, { shape: 'slab' }>,
  point: Vector,
  towards: Vector,
  breadth: number,
): number {
  const along = (z + depth / 2 - point.z) / towards.z
  if (along <= depth / 2) return 1
  const gap = outline(point.x + towards.x * along, point.y + towards.y * along) - depth * 0.2
  return smoothstep(-1, 1, gap / (along * breadth + 0.012))
}

/** The share of the surroundings that props leave open around a point: contact shadows. */
function openness(props: readonly Prop[], point: Vector, normal: Vector, self: number): number {
  let open = 1
  for (let i = 0; i < props.length; i++) {
    const prop = props[i]
    if (!prop || i === self) continue
    if (prop.shape === 'ball') {
      const dx = prop.x - point.x
      const dy = prop.y - point.y
      const dz = prop.z - point.z
      const squared = dx * dx + dy * dy + dz * dz
      const facing = (dx * normal.x + dy * normal.y + dz * normal.z) / Math.sqrt(squared)
      open *= 1 - 0.9 * clamp01((facing + 0.25) / 1.25) * Math.min(1, (prop.radius * prop.radius) / squared)
    } else if (prop.shape === 'cylinder') {
      const above = prop.top - Math.max(point.y, 0)
      if (above <= 0) continue
      const gap = Math.max(0, length(prop.x - point.x, prop.z - point.z) - prop.radius)
      open *=
        1 -
        0.52 *
          Math.exp(-gap / (0.1 + above * 0.34)) *
          clamp01(above * 2.4) *
          (0.35 + 0.65 * Math.abs(normal.y))
    } else {
      const gap = Math.max(0, prop.outline(point.x, point.y))
      const ahead = Math.max(0, prop.z - point.z, point.z - prop.z - prop.depth)
      if (gap + ahead > 2.4) continue
      open *= 1 - 0.36 * Math.exp(-length(gap, ahead) / 0.42)
    }
  }
  // What rises from the floor is darker at its foot.
  return self >= 0 && normal.y < 0.7 ? open * (0.66 + 0.34 * smoothstep(0, 0.7, point.y)) : open
}
