import { type Color, colorOf, mixOklch } from '../../../numeric/color.ts'
import { clamp, clamp01, mix, randomAt, smoothstep } from '../../../numeric/math.ts'
import { coverColor, type FloatRaster, mixInto, withMirrored } from '../core/float-raster.ts'
import { gradientNoise, type Noise, sampleTile, sharedNoiseTile } from '../core/noise.ts'
import type { SceneLight } from '../core/scene-light.ts'
import { createSky, type Sky } from '../core/sky.ts'
import { paintWater } from '../core/water.ts'
import { createFamily, type Scene } from './create-family.ts'
import type { ScenePlan } from './family.ts'
import { mountains as grounds } from './tables.json' with { type: 'json' }

/** Mountain ridges one behind the other, each paler in the haze; a lake before them if the brief names one. */
export const mountains = createFamily('mountains', (scene) => {
  const { plan, frame, random } = scene
  const side = random.pick([-1, 1])
  const peakX = (0.5 + side * random.range(0.08, 0.16)) * frame.width
  const horizon = Math.round(frame.height * 0.5 + frame.unit * 0.1)
  const hasLake = plan.subjects?.includes('lake') ?? false
  const foot = hasLake ? Math.round(horizon + frame.unit * 0.1) : frame.height
  const land = { peakX, horizon, foot, hasLake }
  const ridges = createRidges(scene, land)
  const sky = createSky(scene, { horizon, sunX: frame.width * (0.5 - side * 0.3), cover: 0.3 })
  const peakRow = ridges[mainRidge]?.crestAt(peakX) ?? horizon
  return {
    focal: { x: peakX / frame.width, y: clamp(peakRow / frame.height, 0.1, 0.9) },
    paint(raster) {
      const above = hasLake ? withMirrored(raster, frame.unit * 0.05) : raster
      sky.paint(above)
      paintRidges(above, scene, land, { ridges, sky, peakRow })
      if (hasLake) paintWater(raster, scene, foot)
    },
  }
})

const ridgeCount = 6
/** The one with the peak. */
const mainRidge = 1

interface Ridge {
  /** 0 is the farthest, 1 the nearest. */
  nearness: number
  /** The row around which its crest runs. */
  level: number
  /** Row of the crest in a column, trees included. */
  crestAt(x: number): number
}

interface Land {
  peakX: number
  horizon: number
  /** The row where the land ends. */
  foot: number
  hasLake: boolean
}

/** The ridges from far to near: high and jagged, then lower, rounder and wooded. */
function createRidges(scene: Scene, { peakX, horizon, foot, hasLake }: Land): Ridge[] {
  const { frame } = scene
  const random = scene.random.fork('ridges')
  const noise = gradientNoise(random)
  const seed = random.int(0, 2 ** 30)
  const { unit } = frame
  const last = hasLake ? foot - unit * 0.012 : foot - unit * 0.09
  return Array.from({ length: ridgeCount }, (_, index) => {
    const nearness = index / (ridgeCount - 1)
    const base = mix(horizon - unit * 0.03, last, nearness ** 1.3)
    const height = unit * mix(0.2, hasLake ? 0.03 : 0.09, nearness ** 0.7)
    const pace = mix(2.4, 1.5, nearness)
    const shift = random.range(0, 200)
    const crestAt = (x: number) => {
      const across = (x - frame.width / 2) / unit
      const jagged = ridged(noise, across * pace + shift, index * 7.3)
      const round = 0.5 + 0.5 * noise(across * pace * 0.8 + shift, index * 7.3 + 50)
      const form = mix(jagged, round, nearness * 0.75)
      const towards = index === mainRidge ? clamp01(1 - Math.abs(x - peakX) / (unit * 0.42)) : 0
      const peak = unit * 0.2 * towards ** 1.4 * (0.72 + 0.4 * jagged)
      const trees = nearness > 0.7 ? treesAt(x, index, nearness) : 0
      return base - height * form - peak - trees
    }
    return { nearness, level: base - height * 0.5, crestAt }
  })

  /** Height of spruces on a ridge in a column: overlapping spikes, dense in groves. */
  function treesAt(x: number, index: number, nearness: number): number {
    const tall = unit * mix(0.018, hasLake ? 0.03 : 0.062, nearness)
    const spacing = tall * 0.24
    const cell = Math.floor(x / spacing)
    const grove = smoothstep(-0.35, 0.25, noise((x / unit) * 3.1, index * 3.7))
    let highest = 0
    for (let near = cell - 2; near <= cell + 2; near++) {
      const height = tall * grove * mix(0.4, 1, randomAt(near, index, seed))
      const away = Math.abs(x - (near + randomAt(near, index, seed + 1)) * spacing) / (0.19 * height + 0.1)
      // Tiers of branches: steps in the slope of the spike.
      const tier = 0.08 * Math.abs(((away * 5) % 1) - 0.5)
      highest = Math.max(highest, height * (1 - away - tier))
    }
    return highest
  }
}

/** Octaves of sharp crests, about 0 to 1. */
function ridged(noise: Noise, x: number, y: number): number {
  let sum = 0
  let weight = 1
  for (let octave = 0; octave < 6; octave++) {
    const crest = 1 - Math.abs(noise(x, y)) * 1.25
    sum += crest * crest * 0.5 ** (octave + 1) * weight
    weight = clamp01(crest * 1.6)
    x = x * 2.07 + 13.7
    y += 5.3
  }
  return sum
}

/** Each ridge down to the crest of the next nearer one, in front of what the raster holds. */
function paintRidges(
  raster: FloatRaster,
  { plan, frame, light }: Scene,
  { peakX, horizon, foot }: Land,
  { ridges, sky, peakRow }: { ridges: readonly Ridge[]; sky: Sky; peakRow: number },
): void {
  const { data, width, part } = raster
  const { unit } = frame
  const folds = sharedNoiseTile({ size: 256, frequency: 6, octaves: 6, gain: 0.58 })
  const paints = ridges.map(({ nearness }) => landColors(light, plan, nearness))
  const lightSide = Math.sign(sky.sunX - peakX)
  const snowRow = peakRow + unit * grounds[plan.season].snow
  const scale = 620 / unit
  const air = { r: 0, g: 0, b: 0 }
  const color = { r: 0, g: 0, b: 0 }
  const snow = { r: 0, g: 0, b: 0 }
  for (let x = part.left; x < part.right; x++) {
    const crests = ridges.map(({ crestAt }) => crestAt(x))
    for (const [index, { nearness, level }] of ridges.entries()) {
      const top = crests[index] ?? foot
      const below = Math.min(foot, ...crests.slice(index + 1)) + 1
      const paint = paints[index]
      if (paint === undefined || top >= below) continue
      const haze = clamp01(mix(0.78, 0.03, nearness ** 0.6) * (0.75 + 0.25 * light.haze))
      const rough = 1 - 0.8 * nearness
      const first = Math.max(part.top, Math.floor(top))
      for (let y = first; y < Math.min(part.bottom, below); y++) {
        if (y < horizon || y === first) sky.sample(x, Math.min(y, horizon - 2), air)
        const u = x * scale + index * 37
        const v = y * scale * 0.7 + index * 91
        // The light runs along the picture: folds of rock have a lit and a dark side.
        const relief = sampleTile(folds, u - lightSide * 5, v) - sampleTile(folds, u + lightSide * 5, v + 3)
        // A spur comes down from the peak, its faces in the sun and in shade.
        const spur =
          peakX +
          0.1 * lightSide * (y - peakRow) +
          sampleTile(folds, 7, v * 0.6) * unit * 0.09 * smoothstep(0, unit * 0.1, y - peakRow)
        const face = index === mainRidge ? clamp((lightSide * (x - spur)) / (unit * 0.035), -1, 1) * 0.3 : 0
        const facing = clamp01(0.5 + face + relief * 1.2 * rough)
        const snowed = index > mainRidge ? 0 : smoothstep(0.03, -0.03, (y - snowRow) / unit + relief * 0.14)
        mixInto(color, paint.shade, paint.lit, facing)
        if (snowed > 0) {
          mixInto(snow, paint.snowShade, paint.snowLit, smoothstep(0.3, 0.7, facing))
          mixInto(color, color, snow, snowed)
        }
        const mist = smoothstep(level, level + unit * 0.2, y) * (1 - nearness) * 0.75
        mixInto(color, color, air, haze + (1 - haze) * mist)
        coverColor(data, (y * width + x) * 3, color, clamp01(y + 1 - top))
      }
    }
  }
}

/** Rock far away, forest near the eye, and snow, each in shade and in the sun. */
function landColors(
  light: SceneLight,
  { season }: ScenePlan,
  nearness: number,
): { lit: Color; shade: Color; snowLit: Color; snowShade: Color } {
  // What grows near the eye.
  const { land } = grounds[season]
  const night = light.isNight ? 0.5 : 1
  const rock = { l: 0.5, c: 0.05, h: 260 }
  const woods = { ...land, l: land.l * mix(1, 0.62, nearness) }
  const base = light.tint(mixOklch(rock, woods, smoothstep(0.1, 0.7, nearness)), 0.6)
  const dark = mixOklch({ ...base, l: base.l * 0.62 * night }, light.shade, 0.4)
  const bright = mixOklch({ ...base, l: Math.min(0.9, base.l * 1.25 * night) }, light.sun, 0.22)
  return {
    lit: colorOf(mixOklch(bright, dark, nearness * 0.6)),
    shade: colorOf(dark),
    snowLit: colorOf({ ...light.sun, l: 0.95 * night, c: light.sun.c * 0.5 }),
    snowShade: colorOf(mixOklch({ l: 0.8 * night, c: 0.03, h: 250 }, light.shade, 0.45)),
  }
}
