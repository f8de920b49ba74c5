import { castLeaves } from '../../core/cast-leaves.ts'
import { sampleImage } from '../../core/float-raster.ts'
import { aimAt } from '../../core/ray.ts'
import { surfaceLight } from '../../core/scene-light.ts'
import { createFamily } from '../create-family.ts'
import { arrangeGlass } from './set.ts'
import { createTracer } from './trace.ts'

const camera = { x: 0, y: 1.55, z: -6.6 }

/** Balls of clear glass and a reeded pane before a coloured wall, with the light that they gather on the floor. */
export const glass = createFamily(
  'glass',
  async ({ plan, frame, light, random, raster }) => {
    const { width, height, unit } = frame
    const side = random.pick([-1, 1] as const)
    const set = arrangeGlass(random, light, { side, plan })
    const leafShadowAt = await castLeaves({
      plan,
      random: random.fork('leaves'),
      side,
      from: 2.5,
      blur: 0.09,
    })
    const trace = createTracer(set, leafShadowAt)
    const focal = unit * 1.5
    const centerX = width * (0.5 + side * 0.17)
    const pitch = 0.05
    // The nearest ball keeps clear of the lower edge in wide frames.
    const lowest = focal * (camera.y / (-1.5 - camera.z) - pitch)
    const centerY = Math.min(height * 0.56 - unit * 0.02, height * 0.94 - lowest)
    const ray = { x: 0, y: 0, z: 1 }
    sampleImage(raster, (x, y, into) => {
      aimAt((x - centerX) / focal, (centerY - y) / focal - pitch, ray)
      trace(camera, ray, into)
    })
    return { focal: { x: centerX / width, y: (centerY + focal * (camera.y - 1) * 0.15) / height } }
  },
  surfaceLight,
)
