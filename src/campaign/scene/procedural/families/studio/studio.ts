import type { Raster } from '../../../../images/raster.ts'
import { createRandom, type Random } from '../../../../numeric/random.ts'
import { finish } from '../../core/finish.ts'
import { createFloatRaster } from '../../core/float-raster.ts'
import { createFrame } from '../../core/frame.ts'
import { sceneLight } from '../../core/scene-light.ts'
import { normalized } from '../../core/vector.ts'
import type { ScenePlan } from '../../scene-plan.ts'
import type { Family, Size } from '../family.ts'
import { lampsOf, materialRamps } from './colors.ts'
import { leafLight } from './leaves.ts'
import { paintStudio } from './painter.ts'
import { createSet } from './set.ts'
import type { StudioScene } from './shader.ts'
import { createView, project } from './view.ts'

/** Steepness of the light: low light throws long shadows. */
const heights = { dawn: 0.5, day: 0.92, dusk: 0.44, night: 0.7 } as const

/** Podiums in a coloured studio, ready for a product, in soft light that falls through leaves. */
export const studio: Family = {
  name: 'studio',
  async render(plan, size) {
    const random = createRandom(plan.seed, 'studio')
    const side = random.pick([-1, 1])
    const view = createView(createFrame(size), side)
    const props = createSet(random.fork('set'), side)
    const pixels = await paintSet(plan, size, { random, side, view, props, occluder: undefined })
    const focal = project(view, { x: 0, y: 0.75, z: 0.1 }, size)
    return { pixels, focal }
  },
}

/** Paints things in the studio in the plan's light. */
export async function paintSet(
  plan: ScenePlan,
  size: Size,
  {
    random,
    side,
    coveLightness = 0.87,
    ...set
  }: { random: Random; side: number; coveLightness?: number } & Pick<
    StudioScene,
    'view' | 'props' | 'occluder'
  >,
): Promise<Raster> {
  const light = sceneLight(plan)
  const towards = normalized({ x: side * 0.62, y: heights[plan.timeOfDay], z: -0.8 })
  const raster = createFloatRaster(size.width, size.height)
  paintStudio(raster, {
    ...set,
    side,
    towards,
    ramps: materialRamps(light, plan, coveLightness),
    lamps: lampsOf(light, plan),
    throughLeaves: await leafLight(random.fork('leaves'), plan.season, towards, side),
  })
  return finish(raster, {
    seed: plan.seed,
    exposure: light.isNight ? 1.14 : 1,
    vignette: 0.18,
    bloom: 0.12,
    bloomFrom: 0.72,
    contrast: light.contrast,
  })
}
