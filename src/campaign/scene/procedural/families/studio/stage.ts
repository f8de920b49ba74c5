import type { Box, Raster } from '../../../../images/raster.ts'
import { clamp, createRandom } from '../../../../numeric/math.ts'
import type { CutOut } from '../../../product/cut-out.ts'
import { createOccluder, depthOf } from '../../../product/occluder.ts'
import { sceneLight } from '../../core/scene-light.ts'
import { develop } from '../create-family.ts'
import type { ScenePlan, Size } from '../family.ts'
import { createSet, productEye, type View } from './set.ts'
import { composeSet } from './studio.ts'

const podiumTop = 0.42

const isPlain = ({ mood, subjects }: ScenePlan) =>
  mood === 'minimal' || subjects?.includes('surface') === true

/** Pixels of the set in front of a product that belong to its stage, for a size of the product. */
export const heightBelow =
  (plan: ScenePlan) =>
  ({ width, height }: { width: number; height: number }): number =>
    (isPlain(plan) ? 0.15 : podiumTop + 0.28) * scaleOf({ width, height })

/** Pixels per unit of the set. */
const scaleOf = ({ width, height }: { width: number; height: number }) =>
  Math.max(height / tallest, width / widest)

/** Units of the set that a product is tall or wide: its set is built around it. */
const tallest = 1.75
const widest = 2.1
/** Where the middle of the foot is, before the wall. */
const footZ = 0.1

/**
 * The studio composed around a product: on a podium, or on the floor in minimal moods and where the brief names a surface.
 * @param product its box in pixels
 */
export async function renderStudioStage(
  plan: ScenePlan,
  size: Size,
  { cutOut, box }: { cutOut: CutOut; box: Box },
): Promise<Raster> {
  const random = createRandom(plan.seed, 'studio')
  const side = random.pick([-1, 1])
  const scale = scaleOf(box)
  const [width, height] = [box.width / scale, box.height / scale]
  const halfFoot = ((cutOut.foot.right - cutOut.foot.left) / 2) * width
  const isOnFloor = isPlain(plan)
  const top = isOnFloor ? 0 : podiumTop
  const eye = { x: 0, y: isOnFloor ? 1.3 : productEye, z: -7 }
  const depth = footZ - eye.z
  // Pictures of products show the front of the foot; the middle of it is a little higher.
  const rise = (0.75 * depthOf(halfFoot) * (eye.y - top)) / depth
  const view: View = {
    eye,
    centerX: box.left + box.width / 2,
    centerY: box.top + box.height - (rise + eye.y - top) * scale,
    focal: scale * depth,
  }
  const props = isOnFloor
    ? []
    : createSet(random.fork('product'), side, {
        radius: clamp(Math.max(0.3 + 1.12 * halfFoot, 0.16 + 0.54 * width), 0.72, 1.6),
        top,
        productTop: top + height,
      })
  const occluder = createOccluder(cutOut, { x: 0, bottom: top, z: footZ, width, height })
  const light = sceneLight(plan)
  const set = composeSet(plan, light, { random, side, view, props, occluder, coveLightness: 0.95 })
  return await develop('studio', { plan, light, size }, set)
}
