import { oklchOf } from '../../numeric/color.ts'
import type { ScenePlan } from '../procedural/families/family.ts'
import { planScene } from '../procedural/plan-scene.ts'
import { readBrief } from '../procedural/read-brief.ts'

/**
 * The stage of a product: fabric where the brief names cloth, else a studio in the light, mood and colours of the brief.
 * @param request as of `planScene`
 */
export function planStage(request: Parameters<typeof planScene>[0]): {
  stage: ScenePlan
  warnings: string[]
} {
  const shown = readBrief(request.brief).filter(
    ({ isNegated, meaning }) => !isNegated && meaning !== undefined,
  )
  const shows = (family: string) => shown.some(({ meaning }) => meaning?.shownBy.has(family))
  const family = shows('fabric') ? 'fabric' : 'studio'
  const elsewhere = planScene(request).family
  const isElsewhere = elsewhere !== family && shows(elsewhere) && !shows(family)
  const palette = family === 'fabric' ? shadowed(request.palette) : request.palette
  return {
    stage: planScene({ ...request, palette, family }),
    warnings: isElsewhere
      ? [
          'The product is set in a studio, as products are shown on a podium, a surface or fabric: send `baseImageUrl` for another scene',
        ]
      : [],
  }
}

/** Colours first on which shadows are seen: a product would float on dark cloth. */
function shadowed(palette: readonly string[]): readonly string[] {
  const isMiddle = (color: string) => oklchOf(color).l > 0.5
  return [...palette.filter(isMiddle), ...palette.filter((color) => !isMiddle(color))]
}
