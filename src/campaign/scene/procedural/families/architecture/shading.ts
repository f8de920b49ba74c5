import { type Color, colorOf } from '../../../../numeric/color.ts'
import { clamp01 } from '../../../../numeric/math.ts'
import type { Random } from '../../../../numeric/random.ts'
import { createNoiseTile, sampleTile } from '../../core/noise-tile.ts'
import type { SceneLight } from '../../core/scene-light.ts'
import { dot, type Vector } from '../../core/vector.ts'
import type { ScenePlan } from '../../scene-plan.ts'
import { type Building, paints } from './building.ts'
import type { BakedLight } from './light.ts'
import { paintColors } from './paint.ts'
import type { Strike } from './solids.ts'

interface Walls {
  plan: ScenePlan
  light: SceneLight
  building: Building
  baked: BakedLight
  /** Towards the sun. */
  sun: Vector
  random: Random
  /** Share of the sun that leaves take from the main wall, by its metres. */
  leafShadowAt(x: number, y: number): number
}

type Shader = (x: number, y: number, eye: Vector, ray: Vector, hit: Strike, into: Color) => void

/** The light that painted plaster sends to the viewer; at night a lamp burns behind the gate. */
export function createWallShader({ plan, light, building, baked, sun, random, leafShadowAt }: Walls): Shader {
  const { gate, wall } = building
  const { paints: colors, key, sky, bounce } = paintColors(plan, light)
  const plaster = createNoiseTile(random, { size: 256, frequency: 16, octaves: 4, gain: 0.6 })
  const lamp = colorOf({ l: 0.85, c: 0.12, h: 70 })
  const lampAt = { x: gate.middle, y: gate.spring + 0.2, z: wall.far + 0.5 }
  const share = { sun: 0, sky: 0, bounce: 0 }
  const point = { x: 0, y: 0, z: 0 }
  const normal = { x: 0, y: 0, z: 0 }

  function lampLight(): number {
    if (!light.isNight) return 0
    const to = { x: lampAt.x - point.x, y: lampAt.y - point.y, z: lampAt.z - point.z }
    const squared = dot(to, to)
    return (2 * clamp01(dot(normal, to) / Math.sqrt(squared) + 0.25)) / (0.35 + squared)
  }

  return (x, y, eye, ray, hit, into) => {
    baked.read(x, y, hit.face, share)
    point.x = eye.x + ray.x * hit.t
    point.y = eye.y + ray.y * hit.t
    point.z = eye.z + ray.z * hit.t
    normal.x = hit.nx
    normal.y = hit.ny
    normal.z = hit.nz
    const u = hit.nx !== 0 ? point.z : point.x
    const v = hit.ny !== 0 ? point.z : point.y
    const trowel = sampleTile(plaster, u * 9, v * 9) * 0.5 + sampleTile(plaster, u * 55, v * 55)
    const tone = 1 + trowel * 0.055
    const isMainWall = hit.paint === paints.wall && hit.nz < 0 && point.z > wall.near - 0.01
    const open = isMainWall ? 1 - 0.7 * leafShadowAt(point.x, point.y) : 1
    const direct = clamp01(dot(normal, sun)) * share.sun * open * (1 + trowel * 0.08)
    const warm = lampLight()
    const paint = colors[hit.paint] ?? bounce
    into.r = paint.r * tone * (key.r * direct + sky.r * share.sky + bounce.r * share.bounce + lamp.r * warm)
    into.g = paint.g * tone * (key.g * direct + sky.g * share.sky + bounce.g * share.bounce + lamp.g * warm)
    into.b = paint.b * tone * (key.b * direct + sky.b * share.sky + bounce.b * share.bounce + lamp.b * warm)
  }
}
