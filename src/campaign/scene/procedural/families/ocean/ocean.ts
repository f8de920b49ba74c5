import { mix } from '../../../../numeric/math.ts'
import { createRandom } from '../../../../numeric/random.ts'
import { finish } from '../../core/finish.ts'
import { createFloatRaster } from '../../core/float-raster.ts'
import { createFrame } from '../../core/frame.ts'
import { sceneLight } from '../../core/scene-light.ts'
import { createSky } from '../../core/sky.ts'
import { renderTerrain } from '../../core/terrain.ts'
import type { Family } from '../family.ts'
import { seaHeight, seaShader } from './sea.ts'

/** Metres above the water. */
const eye = 2.6

/** Open water under a low sun or moon, the sky mirrored in its waves. */
export const ocean: Family = {
  name: 'ocean',
  async render(plan, size) {
    const frame = createFrame(size)
    const light = sceneLight(plan)
    const random = createRandom(plan.seed, 'ocean')
    const horizon = Math.round(size.height * random.range(0.43, 0.49))
    const sunX = size.width * (0.5 + random.pick([-1, 1]) * random.range(0.05, 0.24))
    const cover = random.range(0.25, 0.8)
    const sky = createSky({ frame, light, random: random.fork('sky'), horizon, sunX, cover })
    const camera = { horizon, centerX: size.width / 2, focal: frame.unit * 0.95, height: eye }
    const sea = {
      shift: random.int(0, 255),
      skew: random.range(-0.45, 0.45),
      strength: mix(0.45, 1.25, light.energy),
    }

    const raster = createFloatRaster(size.width, size.height)
    sky.paint(raster)
    renderTerrain(raster, camera, {
      near: ((eye - 0.5) * camera.focal) / (size.height - horizon),
      far: 2500,
      step: 0.01,
      heightAt: seaHeight(sea),
      shade: seaShader({ light, sky, camera, sea }),
    })
    const pixels = finish(raster, {
      seed: plan.seed,
      vignette: 0.22,
      grain: 0.8,
      bloom: 0.35,
      bloomFrom: 0.8,
      contrast: light.contrast,
    })
    const focal = { x: sunX / size.width, y: sky.sunY > 0 ? sky.sunY / size.height : 0.7 }
    return { pixels, focal }
  },
}
