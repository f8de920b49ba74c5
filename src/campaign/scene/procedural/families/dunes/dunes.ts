import { clamp, clamp01, mix } from '../../../../numeric/math.ts'
import { createRandom } from '../../../../numeric/random.ts'
import { finish } from '../../core/finish.ts'
import { createFloatRaster } from '../../core/float-raster.ts'
import { createFrame } from '../../core/frame.ts'
import { sceneLight } from '../../core/scene-light.ts'
import { createSky } from '../../core/sky.ts'
import { renderTerrain } from '../../core/terrain.ts'
import { castShadows } from '../../core/terrain-shadow.ts'
import { normalized } from '../../core/vector.ts'
import type { Family } from '../family.ts'
import { createDuneField } from './field.ts'
import { sandColors, sandShader } from './sand.ts'

/** A winding dune under a wide sky; in winter of snow. */
export const dunes: Family = {
  name: 'dunes',
  async render(plan, size) {
    const frame = createFrame(size)
    const light = sceneLight(plan)
    const random = createRandom(plan.seed, 'dunes')
    const sunSide = random.pick([-1, 1])
    const tallness = clamp01((size.height / size.width - 0.5) / 0.75)
    const horizon = Math.round(size.height * mix(0.46, 0.4, tallness))
    const sunX = size.width * (0.5 + sunSide * random.range(0.24, 0.34))
    const cover = random.range(0.05, 0.5)
    const sky = createSky({ frame, light, random: random.fork('sky'), horizon, sunX, cover })
    const { heightAt, summit } = createDuneField(random.fork('field'), frame, -sunSide)
    const height = heightAt(0, 12) + random.range(30, 36)
    const camera = { horizon, centerX: size.width / 2, focal: frame.unit * 0.92, height }
    const sun = normalized({ x: sunSide * 0.86, y: mix(0.24, 0.5, clamp01(light.sunHeight)), z: 0.4 })
    const shadow = castShadows(heightAt, { left: -600, near: 0, extent: 1200, cells: 340 }, sun)

    const raster = createFloatRaster(size.width, size.height)
    sky.paint(raster)
    renderTerrain(raster, camera, {
      near: (height * camera.focal * 0.6) / (size.height - horizon),
      far: 1150,
      step: 0.006,
      heightAt,
      shade: sandShader({
        colors: sandColors(plan, light),
        light,
        sky,
        sun,
        shadow,
        horizon,
        random: random.fork('ripples'),
      }),
    })
    const pixels = finish(raster, {
      seed: plan.seed,
      exposure: light.isNight ? 1.12 : 1,
      vignette: 0.2,
      bloom: 0.3,
      bloomFrom: 0.75,
      contrast: light.contrast,
    })
    const focal = {
      x: clamp(0.5 + ((summit.x / summit.z) * camera.focal) / size.width, 0.1, 0.9),
      y: clamp((horizon + ((height - summit.height) / summit.z) * camera.focal) / size.height, 0.1, 0.9),
    }
    return { pixels, focal }
  },
}
