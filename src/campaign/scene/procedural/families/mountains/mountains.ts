import { mix } from '../../../../numeric/math.ts'
import { createRandom } from '../../../../numeric/random.ts'
import { finish } from '../../core/finish.ts'
import { createFloatRaster } from '../../core/float-raster.ts'
import { createFrame } from '../../core/frame.ts'
import { samplePlane } from '../../core/plane.ts'
import { type SceneLight, sceneLight } from '../../core/scene-light.ts'
import { createSky } from '../../core/sky.ts'
import { renderTerrain } from '../../core/terrain.ts'
import { normalized, type Vector } from '../../core/vector.ts'
import type { Family } from '../family.ts'
import { drawConiferShore } from './conifer-shore.ts'
import { createGroundShader, shoreColors } from './ground.ts'
import { createWaves, drawLake } from './lake.ts'
import { createRange, farZ, nearZ } from './range.ts'

const viewerKm = 0.03

/** A mountain range with one peak behind a still lake. */
export const mountains: Family = {
  name: 'mountains',
  async render(plan, size) {
    const light = sceneLight(plan)
    const random = createRandom(plan.seed, 'mountains')
    const frame = createFrame(size)
    const side = random.pick([-1, 1] as const)
    const focalX = 0.5 + side * random.range(0.08, 0.16)
    const horizon = Math.round(frame.height * 0.5 + frame.unit * 0.13)
    const sun = sunDirection(light, side)
    const range = createRange(random.fork('range'), sun)
    const focal = frame.unit * 1.75
    const centerX = focalX * frame.width - (focal * range.peak.x) / range.peak.z
    const sunX = frame.width * (0.5 - side * (light.isNight ? 0.3 : 0.62))
    const sky = createSky({ frame, light, random: random.fork('sky'), horizon, sunX, cover: 0.3 })
    const raster = createFloatRaster(size.width, size.height)
    const { season } = plan
    const ground = createGroundShader({ range, sun, light, sky, horizon, focal, viewerKm, random, season })
    sky.paint(raster)
    renderTerrain(
      raster,
      { horizon, centerX, focal, height: viewerKm },
      {
        near: nearZ,
        far: farZ,
        step: 0.0028,
        heightAt: (x, z) => samplePlane(range.heights, range.columnOf(x), range.rowOf(z)),
        shade: ground,
      },
    )
    const shore = horizon + (viewerKm / nearZ) * focal
    const waveAt = createWaves(random.fork('waves'), frame, shore)
    drawLake(raster, { frame, shore, light, waveAt })
    drawConiferShore(raster, {
      frame,
      random: random.fork('shore'),
      side: -side,
      waterline: horizon + frame.unit * 0.05,
      ...shoreColors(light, season),
      lightSide: -side,
      waveAt,
    })
    const pixels = finish(raster, {
      seed: plan.seed,
      contrast: light.contrast,
      vignette: 0.2,
      bloom: 0.2,
      bloomFrom: 0.72,
    })
    const peakY = (horizon - (range.peak.height / range.peak.z) * focal * 0.7) / frame.height
    const focus = { x: focalX, y: peakY }
    return { pixels, focal: focus }
  },
}

function sunDirection({ sunHeight, isNight }: SceneLight, side: number): Vector {
  const y = isNight ? 0.6 : mix(0.3, 0.85, sunHeight)
  return normalized({ x: -side * 0.9, y, z: -0.3 })
}
