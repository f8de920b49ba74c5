import { type Color, colorOf, type Oklch, turnHue } from '../../../../numeric/color.ts'
import { clamp, clamp01, mix, smoothstep } from '../../../../numeric/math.ts'
import { createRandom, type Random } from '../../../../numeric/random.ts'
import { finish } from '../../core/finish.ts'
import { createFloatRaster, type FloatRaster } from '../../core/float-raster.ts'
import { createFrame, type Frame } from '../../core/frame.ts'
import { mixOklch } from '../../core/mix-oklch.ts'
import { createNoiseTile, sampleTile } from '../../core/noise-tile.ts'
import { type Plane, samplePlane } from '../../core/plane.ts'
import { createRamp, type Ramp, rampIndex } from '../../core/ramp.ts'
import type { SceneLight } from '../../core/scene-light.ts'
import { greyChroma, surfaceLight } from '../../core/surface-light.ts'
import type { ScenePlan } from '../../scene-plan.ts'
import type { Family } from '../family.ts'
import { createDrape, type Drape, foldHeights, hollowsOf, litShare, reduce, slopesOf } from './drape.ts'

/** How a cloth falls and mirrors light. */
interface Material {
  /** Multiplies the height of the folds. */
  depth: number
  /** Light that reaches the bottom of folds, and the backs of them. */
  ambient: number
  lit: number
  gloss: number
  /** Slope of single threads. */
  weave: number
}

const satin: Material = { depth: 1, ambient: 0.1, lit: 0.76, gloss: 1, weave: 0.014 }
const linen: Material = { depth: 0.66, ambient: 0.38, lit: 0.94, gloss: 0.08, weave: 0.2 }
const linenMoods: readonly string[] = ['calm', 'minimal', 'fresh', 'warm']

function materialOf({ subjects = [], mood }: ScenePlan): Material {
  if (subjects.includes('satin')) return satin
  return subjects.includes('linen') || linenMoods.includes(mood) ? linen : satin
}

/** Draped cloth under raking light, satin or linen: folds gather along one diagonal and run out towards the other corner. */
export const fabric: Family = {
  name: 'fabric',
  async render(plan, size) {
    const random = createRandom(plan.seed, 'fabric')
    const frame = createFrame(size)
    const drape = createDrape(random)
    const light = surfaceLight(plan)
    const material = materialOf(plan)
    const heights = foldHeights(random, { frame, drape, depth: material.depth })
    const raster = createFloatRaster(size.width, size.height)
    const patch = patches[plan.timeOfDay]
    const seasonLight = seasonLights[plan.season]
    shade(raster, { heights, frame, drape, random, light, material, patch, seasonLight })
    const pixels = finish(raster, {
      seed: plan.seed,
      exposure: patch.exposure,
      contrast: light.contrast,
      vignette: 0.22,
      bloom: 0.14,
      bloomFrom: 0.62,
    })
    return { pixels, focal: drape.focal }
  },
}

/** The patch of light that falls across the cloth: half its width and the softness of its edge in units. */
interface Patch {
  width: number
  edge: number
  /** Light outside the patch. */
  outside: number
  /** Of the whole picture. */
  exposure: number
}

const patches: Readonly<Record<ScenePlan['timeOfDay'], Patch>> = {
  dawn: { width: 0.34, edge: 0.2, outside: 0.74, exposure: 1 },
  day: { width: 0.7, edge: 0.4, outside: 0.8, exposure: 0.98 },
  dusk: { width: 0.24, edge: 0.13, outside: 0.46, exposure: 1 },
  night: { width: 0.22, edge: 0.34, outside: 0.5, exposure: 0.6 },
}

/** The colour that a season gives the light: a kit's colours are kept, so cloth shows the season by it alone. */
const seasonLights: Readonly<Record<ScenePlan['season'], Oklch>> = {
  spring: { l: 0.9, c: 0.075, h: 350 },
  summer: { l: 0.92, c: 0.06, h: 100 },
  autumn: { l: 0.84, c: 0.1, h: 55 },
  winter: { l: 0.9, c: 0.08, h: 245 },
}

interface Cloth {
  heights: Plane
  frame: Frame
  drape: Drape
  random: Random
  light: SceneLight
  material: Material
  patch: Patch
  seasonLight: Oklch
}

function shade({ width, height, data }: FloatRaster, cloth: Cloth): void {
  const { heights, frame, drape, light, material, patch, seasonLight } = cloth
  const { x: lx, y: ly, z: lz } = drape.light
  const { slopeX, slopeY } = slopesOf(heights, reduce / frame.unit)
  const lit = litShare(heights, reduce / frame.unit, drape)
  const hollow = hollowsOf(heights, frame)
  const weave = createNoiseTile(cloth.random.fork('weave'), { size: 256, frequency: 64, octaves: 2 })
  const ramp = clothRamp(light)
  // Cloth mostly mirrors itself: the accent only leans the hue, a complement would turn shadows muddy.
  const sheen = colorOf({ l: 0.62, c: light.main.c * 0.8, h: turnHue(light.main.h, light.accent.h, 0.08) })
  const key = colorOf({ ...light.sun, c: light.sun.c * 1.3 })
  const half = Math.hypot(lx, ly, lz + 1)
  const power = mix(0.6, 1, light.power)
  const inside = tintOf(mixOklch(light.sun, seasonLight, 0.32), 1)
  const outside = tintOf(mixOklch(light.shade, seasonLight, 0.32), patch.outside)
  const tilt = 0.35 * Math.sign(drape.out.x)

  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i += 3) {
      const px = x / reduce
      const py = y / reduce
      let sx = samplePlane(slopeX, px, py)
      let sy = samplePlane(slopeY, px, py)
      // Threads run with the cloth: they bend where it rises.
      const warpX = (x + sx * 14) / frame.scale
      const warpY = (y + sy * 14) / frame.scale
      sx += sampleTile(weave, warpX, warpY / 5) * material.weave
      sy += sampleTile(weave, warpX / 5 + 91, warpY + 77) * material.weave
      const nz = 1 / Math.sqrt(sx * sx + sy * sy + 1)
      const facing = (lz - sx * lx - sy * ly) * nz
      const shadow = samplePlane(lit, px, py)
      const open = samplePlane(hollow, px, py)
      const mirrored = clamp01(((lz + 1 - sx * lx - sy * ly) * nz) / half)
      const spec = material.gloss * power * shadow * (0.34 * mirrored ** 22 + 0.5 * mirrored ** 90)
      const grazing = (1 - nz) * (1 - nz)
      const direct = power * smoothstep(-0.2, 1.02, facing) * mix(0.42, 1, shadow)
      const tone = (material.ambient + (material.lit - material.ambient) * direct) * mix(0.55, 1, open)
      const r = rampIndex(tone + spec * 0.28)
      const fill = 0.15 * material.gloss * clamp01((sx * lx + sy * ly) * nz * 1.4) * open + grazing * 0.14
      const u = (x - drape.focal.x * width) / frame.unit
      const v = (y - drape.focal.y * height) / frame.unit
      const across = u * (drape.out.x + tilt) + v * drape.out.y + samplePlane(heights, px, py) * 0.9
      const within =
        1 - smoothstep(patch.width - patch.edge, patch.width + patch.edge, Math.abs(across - 0.04))
      data[i] = ((ramp[r] ?? 0) + spec * 0.3 * key.r + fill * sheen.r) * mix(outside.r, inside.r, within)
      data[i + 1] =
        ((ramp[r + 1] ?? 0) + spec * 0.3 * key.g + fill * sheen.g) * mix(outside.g, inside.g, within)
      data[i + 2] =
        ((ramp[r + 2] ?? 0) + spec * 0.3 * key.b + fill * sheen.b) * mix(outside.b, inside.b, within)
    }
  }
}

/** The colour of a light without its brightness, scaled. */
function tintOf({ c, h }: Oklch, brightness: number): Color {
  const { r, g, b } = colorOf({ l: 0.86, c: Math.min(c, 0.034), h })
  const scale = brightness / Math.max(r, g, b)
  return { r: r * scale, g: g * scale, b: b * scale }
}

function clothRamp({ main, sun, shade, power, tint }: SceneLight): Ramp {
  // The kit's colours stay; mood and season lean them as they do the rest of the world.
  const { c, h } = mixOklch(main, tint(main, 0), 0.4)
  const isGrey = c < greyChroma
  const l = clamp(main.l, isGrey ? 0.2 : 0.4, isGrey ? 0.92 : 0.84)
  const dark = mixOklch({ l: l * 0.2, c: c * 0.6, h }, shade, 0.16)
  const half = mixOklch({ l: l * 0.56, c, h }, shade, 0.1)
  const bright = mixOklch({ l: l + (1 - l) * 0.42, c: Math.max(c, 0.03) * 1.02, h }, sun, 0.18)
  return createRamp([
    { at: 0, ...dark, l: l * 0.18 * power },
    { at: 0.28, ...half, l: l * 0.56 },
    { at: 0.56, l: l * 0.97, c: c * 1.05, h },
    { at: 0.8, ...bright },
    { at: 1, l: 0.97, c: sun.c * 0.8, h: sun.h },
  ])
}
