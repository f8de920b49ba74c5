import type { Random } from '../../../../numeric/math.ts'
import { castLeaves } from '../../core/cast-leaves.ts'
import {
  createReduced,
  type FloatRaster,
  fillRaster,
  sampleImage,
  sampleRaster,
} from '../../core/float-raster.ts'
import { normalized, type Vector } from '../../core/ray.ts'
import type { SceneLight } from '../../core/scene-light.ts'
import { nothing, strike } from '../../core/solids.ts'
import { createFamily } from '../create-family.ts'
import type { ScenePlan } from '../family.ts'
import { lampsOf, materialRamps } from './colors.ts'
import { aim, createSet, createView, meetCove, project, solidOf } from './set.ts'
import { createShader, type StudioScene } from './shader.ts'

/** Steepness of the light: low light throws long shadows. */
const heights = { dawn: 0.5, day: 0.92, dusk: 0.44, night: 0.7 } as const

/** Podiums in a coloured studio, ready for a product, in soft light that falls through leaves. */
export const studio = createFamily('studio', ({ plan, frame, light, random }) => {
  const side = random.pick([-1, 1])
  const view = createView(frame, side)
  const props = createSet(random.fork('set'), side, { radius: 1.28, top: 0.36, productTop: 2.25 })
  return {
    focal: project(view, { x: 0, y: 0.75, z: 0.1 }, frame),
    ...composeSet(plan, light, { random, side, view, props, occluder: undefined }),
  }
})

/** Things in the studio in the plan's light. */
export function composeSet(
  plan: ScenePlan,
  light: SceneLight,
  {
    random,
    side,
    coveLightness = 0.87,
    ...set
  }: { random: Random; side: number; coveLightness?: number } & Pick<
    StudioScene,
    'view' | 'props' | 'occluder'
  >,
) {
  const towards = normalized({ x: side * 0.62, y: heights[plan.timeOfDay], z: -0.8 })
  return {
    exposure: light.isNight ? 1.14 : 1,
    async paint(raster: FloatRaster): Promise<void> {
      paintStudio(raster, {
        ...set,
        side,
        towards,
        ramps: materialRamps(light, plan, coveLightness),
        lamps: lampsOf(light, plan),
        throughLeaves: await leafLight(plan, random.fork('leaves'), { towards, side }),
      })
    },
  }
}

/** Distance of leaves before the set, and units of the set per metre of them. */
const [before, metre] = [3, 2.2] as const

/** The light that leaves before the set let through to a point, from 0 to 1. */
async function leafLight(
  plan: ScenePlan,
  random: Random,
  { towards, side }: Pick<StudioScene, 'towards' | 'side'>,
): Promise<(point: Vector) => number> {
  const shadowAt = await castLeaves(plan, random)
  return (point) => {
    const along = (-before - point.z) / towards.z
    const x = (point.x + towards.x * along - side * 2.4) / metre
    const y = (point.y + towards.y * (along - 3.4)) / metre + 4.4
    return 1 - 0.6 * shadowAt(x, y)
  }
}

const reduce = 3

/** Props before the cove, whose light is soft: a third of the resolution is enough where it hardly changes. */
function paintStudio(raster: FloatRaster, scene: StudioScene): void {
  const { props, view } = scene
  const ray = { x: 0, y: 0, z: 1 }
  const hit = nothing()
  const shade = createShader(scene)
  const cove = createReduced(raster, reduce, raster.part)
  fillRaster(cove, (x, y, into) => {
    aim(view, x * reduce + 0.5, y * reduce + 0.5, ray)
    meetCove(view.eye, ray, hit)
    shade(ray, hit, into)
  })
  const solids = props.map(solidOf)
  sampleImage(raster, (x, y, into) => {
    aim(view, x, y, ray)
    if (!strike(solids, view.eye, ray, hit)) {
      const column = (x - 0.5) / reduce
      const row = (y - 0.5) / reduce
      if (isFlat(cove, column, row)) return sampleRaster(cove, column, row, into)
      meetCove(view.eye, ray, hit)
    }
    shade(ray, hit, into)
  })
}

/** Whether the four pixels around a point are nearly equal. */
function isFlat({ width, data }: FloatRaster, x: number, y: number): boolean {
  const i = (Math.max(0, Math.floor(y)) * width + Math.max(0, Math.floor(x))) * 3 + 1
  const a = data[i] ?? 0
  const b = data[i + 3] ?? 0
  const c = data[i + width * 3] ?? 0
  const d = data[i + width * 3 + 3] ?? 0
  return Math.max(a, b, c, d) - Math.min(a, b, c, d) < 0.012
}
