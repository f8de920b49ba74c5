import { oklchOf } from '../../../../numeric/color.ts'
import { createRandom } from '../../../../numeric/random.ts'
import { castLeaves } from '../../core/cast-leaves.ts'
import { finish } from '../../core/finish.ts'
import { createFloatRaster } from '../../core/float-raster.ts'
import { createFrame } from '../../core/frame.ts'
import { sampleImage } from '../../core/sample-image.ts'
import { sceneLight } from '../../core/scene-light.ts'
import { createSky } from '../../core/sky.ts'
import { surfaceLight } from '../../core/surface-light.ts'
import { normalized, type Vector } from '../../core/vector.ts'
import type { ScenePlan } from '../../scene-plan.ts'
import type { Family } from '../family.ts'
import { createBuilding } from './building.ts'
import { bakeLight, nothing, strike } from './light.ts'
import { createWallShader } from './shading.ts'

const eye: Vector = { x: 0, y: 1.75, z: -9 }

/** Plastered walls, a stair and a gate in hard sun before the sky. */
export const architecture: Family = {
  name: 'architecture',
  async render(plan, size) {
    const light = surfaceLight(plan)
    const random = createRandom(plan.seed, 'architecture')
    const frame = createFrame(size)
    const { width, height, unit } = frame
    const side = random.pick([-1, 1] as const)
    const building = createBuilding(random.fork('building'), side)
    const focal = unit * 1.34
    const centerX = width * (0.5 + side * 0.06)
    // The ball before the stair keeps clear of the lower edge in wide frames.
    const eyeRow = Math.min(height * 0.68, height * 0.95 - (focal * eye.y) / (0.1 - eye.z))
    const sun = sunOf(plan, side)
    const horizon = Math.round(eyeRow)
    const sky = createSky({
      frame,
      light: sceneLight({ ...plan, palette: plan.palette.filter(isSkyColor) }),
      random: random.fork('sky'),
      horizon,
      sunX: width * (0.5 + side * 0.7),
      cover: 0.25,
    })
    const rayOf = (x: number, y: number, into: Vector) => {
      const u = (x - centerX) / focal
      const v = (eyeRow - y) / focal
      const length = 1 / Math.sqrt(u * u + v * v + 1)
      into.x = u * length
      into.y = v * length
      into.z = length
    }
    const baked = bakeLight(building.solids, size, eye, rayOf, sun)
    const shade = createWallShader({
      plan,
      light,
      building,
      baked,
      sun,
      random: random.fork('plaster'),
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
    const raster = createFloatRaster(width, height)
    sampleImage(raster, (x, y, into) => {
      rayOf(x, y, ray)
      if (!meet(x, y)) {
        sky.sample(x, y, into)
        return
      }
      shade(x, y, eye, ray, hit, into)
    })
    const pixels = finish(raster, {
      seed: plan.seed,
      contrast: light.contrast,
      vignette: 0.16,
      bloom: 0.12,
      bloomFrom: 0.85,
    })
    const scale = focal / (building.wall.far - eye.z)
    const focus = {
      x: (centerX + building.gate.middle * scale) / width,
      y: (eyeRow - (building.gate.spring - 0.4 - eye.y) * scale) / height,
    }
    return { pixels, focal: focus }
  },
}

/** Painted walls stand out from a natural sky: only a kit's blues and violets may steer it. */
function isSkyColor(hex: string): boolean {
  const { h } = oklchOf(hex)
  return h > 190 && h < 310
}

function sunOf({ timeOfDay }: ScenePlan, side: number): Vector {
  const rise = { dawn: 0.5, day: 0.95, dusk: 0.42, night: 0.8 }[timeOfDay]
  return normalized({ x: side * 0.8, y: rise, z: -0.62 })
}
