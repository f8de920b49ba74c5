import type { Color } from '../../../../numeric/color.ts'
import { clamp01, mix } from '../../../../numeric/math.ts'
import type { Occluder } from '../../../product/occluder.ts'
import { type Ramp, rampIndex } from '../../core/ramp.ts'
import type { Vector } from '../../core/vector.ts'
import type { Lamps } from './colors.ts'
import { lightOn, openness } from './light.ts'
import type { Material, Prop } from './set.ts'
import type { Hit } from './trace.ts'
import type { View } from './view.ts'

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
  return (ray: Vector, hit: Hit, into: Color): void => {
    point.x = view.eye.x + ray.x * hit.t
    point.y = view.eye.y + ray.y * hit.t
    point.z = view.eye.z + ray.z * hit.t
    normal.x = hit.nx
    normal.y = hit.ny
    normal.z = hit.nz
    const facing = hit.nx * towards.x + hit.ny * towards.y + hit.nz * towards.z
    const contact = occluder?.openness(point) ?? 1
    const shadow = (occluder?.light(point, towards, 0.13) ?? 1) * (0.3 + 0.7 * contact)
    const lit =
      facing > 0 ? facing * lightOn(props, point, towards, 0.13, hit.prop) * throughLeaves(point) * shadow : 0
    const open = openness(props, point, normal, hit.prop) * contact
    const spot = Math.exp(-hour.falloff * ((point.x - side * 0.6) ** 2 + (point.y - 2.2) ** 2))
    const wrap = clamp01(0.5 + 0.5 * facing)
    const ambient = (0.29 + 0.13 * (0.5 + 0.5 * hit.ny) + 0.13 * wrap) * open * hour.ambient
    const tone = (ambient + lit * 0.52) * (1.06 - 0.26 * (hour.falloff / 0.045) * (1 - spot))
    const ramp = ramps[hit.material]
    const i = rampIndex(clamp01(tone))
    let gleam = 0
    if (hit.prop >= 0) {
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
