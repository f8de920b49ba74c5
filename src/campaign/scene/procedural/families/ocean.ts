import { type Color, colorOf, leanHue, type Oklch } from '../../../numeric/color.ts'
import { clamp01, mix } from '../../../numeric/math.ts'
import type { SceneLight } from '../core/scene-light.ts'
import { createSky, type Sky } from '../core/sky.ts'
import { type GroundPoint, renderTerrain, type TerrainCamera } from '../core/terrain.ts'
import { addWaves, readWaves, sharedWaveTile } from '../core/wave-tile.ts'
import { createFamily } from './create-family.ts'

/** Metres above the water. */
const eye = 2.6

/** Open water under a low sun or moon, the sky mirrored in its waves. */
export const ocean = createFamily('ocean', (scene) => {
  const { frame, light, random } = scene
  const horizon = Math.round(frame.height * random.range(0.43, 0.49))
  const sunX = frame.width * (0.5 + random.pick([-1, 1]) * random.range(0.05, 0.24))
  const cover = random.range(0.25, 0.8)
  const sky = createSky(scene, { horizon, sunX, cover })
  const camera = { horizon, centerX: frame.width / 2, focal: frame.unit * 0.95, height: eye }
  const sea = {
    shift: random.int(0, 255),
    skew: random.range(-0.45, 0.45),
    strength: mix(0.45, 1.25, light.energy),
  }

  return {
    focal: { x: sunX / frame.width, y: sky.sunY > 0 ? sky.sunY / frame.height : 0.7 },
    paint(raster) {
      sky.paint(raster)
      renderTerrain(raster, camera, {
        near: ((eye - 0.5) * camera.focal) / (frame.height - horizon),
        far: 2500,
        step: 0.01,
        heightAt: seaHeight(sea),
        shade: seaShader(light, { sky, camera, sea }),
      })
    },
  }
})

interface Sea {
  /** Where the shared waves are read, in cells. */
  shift: number
  /** Turns the swell to one side: cells across per cell ahead. */
  skew: number
  /** Of all waves; 1 is a breeze. */
  strength: number
}

/** Tile cells per metre and metres of height for the swell, the waves and the ripples; no ratio is a whole number. */
const swell = { scale: 7.3, height: 0.16 } as const
const chop = { scale: 39.7, height: 0.02 } as const
const ripple = { scale: 171, height: 0.003 } as const

/** The swell alone: smaller waves are shaded and do not move the surface. */
function seaHeight({ shift, skew, strength }: Sea): (x: number, z: number) => number {
  const tile = sharedWaveTile()
  const waves = { height: 0, slopeX: 0, slopeZ: 0 }
  return (x, z) => {
    if (z > 120) return 0
    const weight = (swell.height * strength) / (1 + z * 0.02)
    readWaves(tile, (x + skew * z) * swell.scale + shift, z * swell.scale, weight, waves)
    return waves.height
  }
}

/** Colours water by what it mirrors, what shines through it and the glitter of the sun. */
function seaShader(
  light: SceneLight,
  { sky, camera, sea }: { sky: Sky; camera: TerrainCamera; sea: Sea },
): (point: GroundPoint, into: Color) => void {
  const { horizon, centerX, focal, height: eye } = camera
  const { shift, skew, strength } = sea
  const tile = sharedWaveTile()
  const sun = colorOf(light.sun)
  const day = light.isNight ? 0 : light.power ** 6
  const deep = bodyColor(light, { l: mix(light.isNight ? 0.14 : 0.21, 0.36, day), c: 0.07, h: 236 })
  const clear = bodyColor(light, { l: mix(light.isNight ? 0.25 : 0.4, 0.62, day), c: 0.095, h: 205 })
  // A high sun glints from single waves: at full strength they would be white patches.
  const glitter = (light.power * (light.isNight ? 0.08 : mix(0.16, 0.008, day))) / 14
  const sunAcross = (sky.sunX - centerX) / focal
  const sunRise = Math.max(0.02, (horizon - sky.sunY) / focal)
  const waves = { height: 0, slopeX: 0, slopeZ: 0 }
  const mirrored = { r: 0, g: 0, b: 0 }
  const haze = { r: 0, g: 0, b: 0 }

  return ({ x, z, column }, into) => {
    // Waves fade where they get smaller than a pixel, the short ones first.
    const chopShare = 1 / (1 + z * 0.035)
    const lost = (1 - chopShare) * 0.11 * strength
    gatherWaves(x, z, chopShare)

    const reach = Math.sqrt(x * x + eye * eye + z * z)
    const normal = 1 / Math.sqrt(waves.slopeX * waves.slopeX + 1 + waves.slopeZ * waves.slopeZ)
    const nx = -waves.slopeX * normal
    const nz = -waves.slopeZ * normal
    const facing = (x * nx - eye * normal + z * nz) / reach
    const away = Math.max(0.15, z / reach - 2 * facing * nz)
    const across = (x / reach - 2 * facing * nx) / away
    const rise = (Math.abs(-eye / reach - 2 * facing * normal) + lost * 0.6) / away
    // Bent towards the top edge: the picture ends there, the mirrored sky must not.
    sky.sample(centerX + across * focal, horizon * Math.exp((-rise * focal) / horizon), mirrored)

    const grazing = 1 - clamp01(-facing + lost * 0.8)
    const fresnel = 0.03 + 0.97 * grazing * grazing * grazing * grazing * grazing
    const glow = clamp01(0.3 + (waves.height / (swell.scale * swell.height)) * 0.3 - waves.slopeZ * 0.8)
    // Highlights of waves too small to see widen with the distance.
    const wide = 0.035 + 0.35 * lost
    const tall = 0.07 + 1.1 * lost
    const offX = (across - sunAcross) / wide
    const offY = (rise - sunRise) / tall
    const glint = (Math.exp(-0.5 * (offX * offX + offY * offY)) * glitter) / (wide * tall)

    const mist = Math.exp(-eye / z / 0.016) * 0.85
    if (mist > 0.004) sky.sample(column, horizon - 2, haze)
    into.r = mix(mix(mix(deep.r, clear.r, glow), mirrored.r, fresnel) + sun.r * glint, haze.r, mist)
    into.g = mix(mix(mix(deep.g, clear.g, glow), mirrored.g, fresnel) + sun.g * glint, haze.g, mist)
    into.b = mix(mix(mix(deep.b, clear.b, glow), mirrored.b, fresnel) + sun.b * glint, haze.b, mist)
  }

  function gatherWaves(x: number, z: number, chopShare: number): void {
    const swellWeight = (swell.scale * swell.height * strength) / (1 + z * 0.006)
    readWaves(tile, (x + skew * z) * swell.scale + shift, z * swell.scale, swellWeight, waves)
    waves.slopeZ += skew * waves.slopeX
    const height = waves.height
    if (chopShare > 0.03) {
      const weight = chop.scale * chop.height * strength * chopShare
      addWaves(tile, (x * 0.94 - z * 0.34) * chop.scale, (x * 0.34 + z * 0.94) * chop.scale, weight, waves)
    }
    const rippleShare = 1 / (1 + z * 0.16)
    if (rippleShare > 0.05) {
      const weight = ripple.scale * ripple.height * strength * rippleShare
      addWaves(tile, (x * 0.87 + z * 0.5) * ripple.scale, (z * 0.87 - x * 0.5) * ripple.scale, weight, waves)
    }
    waves.height = height
  }
}

/** What shines through the surface: blue green that leans to the shadows of the hour. */
function bodyColor(light: SceneLight, color: Oklch): Color {
  return colorOf(light.tint(leanHue(color, light.shade.h, 0.32), 0.5))
}
