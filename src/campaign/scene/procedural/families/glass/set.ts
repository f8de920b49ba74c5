import { type Color, colorOf, mixOklch, type Oklch } from '../../../../numeric/color.ts'
import { clamp, clamp01, mix, type Random } from '../../../../numeric/math.ts'
import type { Vector } from '../../core/ray.ts'
import type { SceneLight } from '../../core/scene-light.ts'
import type { ScenePlan } from '../family.ts'

export interface Ball extends Vector {
  radius: number
}

/** An upright pane of reeded glass: every reed is a cylindrical lens. */
export interface Pane {
  z: number
  left: number
  right: number
  top: number
  /** Width of one reed. */
  pitch: number
  /** Sideways tangent of a ray at the edge of a reed. */
  bend: number
  /** Even frosted glass instead of reeds. */
  isFrosted: boolean
}

/** A still life on a floor that runs into a wall: lengths in metres or so, y up, z away from the viewer. */
export interface GlassSet {
  glass: readonly Ball[]
  /** Stands behind the pane. */
  solid: Ball
  pane: Pane
  /** Unit vector towards the lamp. */
  lamp: Vector
  /** Distance of the wall. */
  wallZ: number
  colors: SetColors
}

interface SetColors {
  dim: Color
  wall: Color
  bright: Color
  solidDark: Color
  solidLit: Color
  key: Color
  /** Share of light outside the pool of the lamp. */
  ambient: number
}

export function arrangeGlass(
  random: Random,
  light: SceneLight,
  { side, plan }: { side: number; plan: ScenePlan },
): GlassSet {
  const pane = {
    z: 0.7,
    left: -random.range(0.9, 1.15),
    right: random.range(0.85, 1.05),
    top: random.range(2.2, 2.5),
    pitch: random.range(0.1, 0.16),
    bend: random.range(0.55, 0.8),
    isFrosted: plan.subjects?.includes('frosted') ?? random.next() < 0.35,
  }
  const restingBall = (x: number, z: number, radius: number): Ball => ({ x, y: radius, z, radius })
  const hero = restingBall(-side * random.range(0.5, 0.62), -0.35, random.range(0.54, 0.64))
  const small = restingBall(side * random.range(0.38, 0.55), -0.8, random.range(0.25, 0.34))
  const tiny = restingBall(-side * random.range(1.25, 1.5), -1.3, random.range(0.13, 0.19))
  const lampX = -side * random.range(0.75, 0.95)
  const length = Math.hypot(lampX, 1.15, 0.62)
  return {
    glass: [hero, small, tiny],
    solid: { x: -side * random.range(0.5, 0.7), y: random.range(1.1, 1.3), z: 2.1, radius: 0.86 },
    pane,
    lamp: { x: lampX / length, y: 1.15 / length, z: 0.62 / length },
    wallZ: 4,
    colors: setColors(light, plan.timeOfDay),
  }
}

/** Lightness of the wall. */
const levels = { dawn: 0.8, day: 0.86, dusk: 0.52, night: 0.27 } as const

function setColors(light: SceneLight, timeOfDay: ScenePlan['timeOfDay']): SetColors {
  const { main, accent, sun, shade, power } = light
  const level = levels[timeOfDay]
  const paint: Oklch = {
    ...main,
    l: mix(main.l, level, 0.8),
    c: Math.min(main.c, 0.13) * (light.isNight ? 0.9 : 0.75),
  }
  // The kit's colours stay; mood and season lean them as they do the rest of the world.
  const leaning = (color: Oklch) => mixOklch(color, light.tint(color, 0), 0.5)
  const wall = leaning(paint)
  const solid = leaning({ ...accent, l: clamp(accent.l, 0.45, 0.75) })
  return {
    dim: colorOf(mixOklch({ ...wall, l: wall.l * 0.55 }, shade, 0.3)),
    wall: colorOf(wall),
    bright: colorOf(mixOklch({ ...wall, l: Math.min(0.97, wall.l + 0.16) }, sun, 0.4)),
    solidDark: colorOf(mixOklch({ ...solid, l: solid.l * 0.42, c: solid.c * 0.8 }, shade, 0.25)),
    solidLit: colorOf(mixOklch({ ...solid, l: Math.min(0.9, solid.l + 0.14) }, sun, 0.15)),
    key: colorOf(sun),
    ambient: light.isNight ? 0.12 : mix(0.2, 0.5, clamp01((power - 0.75) / 0.25)),
  }
}

/**
 * Snell's law for unit vectors.
 * @param ratio index of the medium before the surface over the one behind; the normal points to the side before
 * @returns false on total reflection
 */
export function refract(
  { x: dx, y: dy, z: dz }: Vector,
  { x: nx, y: ny, z: nz }: Vector,
  ratio: number,
  into: Vector,
): boolean {
  const cos = -(dx * nx + dy * ny + dz * nz)
  const rest = 1 - ratio * ratio * (1 - cos * cos)
  if (rest < 0) return false
  const k = ratio * cos - Math.sqrt(rest)
  into.x = dx * ratio + nx * k
  into.y = dy * ratio + ny * k
  into.z = dz * ratio + nz * k
  return true
}

/** The inward normal where a ray inside a ball leaves it. @param normal outward, where it came in */
export function innerNormal(ray: Vector, normal: Vector, into: Vector): void {
  const chord = -2 * (ray.x * normal.x + ray.y * normal.y + ray.z * normal.z)
  into.x = -(normal.x + ray.x * chord)
  into.y = -(normal.y + ray.y * chord)
  into.z = -(normal.z + ray.z * chord)
}

/** Schlick's share of reflected light. */
export const reflectance = (cos: number, index: number) => {
  const base = ((index - 1) / (index + 1)) ** 2
  return base + (1 - base) * (1 - cos) ** 5
}
