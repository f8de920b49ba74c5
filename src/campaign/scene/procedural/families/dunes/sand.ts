import { type Color, colorOf } from '../../../../numeric/color.ts'
import { clamp01, mix } from '../../../../numeric/math.ts'
import type { Random } from '../../../../numeric/random.ts'
import { gradientNoise } from '../../core/noise.ts'
import { sampleTile, sharedNoiseTile } from '../../core/noise-tile.ts'
import { mixInto } from '../../core/pixels.ts'
import { createRamp, type Ramp, rampIndex } from '../../core/ramp.ts'
import type { SceneLight } from '../../core/scene-light.ts'
import type { Sky } from '../../core/sky.ts'
import type { GroundPoint } from '../../core/terrain.ts'
import type { Vector } from '../../core/vector.ts'
import type { ScenePlan } from '../../scene-plan.ts'

export interface SandColors {
  /** From grazing to full light. */
  lit: Ramp
  shade: Color
  /** What lit sand throws back into the shade. */
  bounce: Color
}

const litSand = {
  dawn: { l: 0.87, c: 0.075, h: 44 },
  day: { l: 0.86, c: 0.088, h: 70 },
  dusk: { l: 0.8, c: 0.115, h: 50 },
  night: { l: 0.52, c: 0.045, h: 255 },
} as const

export function sandColors({ season, timeOfDay }: ScenePlan, light: SceneLight): SandColors {
  const natural = litSand[timeOfDay]
  // By night sand has no colour of its own.
  const base = light.isNight ? { ...natural, h: light.sky.at(-1)?.h ?? natural.h } : natural
  const isSnow = season === 'winter'
  const top = light.tint(isSnow ? { l: base.l + 0.05, c: base.c * 0.5, h: base.h } : base, 0.28)
  const shade = isSnow ? { ...light.shade, l: light.shade.l + 0.1, c: light.shade.c * 1.1 } : light.shade
  const low = { l: mix(shade.l, top.l, 0.35), c: top.c * 0.95, h: top.h - 10 }
  return {
    lit: createRamp([
      { at: 0, ...low },
      { at: 0.5, l: mix(low.l, top.l, 0.62), c: top.c * 1.12, h: top.h - 3 },
      { at: 1, l: Math.min(0.985, top.l + 0.05), c: top.c * 0.85, h: top.h + 9 },
    ]),
    shade: colorOf(shade),
    bounce: colorOf({ l: top.l * 0.9, c: top.c * 1.3, h: top.h - 8 }),
  }
}

export interface SandScene {
  colors: SandColors
  light: SceneLight
  sky: Sky
  /** Unit vector to the sun. */
  sun: Vector
  shadow(x: number, z: number): number
  horizon: number
  random: Random
}

/** Shades sand: warm light, cool shade, ripples across the wind and haze with the distance. */
export function sandShader({ colors, light, sky, sun, shadow, horizon, random }: SandScene) {
  const { lit, shade, bounce } = colors
  const noise = gradientNoise(random)
  const grains = sharedNoiseTile({ size: 256, frequency: 64, octaves: 2 })
  const windSide = Math.sign(sun.x)
  const clearAir = 640 / Math.sqrt(light.haze)
  const haze = { r: 0, g: 0, b: 0 }

  return ({ x, z, slopeX, slopeZ, column }: GroundPoint, into: Color): void => {
    const close = 1 / (1 + z * z * 0.0004)
    const patches = noise(x * 0.03 + 9, z * 0.03)
    const relief = close < 0.02 ? 0 : ripplesAt(x, z) * close * clamp01(0.5 + patches)
    const sx = relief - slopeX
    const scale = 1 / Math.sqrt(sx * sx + 1 + slopeZ * slopeZ)
    const facing = Math.max(0, (sx * sun.x + sun.y - slopeZ * sun.z) * scale) * shadow(x, z)
    const tone = rampIndex(clamp01(0.06 + facing * 1.12))
    const litShare = clamp01(facing * 3.4)
    const grain = 1 + sampleTile(grains, x * 11, z * 11) * 0.07 * close + patches * 0.05
    let open = 0
    let thrown = 0
    if (litShare < 1) {
      // The lee side slides: faint tongues run down its slope.
      const fill = (1 - litShare) * (1 + noise(x * 0.06, z * 0.55) * 0.09 * close)
      open = (0.42 + 0.58 * scale + 0.5 * relief) * fill
      thrown = 0.06 * clamp01(1.15 - scale) * fill
    }
    sky.sample(column, horizon - 2, haze)
    const depth = z / clearAir
    const mist = 0.96 * (1 - Math.exp(-depth * Math.sqrt(depth)))
    const r = shade.r * open + bounce.r * thrown + (lit[tone] ?? 0) * litShare
    const g = shade.g * open + bounce.g * thrown + (lit[tone + 1] ?? 0) * litShare
    const b = shade.b * open + bounce.b * thrown + (lit[tone + 2] ?? 0) * litShare
    mixInto(into, { r: r * grain, g: g * grain, b: b * grain }, haze, mist)
  }

  /** The slope of wind ripples: sharp-crested waves that wind a little. */
  function ripplesAt(x: number, z: number): number {
    const phase = (x * 0.95 * windSide + z * 0.2 + noise(x * 0.035, z * 0.035) * 3) * 3.1
    return (Math.sin(phase) + 0.4 * Math.sin(phase * 2 + 1)) * 0.11
  }
}
