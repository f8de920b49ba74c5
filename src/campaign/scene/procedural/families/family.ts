import type { SceneImage } from '../../../images/raster.ts'
import type { ScenePlan } from '../scene-plan.ts'

/** In pixels. Families accept any size from about 100 to 2,000 pixels. */
export interface Size {
  width: number
  height: number
}

/** A kind of picture that is computed from a plan. */
export interface Family {
  /** As plans name it. */
  name: string
  /** The same plan and size give the same bytes; another size shows the same world, composed for that frame. */
  render(plan: ScenePlan, size: Size): Promise<SceneImage>
}
