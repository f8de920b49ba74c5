import { type FormatId, formats } from '../../compose/formats.ts'
import type { SceneImage } from '../../images/raster.ts'
import { families } from './families/families.ts'
import type { ScenePlan } from './scene-plan.ts'

/**
 * Renders a plan for one format. The same plan and format give the same bytes in every process on one machine;
 * the formats of a plan show one world, composed for each frame.
 */
export async function renderProcedural(plan: ScenePlan, format: FormatId): Promise<SceneImage> {
  const family = families.find(({ name }) => name === plan.family)
  if (!family) {
    const names = families.map(({ name }) => name).join(', ')
    throw new RangeError(`Cannot render a scene of family "${plan.family}": the families are ${names}`)
  }
  return family.render(plan, formats[format])
}
