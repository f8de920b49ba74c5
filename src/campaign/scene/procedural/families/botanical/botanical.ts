import { createRandom } from '../../../../numeric/random.ts'
import { finish } from '../../core/finish.ts'
import { createFloatRaster } from '../../core/float-raster.ts'
import { createFrame } from '../../core/frame.ts'
import { sceneLight } from '../../core/scene-light.ts'
import { rasterizeLayer } from '../../core/silhouette.ts'
import type { Family } from '../family.ts'
import { layLeaves, paintWall } from './painter.ts'
import { createStage, grow } from './stage.ts'

/** From the wall to the eye; blurs and shadows in pixels of a 1080 x 1080 picture. */
const layers = [
  {
    growth: { depth: 'far', counts: [3, 3], length: 0.68, kind: 2 },
    softness: { reduce: 4, blur: 11 },
    shadow: { lift: 60, blur: 30, strength: 0.2 },
  },
  {
    growth: { depth: 'middle', counts: [3, 2], length: 0.6, kind: 0 },
    softness: { reduce: 2, blur: 2.4 },
    shadow: { lift: 34, blur: 15, strength: 0.34 },
  },
  {
    growth: { depth: 'near', counts: [3, 2], length: 0.5, kind: 1 },
    softness: { reduce: 1, blur: 0 },
    shadow: { lift: 16, blur: 6, strength: 0.4 },
  },
  {
    growth: { depth: 'front', counts: [1, 0], length: 0.62, kind: 1 },
    softness: { reduce: 8, blur: 26 },
    shadow: { lift: 0, blur: 0, strength: 0 },
  },
] as const

/** Leaves of the season that reach in from two corners, layer above layer, before a lit wall. */
export const botanical: Family = {
  name: 'botanical',
  async render(plan, size) {
    const frame = createFrame(size)
    const light = sceneLight(plan)
    const random = createRandom(plan.seed, 'botanical')
    const stage = createStage(random, frame, light, plan)
    const raster = createFloatRaster(size.width, size.height)
    paintWall(raster, stage)
    for (const { growth, softness, shadow } of layers) {
      const leaves = grow(stage, growth)
      if (leaves === '') continue
      const blur = softness.blur * frame.scale
      layLeaves(raster, stage, await rasterizeLayer(leaves, size, { ...softness, blur }), shadow)
    }
    const pixels = finish(raster, {
      seed: plan.seed,
      vignette: 0.18,
      grain: 1.1,
      bloom: 0.14,
      bloomFrom: 0.72,
      contrast: light.contrast,
    })
    const { focal } = stage
    return { pixels, focal }
  },
}
