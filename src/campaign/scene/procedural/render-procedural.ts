import type { SceneImage } from '../../images/raster.ts'
import { families } from './families/families.ts'
import type { Size } from './families/family.ts'
import type { ScenePlan } from './scene-plan.ts'

/**
 * Renders a plan at one size. The same plan and size give the same bytes in every process on one machine;
 * the sizes of a plan show one world, composed for each frame.
 */
export async function renderProcedural(plan: ScenePlan, size: Size): Promise<SceneImage> {
  const family = families.find(({ name }) => name === plan.family)
  if (!family) {
    const names = families.map(({ name }) => name).join(', ')
    throw new RangeError(`Cannot render a scene of family "${plan.family}": the families are ${names}`)
  }
  return family.render(plan, size)
}
