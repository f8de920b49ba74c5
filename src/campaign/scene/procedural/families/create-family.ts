import type { SceneImage } from '../../../images/raster.ts'
import { createRandom, type Random } from '../../../numeric/math.ts'
import { type Finish, finish } from '../core/finish.ts'
import { createFloatRaster, type FloatRaster } from '../core/float-raster.ts'
import { type SceneLight, sceneLight } from '../core/scene-light.ts'
import { createFrame, type Family, type Frame, type ScenePlan } from './family.ts'
import films from './films.json' with { type: 'json' }

/** What a family paints with. */
interface Scene {
  plan: ScenePlan
  frame: Frame
  light: SceneLight
  random: Random
  /** As large as the frame, black. */
  raster: FloatRaster
}

/** Where the picture has its subject, and what its film has of other values than the family's. */
interface Painted extends Pick<Finish, 'contrast' | 'exposure'> {
  focal: SceneImage['focal']
}

/** A family that paints a raster of light, which the film of its name finishes. */
export function createFamily(
  name: keyof typeof films,
  paint: (scene: Scene) => Painted | Promise<Painted>,
  lightOf: (plan: ScenePlan) => SceneLight = sceneLight,
): Family {
  return {
    name,
    async render(plan, size) {
      const { width, height } = size
      const light = lightOf(plan)
      const raster = createFloatRaster(width, height)
      const random = createRandom(plan.seed, name)
      const { focal, ...film } = await paint({ plan, frame: createFrame(size), light, random, raster })
      const pixels = finish(raster, { seed: plan.seed, contrast: light.contrast, ...films[name], ...film })
      return { pixels, focal }
    },
  }
}
