import { oklchOf } from '../../../numeric/color.ts'
import type { ScenePlan } from '../scene-plan.ts'
import { type SceneLight, sceneLight } from './scene-light.ts'

/** Below this chroma a colour counts as white, grey or black. */
export const greyChroma = 0.03

/**
 * The light of a plan for families of painted walls and cloth. A scene's light leaves out greys, which have no hue to
 * steer by; surfaces take them as they are: a palette that starts with white gives white walls and its first hue the accent.
 */
export function surfaceLight(plan: ScenePlan): SceneLight {
  const light = sceneLight(plan)
  const colors = plan.palette.map(oklchOf)
  const [first] = colors
  if (!first || first.c > greyChroma) return light
  const hasHue = colors.some(({ c }) => c > greyChroma)
  return { ...light, main: first, accent: hasHue ? light.main : first }
}
