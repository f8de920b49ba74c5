import { type Color, colorOf, mixColors } from '../../../numeric/color.ts'
import { clamp01, length, mix, type Random, smoothstep } from '../../../numeric/math.ts'
import type { Scene } from '../families/create-family.ts'
import { type FloatRaster, fillRaster, sampleRaster } from './float-raster.ts'
import { fbm, gradientNoise } from './noise.ts'
import { createRamp, rampIndex } from './scene-light.ts'
import { drawMoon, drawStars, drawSun } from './sun-and-stars.ts'

type SkyScene = Pick<Scene, 'frame' | 'light' | 'random'>

interface SkyPlace {
  /** The row where the sky ends, in pixels. */
  horizon: number
  /** In pixels; may lie outside of the frame. */
  sunX: number
  /** 0 is a clear sky, 1 is covered. */
  cover: number
}

export interface Sky {
  sunX: number
  sunY: number
  sunRadius: number
  /** The colour at a pixel without sun, moon and stars; beyond the border and below the horizon the sky continues. */
  sample(x: number, y: number, into: Color): void
  /** Writes the rows down to a little below the horizon, where far ground may leave a gap. */
  paint(raster: FloatRaster): void
}

const reduce = 3

/** A sky with haze, the glow of the sun and lit clouds; the world's origin is the point of the horizon under the sun. */
export function createSky(scene: SkyScene, place: SkyPlace): Sky {
  const { frame, light } = scene
  const { horizon, sunX } = place
  const random = scene.random.fork('sky')
  const sunY = horizon * (1 - light.sunHeight)
  const sunRadius = frame.unit * (light.isNight ? 0.034 : 0.042)
  let soft: SoftSky | undefined

  const sample = (x: number, y: number, into: Color) => {
    soft ??= paintSoft({ frame, light, random }, place, sunY)
    sampleRaster(soft, x / reduce, y / reduce, into)
  }

  function paint(raster: FloatRaster): void {
    const rows = Math.min(raster.height, Math.ceil(horizon))
    const last = Math.min(raster.height, Math.ceil(horizon + frame.unit * 0.05))
    fillRaster(raster, sample, last)
    const disc = { x: sunX, y: sunY, radius: sunRadius, rows }
    if (light.isNight) {
      drawStars(raster, frame, random.fork('stars'), rows)
      drawMoon(raster, disc, random.fork('moon'))
    } else drawSun(raster, disc, colorOf(light.sun))
  }

  return { sunX, sunY, sunRadius, sample, paint }
}

type SoftSky = Omit<FloatRaster, 'part'>

/** Everything without edges, at a part of the resolution. */
function paintSoft(
  { frame, light, random }: SkyScene,
  { horizon, sunX, cover }: SkyPlace,
  sunY: number,
): SoftSky {
  const width = Math.ceil(frame.width / reduce) + 1
  const height = Math.ceil(horizon / reduce) + 1
  const ramp = createRamp(light.sky)
  const sun = colorOf(light.sun)
  const clouds = cloudField(random.fork('clouds'), cover)
  const high = colorOf(light.cloud)
  const low = light.isNight ? high : mixColors(sun, high, 0.25)
  // Moonlight spreads in the colour of the air: its own white would look like grey fog.
  const air = rampIndex(0.93)
  const tinge = light.isNight ? 1.7 : 0
  const glowR = (sun.r + tinge * (ramp[air] ?? 0)) * light.power
  const glowG = (0.92 * sun.g + tinge * (ramp[air + 1] ?? 0)) * light.power
  const glowB = (0.84 * sun.b + tinge * (ramp[air + 2] ?? 0)) * light.power
  const glowShare = light.isNight ? 0.22 : 1
  const data = new Float32Array(width * height * 3)

  for (let row = 0, i = 0; row < height; row++) {
    const y = row * reduce
    const elevation = clamp01(1 - y / horizon)
    const rise = (horizon - y) / frame.unit
    const band = rampIndex(1 - elevation ** 0.85)
    const shaded = rampIndex(clamp01(1 - elevation ** 0.85) * 0.72)
    for (let column = 0; column < width; column++, i += 3) {
      const across = (column * reduce - sunX) / frame.unit
      const down = (y - sunY) / frame.unit
      const distance = Math.sqrt(across * across * 0.75 + down * down)
      // Damped towards the zenith: orange light over a violet sky would turn brown.
      const damping = 0.14 + 0.86 * (1 - elevation) * (1 - elevation)
      const wide = 0.34 * Math.exp(-distance * 3.6) * damping
      const near = 0.3 * Math.exp(-distance * 11) + 0.34 * Math.exp(-distance * 26)
      const glow = (wide + near) * glowShare
      let r = (ramp[band] ?? 0) + glowR * glow
      let g = (ramp[band + 1] ?? 0) + glowG * glow
      let b = (ramp[band + 2] ?? 0) + glowB * glow

      const alpha = clouds.density(across, rise)
      if (alpha > 0.003) {
        const facing = clouds.lightOn(across, rise, -across, (horizon - sunY) / frame.unit - rise, alpha)
        const silver = light.isNight ? 0.25 * Math.exp(-distance * 5) : 0.6 * Math.exp(-distance * 4.5)
        const share = clamp01(0.1 + facing * (0.8 + silver))
        const power = 1 + silver
        const height = smoothstep(0.02, 0.42, rise)
        const opacity = alpha * 0.88
        const clouded = (behind: number, dark: number, lit: number) =>
          mix(behind, mix(dark * 0.6 + behind * 0.4, lit * power, share), opacity)
        r = clouded(r, ramp[shaded] ?? 0, mix(low.r, high.r, height))
        g = clouded(g, ramp[shaded + 1] ?? 0, mix(low.g, high.g, height))
        b = clouded(b, ramp[shaded + 2] ?? 0, mix(low.b, high.b, height))
      }
      data[i] = r
      data[i + 1] = g
      data[i + 2] = b
    }
  }
  return { width, height, data }
}

interface CloudField {
  /** Opacity 0 to 1 at a point in units from the foot of the sun. */
  density(across: number, rise: number): number
  /** How much light a point of that opacity gets from a direction. */
  lightOn(across: number, rise: number, toX: number, toY: number, density: number): number
}

/** Clouds on a ceiling: towards the horizon they get thin and close together. */
function cloudField(random: Random, cover: number): CloudField {
  const base = gradientNoise(random)
  const billows = fbm(base, 5, { lacunarity: 2.03, gain: 0.5 })
  const warp = fbm(gradientNoise(random), 2)
  // Long streaks of high cloud, or rounder heaps.
  const stretch = random.range(1.6, 3.4)
  const swirl = random.range(0.35, 0.75)
  const shiftX = random.range(0, 50)
  const shiftZ = random.range(0, 50)
  const from = mix(0.3, -0.32, cover)

  const density = (across: number, rise: number) => {
    const depth = 1 / (rise + 0.3)
    const x = across * depth * 0.62 + shiftX
    const z = depth * stretch + shiftZ
    const bendX = warp(x * 0.9, z * 0.9)
    const bendZ = warp(x * 0.9 + 31, z * 0.9 + 17)
    const value = billows(x + bendX * swirl, z + bendZ * swirl)
    return smoothstep(from, from + 0.62, value) * smoothstep(0.01, 0.14, rise)
  }
  return {
    density,
    lightOn(across, rise, toX, toY, here) {
      const distance = length(toX, toY) + 1e-6
      const step = 0.015 + rise * 0.06
      const towards = density(across + (toX / distance) * step, rise + (toY / distance) * step)
      return clamp01(0.42 + (here - towards) * 1.5 - here * 0.2)
    },
  }
}
