import type { Box, Raster } from '../../../images/raster.ts'
import { createRandom, type Random } from '../../../numeric/math.ts'
import { type Finish, finish } from '../core/finish.ts'
import { createFloatRaster, type FloatRaster, partOf } from '../core/float-raster.ts'
import { type SceneLight, sceneLight } from '../core/scene-light.ts'
import {
  type ComposedScene,
  createFrame,
  type Family,
  type Frame,
  type ScenePlan,
  type Size,
} from './family.ts'
import films from './films.json' with { type: 'json' }

/** What a family composes with. */
export interface Scene {
  plan: ScenePlan
  frame: Frame
  light: SceneLight
  random: Random
}

/** A composition, and what its film has of other values than the family's. */
interface Composed extends Pick<Finish, 'contrast' | 'exposure'>, Pick<ComposedScene, 'focal'> {
  /** @param raster as large as the frame, black; its part is to be painted */
  paint(raster: FloatRaster): void | Promise<void>
}

/** A family that paints a raster of light, which the film of its name finishes. */
export function createFamily(
  name: keyof typeof films,
  compose: (scene: Scene) => Composed,
  lightOf: (plan: ScenePlan) => SceneLight = sceneLight,
): Family {
  return {
    name,
    compose(plan, size) {
      const light = lightOf(plan)
      const random = createRandom(plan.seed, name)
      const composed = compose({ plan, frame: createFrame(size), light, random })
      return { focal: composed.focal, paint: (part) => develop(name, { plan, light, size, part }, composed) }
    },
  }
}

/** Paints a composition, or a part of it, and finishes it with the film of a family. */
export async function develop(
  name: keyof typeof films,
  { plan, light, size, part }: { plan: ScenePlan; light: SceneLight; size: Size; part?: Box | undefined },
  { paint, contrast = light.contrast, exposure = 1 }: Omit<Composed, 'focal'>,
): Promise<Raster> {
  const raster = createFloatRaster(size.width, size.height, part && partOf(part))
  await paint(raster)
  return finish(raster, { seed: plan.seed, contrast, exposure, ...films[name] })
}
