import { type Color, colorOf } from '../../../../numeric/color.ts'
import { clamp, clamp01, mix, type Random, smoothstep } from '../../../../numeric/math.ts'
import { mixInto } from '../../core/float-raster.ts'
import { gradientNoise, sampleTile, sharedNoiseTile } from '../../core/noise.ts'
import { normalized, type Vector } from '../../core/ray.ts'
import { createRamp, type Ramp, rampIndex, type SceneLight } from '../../core/scene-light.ts'
import { createSky, type Sky } from '../../core/sky.ts'
import { castShadows, type GroundPoint, renderTerrain } from '../../core/terrain.ts'
import { createFamily, type Scene } from '../create-family.ts'
import type { Frame, ScenePlan } from '../family.ts'
import { dunes as litSand } from '../tables.json' with { type: 'json' }

/** A winding dune under a wide sky; in winter of snow. */
export const dunes = createFamily('dunes', (scene) => {
  const { frame, light, random } = scene
  const sunSide = random.pick([-1, 1])
  const tallness = clamp01((frame.height / frame.width - 0.5) / 0.75)
  const horizon = Math.round(frame.height * mix(0.46, 0.4, tallness))
  const sunX = frame.width * (0.5 + sunSide * random.range(0.24, 0.34))
  const cover = random.range(0.05, 0.5)
  const sky = createSky(scene, { horizon, sunX, cover })
  const { heightAt, summit } = createDuneField(random.fork('field'), frame, -sunSide)
  const height = heightAt(0, 12) + random.range(30, 36)
  const camera = { horizon, centerX: frame.width / 2, focal: frame.unit * 0.92, height }
  const sun = normalized({ x: sunSide * 0.86, y: mix(0.24, 0.5, clamp01(light.sunHeight)), z: 0.4 })
  return {
    focal: {
      x: clamp(0.5 + ((summit.x / summit.z) * camera.focal) / frame.width, 0.1, 0.9),
      y: clamp((horizon + ((height - summit.height) / summit.z) * camera.focal) / frame.height, 0.1, 0.9),
    },
    exposure: light.isNight ? 1.12 : 1,
    paint(raster) {
      sky.paint(raster)
      renderTerrain(raster, camera, {
        near: (height * camera.focal * 0.6) / (frame.height - horizon),
        far: 1150,
        step: 0.006,
        heightAt,
        shade: sandShader(scene, {
          sky,
          horizon,
          sun,
          shadow: castShadows(heightAt, { left: -600, near: 0, extent: 1200, cells: 340 }, sun),
        }),
      })
    },
  }
})

interface DuneField {
  heightAt(x: number, z: number): number
  /** The summit that the picture is composed around. */
  summit: { x: number; z: number; height: number }
}

/** Where the crest meets the lower edge of the picture. */
const nearZ = 26

/** Slope of sand at rest, about 32 degrees. */
const repose = 0.64

/**
 * One great dune whose winding crest leads from the foreground to a summit, before a field of lesser dunes.
 * @param leeSide 1 when the steep side in shade lies to the right of the crest, -1 when to the left
 */
function createDuneField(random: Random, frame: Frame, leeSide: number): DuneField {
  const noise = gradientNoise(random)
  const summitZ = random.range(210, 270)
  const summitHeight = random.range(36, 46)
  const halfWidth = frame.width / frame.unit / 2
  const summitX = leeSide * random.range(0, 0.42) * summitZ * halfWidth
  const nearX = leeSide * random.range(-1.5, -0.2) * nearZ * halfWidth
  const bend = random.pick([-1, 1]) * random.range(14, 26) * halfWidth * 2
  const bends = random.range(1.5, 2.3)
  const waveLength = random.range(105, 150)
  const angle = random.range(-0.3, 0.3)
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)

  const crestX = (z: number) => {
    const along = (z - nearZ) / (summitZ - nearZ)
    // Perspective squeezes the far bends: equal ones on screen need growing ones on the ground.
    const winding =
      bend * Math.sin(Math.max(0, along) ** 0.62 * bends * Math.PI) * mix(0.35, 1, clamp01(along))
    return mix(nearX, summitX, along) - leeSide * winding + noise(z * 0.011, 7.5) * 5
  }
  const crestHeight = (z: number) => {
    const rising = mix(0.22, 1, smoothstep(20, summitZ, z))
    const falling = 1 - 0.75 * smoothstep(summitZ, summitZ + 260, z)
    return summitHeight * rising * falling + noise(z * 0.02, 3.5) * 2.4
  }

  // Heights are asked for row by row: what depends on the distance alone is computed once per row.
  const row = { z: Number.NaN, x: 0, height: 0, stretch: 1 }
  function crestAt(z: number) {
    if (row.z === z) return row
    const slope = (crestX(z + 0.5) - crestX(z - 0.5)) / 1
    row.z = z
    row.x = crestX(z)
    row.height = crestHeight(z)
    row.stretch = 1 / Math.sqrt(1 + slope * slope)
    return row
  }

  function greatDune(x: number, z: number): number {
    const crest = crestAt(z)
    const across = (x - crest.x) * leeSide * crest.stretch
    if (across > 0) return crest.height - across * repose
    const run = clamp01(-across / (crest.height * 4.6 + 20))
    return crest.height * (1 - run) * (1 - run) * (1 + 0.85 * run)
  }

  function lesserDunes(x: number, z: number): number {
    const warp = noise(x * 0.0042, z * 0.0042)
    const fine = noise(x * 0.0125 + 40, z * 0.0125)
    const across = -(x * cos + z * sin) * leeSide
    const amplitude = 14 * (0.4 + 0.6 * clamp01(0.55 + noise(x * 0.0031 + 90, z * 0.0031 - 30)))
    const first = profile((across + warp * 70 + fine * 9) / waveLength)
    const second = profile((across * 0.8 + z * 0.55 + warp * 80) / (waveLength * 2.9))
    return amplitude * (first + 0.9 * second) * smoothstep(20, 220, z)
  }

  function heightAt(x: number, z: number): number {
    const far = smoothstep(420, 900, z)
    const range = far === 0 ? 0 : far * 46 * clamp01(0.5 + noise(x * 0.0021 - 7, z * 0.0016))
    const floor = lesserDunes(x, z) + range - 4
    return smoothMax(floor, greatDune(x, z), 5)
  }

  return {
    heightAt,
    summit: { x: crestX(summitZ), z: summitZ, height: heightAt(crestX(summitZ), summitZ) },
  }
}

/** One wave of a dune: a long rise, a sharp crest, a short fall. */
function profile(phase: number): number {
  const t = phase - Math.floor(phase)
  const crest = 0.68
  const height = t < crest ? t / crest : (1 - t) / (1 - crest)
  return mix(height, height * height * (3 - 2 * height), 0.55)
}

/** The greater of two heights, with the corner between them filled over a width. */
function smoothMax(a: number, b: number, width: number): number {
  const overlap = clamp01(0.5 + (0.5 * (b - a)) / width)
  return mix(a, b, overlap) + width * overlap * (1 - overlap)
}

interface SandColors {
  /** From grazing to full light. */
  lit: Ramp
  shade: Color
  /** What lit sand throws back into the shade. */
  bounce: Color
}

function sandColors({ season, timeOfDay }: ScenePlan, light: SceneLight): SandColors {
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

interface Daylight {
  sky: Sky
  horizon: number
  /** Unit vector to the sun. */
  sun: Vector
  shadow(x: number, z: number): number
}

/** Shades sand: warm light, cool shade, ripples across the wind and haze with the distance. */
function sandShader({ plan, light, random }: Scene, { sky, horizon, sun, shadow }: Daylight) {
  const { lit, shade, bounce } = sandColors(plan, light)
  const noise = gradientNoise(random.fork('ripples'))
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
