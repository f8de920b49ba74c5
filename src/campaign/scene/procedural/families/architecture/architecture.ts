import { type Color, colorOf, mixOklch, type Oklch, oklchOf } from '../../../../numeric/color.ts'
import { clamp01, mix } from '../../../../numeric/math.ts'
import { castLeaves } from '../../core/cast-leaves.ts'
import { sampleImage, scaled } from '../../core/float-raster.ts'
import { createNoiseTile, sampleTile } from '../../core/noise.ts'
import { aimAt, dot, normalized, readHit, type Vector } from '../../core/ray.ts'
import { type SceneLight, sceneLight, surfaceLight } from '../../core/scene-light.ts'
import { createSky } from '../../core/sky.ts'
import { nothing, type Strike, strike } from '../../core/solids.ts'
import { createFamily, type Scene } from '../create-family.ts'
import type { ScenePlan } from '../family.ts'
import { type Building, createBuilding, paints } from './building.ts'
import { type BakedLight, bakeLight } from './light.ts'

const eye: Vector = { x: 0, y: 1.75, z: -9 }

/** Plastered walls, a stair and a gate in hard sun before the sky. */
export const architecture = createFamily(
  'architecture',
  (scene) => {
    const { plan, frame, random } = scene
    const { width, height, unit } = frame
    const side = random.pick([-1, 1] as const)
    const building = createBuilding(random.fork('building'), side)
    const focal = unit * 1.34
    const centerX = width * (0.5 + side * 0.06)
    // The ball before the stair keeps clear of the lower edge in wide frames.
    const eyeRow = Math.min(height * 0.68, height * 0.95 - (focal * eye.y) / (0.1 - eye.z))
    const sun = sunOf(plan, side)
    const horizon = Math.round(eyeRow)
    const sky = createSky(
      { ...scene, light: sceneLight({ ...plan, palette: plan.palette.filter(isSkyColor) }) },
      { horizon, sunX: width * (0.5 + side * 0.7), cover: 0.25 },
    )
    const rayOf = (x: number, y: number, into: Vector) =>
      aimAt((x - centerX) / focal, (eyeRow - y) / focal, into)
    const scale = focal / (building.wall.far - eye.z)
    return {
      focal: {
        x: (centerX + building.gate.middle * scale) / width,
        y: (eyeRow - (building.gate.spring - 0.4 - eye.y) * scale) / height,
      },
      async paint(raster) {
        const baked = bakeLight(building.solids, raster, eye, rayOf, sun)
        const shade = createWallShader(scene, {
          building,
          baked,
          sun,
          leafShadowAt: await castLeaves({
            plan,
            random: random.fork('leaves'),
            side: -side,
            from: 4.4,
            blur: 0.07,
          }),
        })
        const ray = { x: 0, y: 0, z: 0 }
        const hit = nothing()
        /** Away from edges the face is known, and only its solid is tried. */
        const meet = (x: number, y: number): boolean => {
          const face = baked.faceAt(x, y)
          if (face === 'sky') return false
          const solid = face === undefined ? undefined : building.solidOf(face)
          if (solid) {
            hit.t = 1e9
            hit.face = -1
            solid(eye, ray, hit)
            if (hit.face === face) return true
          }
          return strike(building.solids, eye, ray, hit)
        }
        sampleImage(raster, (x, y, into) => {
          rayOf(x, y, ray)
          if (!meet(x, y)) {
            sky.sample(x, y, into)
            return
          }
          shade(x, y, eye, ray, hit, into)
        })
      },
    }
  },
  surfaceLight,
)

/** Painted walls stand out from a natural sky: only a kit's blues and violets may steer it. */
function isSkyColor(hex: string): boolean {
  const { h } = oklchOf(hex)
  return h > 190 && h < 310
}

function sunOf({ timeOfDay }: ScenePlan, side: number): Vector {
  const rise = { dawn: 0.5, day: 0.95, dusk: 0.42, night: 0.8 }[timeOfDay]
  return normalized({ x: side * 0.8, y: rise, z: -0.62 })
}

interface Walls {
  building: Building
  baked: BakedLight
  /** Towards the sun. */
  sun: Vector
  /** Share of the sun that leaves take from the main wall, by its metres. */
  leafShadowAt(x: number, y: number): number
}

type Shader = (x: number, y: number, eye: Vector, ray: Vector, hit: Strike, into: Color) => void

/** The light that painted plaster sends to the viewer; at night a lamp burns behind the gate. */
function createWallShader(
  { plan, light, random }: Scene,
  { building, baked, sun, leafShadowAt }: Walls,
): Shader {
  const { gate, wall } = building
  const { paints: colors, key, sky, bounce } = paintColors(plan, light)
  const plaster = createNoiseTile(random.fork('plaster'), { size: 256, frequency: 16, octaves: 4, gain: 0.6 })
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
    readHit(eye, ray, hit, point, normal)
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

/** Paints in the order of the building's indices, and the lights. */
function paintColors({ timeOfDay }: ScenePlan, light: SceneLight) {
  const wall: Oklch = {
    l: mix(light.main.l, 0.88 - light.main.c, 0.72),
    c: Math.min(0.13, light.main.c * 0.8),
    h: light.main.h,
  }
  const other: Oklch = {
    l: mix(light.accent.l, 0.82 - light.accent.c, 0.72),
    c: Math.min(0.13, light.accent.c * 0.8),
    h: light.accent.h,
  }
  const chalk: Oklch = { l: 0.86, c: 0.03, h: 75 }
  const list = [
    mixOklch(wall, chalk, 0.6),
    wall,
    mixOklch({ ...wall, l: wall.l * 0.94 }, other, 0.2),
    other,
    { ...other, l: other.l * 0.9 },
    mixOklch(wall, chalk, 0.35),
  ]
  const power = { dawn: 1.35, day: 1.35, dusk: 1.4, night: 0.4 }[timeOfDay]
  const air = { dawn: 0.62, day: 0.62, dusk: 0.4, night: 0.22 }[timeOfDay]
  return {
    paints: list.map(colorOf),
    key: scaled(colorOf({ ...light.sun, c: light.sun.c * 1.2 }), power),
    sky: scaled(colorOf({ l: 0.82, c: Math.min(0.08, light.shade.c), h: light.shade.h }), air),
    bounce: scaled(colorOf(mixOklch(wall, light.sun, 0.4)), power * 0.95),
  }
}
