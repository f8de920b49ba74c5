import { type Color, colorOf, mixOklch, type Oklch, turnHue } from '../../../../numeric/color.ts'
import { clamp, clamp01, mix, type Random, smoothstep } from '../../../../numeric/math.ts'
import { type FloatRaster, fillRaster } from '../../core/float-raster.ts'
import { createNoiseTile, gradientNoise, sampleTile } from '../../core/noise.ts'
import { blurPlane, createPlane, type Plane, samplePlane } from '../../core/plane.ts'
import { normalized, type Vector } from '../../core/ray.ts'
import {
  createRamp,
  greyChroma,
  type Ramp,
  rampIndex,
  type SceneLight,
  surfaceLight,
} from '../../core/scene-light.ts'
import { createFamily, type Scene } from '../create-family.ts'
import type { Frame, ScenePlan } from '../family.ts'
import { fabric as table } from '../tables.json' with { type: 'json' }

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

function materialOf({ subjects = [], mood }: ScenePlan): Material {
  const isLinen = subjects.includes('linen') || table.linenMoods.includes(mood)
  return isLinen && !subjects.includes('satin') ? table.linen : table.satin
}

/** Draped cloth under raking light, satin or linen: folds gather along one diagonal and run out towards the other corner. */
export const fabric = createFamily(
  'fabric',
  (scene) => {
    const drape = createDrape(scene.random)
    return {
      focal: drape.focal,
      exposure: table.patches[scene.plan.timeOfDay].exposure,
      paint: (raster) => shade(raster, scene, drape),
    }
  },
  surfaceLight,
)

/** The patch of light that falls across the cloth: half its width and the softness of its edge in units. */
interface Patch {
  width: number
  edge: number
  /** Light outside the patch. */
  outside: number
  /** Of the whole picture. */
  exposure: number
}

function shade(raster: FloatRaster, { plan, frame, light, random }: Scene, drape: Drape): void {
  const { width, height } = raster
  const material = materialOf(plan)
  const patch: Patch = table.patches[plan.timeOfDay]
  // A kit's colours are kept, so cloth shows the season by its light alone.
  const seasonLight = table.seasonLights[plan.season]
  const heights = foldHeights(random, { frame, drape, depth: material.depth })
  const { x: lx, y: ly, z: lz } = drape.light
  const { slopeX, slopeY } = slopesOf(heights, reduce / frame.unit)
  const lit = litShare(heights, reduce / frame.unit, drape)
  const hollow = hollowsOf(heights, frame)
  const weave = createNoiseTile(random.fork('weave'), { size: 256, frequency: 64, octaves: 2 })
  const ramp = clothRamp(light)
  // Cloth mostly mirrors itself: the accent only leans the hue, a complement would turn shadows muddy.
  const sheen = colorOf({ l: 0.62, c: light.main.c * 0.8, h: turnHue(light.main.h, light.accent.h, 0.08) })
  const key = colorOf({ ...light.sun, c: light.sun.c * 1.3 })
  const half = Math.hypot(lx, ly, lz + 1)
  const power = mix(0.6, 1, light.power)
  const inside = tintOf(mixOklch(light.sun, seasonLight, 0.32), 1)
  const outside = tintOf(mixOklch(light.shade, seasonLight, 0.32), patch.outside)
  const tilt = 0.35 * Math.sign(drape.out.x)

  fillRaster(raster, (x, y, into) => {
    const px = x / reduce
    const py = y / reduce
    let sx = samplePlane(slopeX, px, py)
    let sy = samplePlane(slopeY, px, py)
    // Threads run with the cloth: they bend where it rises.
    const warpX = (1.7 * (x + sx * 14)) / frame.scale
    const warpY = (1.7 * (y + sy * 14)) / frame.scale
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
    const within = 1 - smoothstep(patch.width - patch.edge, patch.width + patch.edge, Math.abs(across - 0.04))
    into.r = ((ramp[r] ?? 0) + spec * 0.3 * key.r + fill * sheen.r) * mix(outside.r, inside.r, within)
    into.g = ((ramp[r + 1] ?? 0) + spec * 0.3 * key.g + fill * sheen.g) * mix(outside.g, inside.g, within)
    into.b = ((ramp[r + 2] ?? 0) + spec * 0.3 * key.b + fill * sheen.b) * mix(outside.b, inside.b, within)
  })
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

/** Pixels per cell of the planes of this file. */
const reduce = 2

/** Where the folds lie: distances in units from the focal point. */
interface Drape {
  focal: { x: number; y: number }
  /** Unit vector from the gathered folds to the smooth side. */
  out: { x: number; y: number }
  /** Towards the light, a unit vector; z points at the viewer. */
  light: Vector
}

export function createDrape(random: Random): Drape {
  const side = random.pick([-1, 1] as const)
  const angle = random.range(0.62, 0.98)
  const out = { x: side * Math.sin(angle), y: -Math.cos(angle) }
  return {
    focal: { x: 0.5 - side * random.range(0.16, 0.22), y: random.range(0.6, 0.68) },
    out,
    light: normalized({ x: out.x * 0.79, y: out.y * 0.62 - 0.12, z: 0.6 }),
  }
}

/** Heights in units. Folds are noise that is stretched along the drape and bent; only the small ones wrinkle. */
function foldHeights(
  random: Random,
  { frame, drape, depth }: { frame: Frame; drape: Drape; depth: number },
): Plane {
  const { width, height, unit } = frame
  const { focal, out } = drape
  const plane = createPlane(Math.ceil(width / reduce) + 1, Math.ceil(height / reduce) + 1)
  const bends = gradientNoise(random.fork('bends'))
  const folds = gradientNoise(random.fork('folds'))
  const wrinkles = gradientNoise(random.fork('wrinkles'))

  for (let y = 0, i = 0; y < plane.height; y++) {
    for (let x = 0; x < plane.width; x++, i++) {
      const u = (x * reduce - focal.x * width) / unit
      const v = (y * reduce - focal.y * height) / unit
      const bend = bends(u * 1.1 + 5, v * 1.1) * 0.22 + bends(u * 2.6 + 40, v * 2.6) * 0.05
      const across = u * out.x + v * out.y + bend
      const along = u * out.y - v * out.x + bends(u * 0.9 - 30, v * 0.9 + 9) * 0.25
      const gathered = mix(0.1, 1, 1 - smoothstep(0.02, 0.5, across))
      const large = folds(across * 2.7, along * 0.62)
      const middle = folds(across * 6.1 + 31, along * 1.15 + 11)
      const tight = wrinkles(across * 13 + large * 1.4, along * 2.1)
      const n = folds(across * 4.3 - 60, along * 0.8 + 50)
      // The rounded absolute value leaves a soft crease where the noise changes its sign.
      const crease = 0.5 - Math.sqrt(n * n + 0.006)
      const wide = large * 0.095 * mix(0.4, 1, gathered)
      plane.data[i] = depth * (wide + gathered * (middle * 0.036 + crease * 0.06 + tight * 0.0065 * gathered))
    }
  }
  return plane
}

function slopesOf({ width, height, data }: Plane, cell: number): { slopeX: Plane; slopeY: Plane } {
  const slopeX = createPlane(width, height)
  const slopeY = createPlane(width, height)
  for (let y = 0, i = 0; y < height; y++) {
    const up = y > 0 ? width : 0
    const down = y < height - 1 ? width : 0
    for (let x = 0; x < width; x++, i++) {
      const left = x > 0 ? 1 : 0
      const right = x < width - 1 ? 1 : 0
      slopeX.data[i] = ((data[i + right] ?? 0) - (data[i - left] ?? 0)) / ((left + right) * cell)
      slopeY.data[i] = ((data[i + down] ?? 0) - (data[i - up] ?? 0)) / (((up + down) / width) * cell)
    }
  }
  return { slopeX, slopeY }
}

/** How much of a wide lamp each cell sees over the folds before it, 0 to 1. */
function litShare(heights: Plane, cell: number, { light }: Drape): Plane {
  const lit = createPlane(heights.width, heights.height)
  const flat = Math.hypot(light.x, light.y)
  const steps = 14
  for (let y = 0, i = 0; y < lit.height; y++) {
    for (let x = 0; x < lit.width; x++, i++) {
      const here = heights.data[i] ?? 0
      let clear = 1
      for (let step = 1; step <= steps; step++) {
        const reach = (step * step * 0.9) / (steps * steps) / 3.2
        const px = x + ((light.x / flat) * reach) / cell
        const py = y + ((light.y / flat) * reach) / cell
        const over = here + (reach * light.z) / flat - samplePlane(heights, px, py)
        clear = Math.min(clear, 0.5 + over / (reach * 0.55 + 0.004))
      }
      lit.data[i] = smoothstep(0, 1, clear)
    }
  }
  blurPlane(lit, 0.004 / cell, 2)
  return lit
}

/** 0 in the depth of a fold, 1 on its back: stands for the light that comes from everywhere. */
function hollowsOf(heights: Plane, { unit }: Frame): Plane {
  const open: Plane = { ...heights, data: heights.data.slice() }
  blurPlane(open, (0.045 * unit) / reduce, 2)
  for (let i = 0; i < open.data.length; i++) {
    open.data[i] = clamp01(0.72 + ((heights.data[i] ?? 0) - (open.data[i] ?? 0)) * 17)
  }
  return open
}
