import { type Color, colorOf } from '../../../../numeric/color.ts'
import { clamp, clamp01, mix, type Random, smoothstep } from '../../../../numeric/math.ts'
import { type FloatRaster, withMirrored } from '../../core/float-raster.ts'
import { createNoiseTile, gradientNoise, sampleTile } from '../../core/noise.ts'
import { createPlane, type Plane, samplePlane } from '../../core/plane.ts'
import { normalized, type Vector } from '../../core/ray.ts'
import type { SceneLight } from '../../core/scene-light.ts'
import { createSky } from '../../core/sky.ts'
import { renderTerrain } from '../../core/terrain.ts'
import { createFamily } from '../create-family.ts'
import type { Frame } from '../family.ts'
import { createGroundShader, shoreColors } from './ground.ts'
import { createRange, farZ, nearZ } from './range.ts'

const viewerKm = 0.03

/** A mountain range with one peak behind a still lake. */
export const mountains = createFamily('mountains', ({ plan, frame, light, random }) => {
  const side = random.pick([-1, 1] as const)
  const focalX = 0.5 + side * random.range(0.08, 0.16)
  const horizon = Math.round(frame.height * 0.5 + frame.unit * 0.13)
  const sun = sunDirection(light, side)
  const range = createRange(random.fork('range'), sun)
  const focal = frame.unit * 1.75
  const centerX = focalX * frame.width - (focal * range.peak.x) / range.peak.z
  const sunX = frame.width * (0.5 - side * (light.isNight ? 0.3 : 0.62))
  const sky = createSky({ frame, light, random: random.fork('sky'), horizon, sunX, cover: 0.3 })
  const peakY = (horizon - (range.peak.height / range.peak.z) * focal * 0.7) / frame.height
  return {
    focal: { x: focalX, y: peakY },
    paint(raster) {
      const { season } = plan
      const ground = createGroundShader({ range, sun, light, sky, horizon, focal, viewerKm, random, season })
      const above = withMirrored(raster, frame.unit * 0.03)
      sky.paint(above)
      renderTerrain(
        above,
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
    },
  }
})

function sunDirection({ sunHeight, isNight }: SceneLight, side: number): Vector {
  const y = isNight ? 0.6 : mix(0.3, 0.85, sunHeight)
  return normalized({ x: -side * 0.9, y, z: -0.3 })
}

interface Lake {
  frame: Frame
  /** The row of the far shore. */
  shore: number
  light: SceneLight
  waveAt(x: number, y: number): number
}

/** Small waves in perspective, about -1.5 to 1.5: long and flat in the distance. */
function createWaves(
  random: Random,
  { width, unit }: Frame,
  shore: number,
): (x: number, y: number) => number {
  const tile = createNoiseTile(random, { size: 256, frequency: 8, octaves: 4 })
  return (x, y) => {
    const depth = unit / (y - shore + unit * 0.012)
    const across = (x - width / 2) * depth
    return (
      sampleTile(tile, across * 0.018, depth * 22) + 0.5 * sampleTile(tile, across * 0.055 + 99, depth * 80)
    )
  }
}

/** Mirrors what stands above the far shore; the mirror darkens towards the viewer, who looks into the water there. */
function drawLake({ width, data, part }: FloatRaster, { frame, shore, light, waveAt }: Lake): void {
  const deep = colorOf(light.tint({ l: light.isNight ? 0.08 : 0.22, c: 0.045, h: 230 }, 0.4))
  const last = Math.floor(shore) - 1
  for (let y = Math.max(last + 1, part.top); y < part.bottom; y++) {
    const below = y - shore + 0.5
    const mirrored = 0.94 - 0.5 * smoothstep(0, 1, below / (frame.unit * 0.4))
    for (let x = part.left; x < part.right; x++) {
      const wave = waveAt(x, y)
      const row = clamp(shore - below * 1.03 - Math.abs(wave) * (1.5 + below * 0.11), 0, last)
      const column = clamp(Math.round(x + wave * (1 + below * 0.02)), 0, width - 1)
      const near = Math.floor(row)
      const p = (near * width + column) * 3
      const q = (Math.min(last, near + 1) * width + column) * 3
      const share = row - near
      const i = (y * width + x) * 3
      data[i] = mix(deep.r, mix(data[p] ?? 0, data[q] ?? 0, share), mirrored)
      data[i + 1] = mix(deep.g, mix(data[p + 1] ?? 0, data[q + 1] ?? 0, share), mirrored)
      data[i + 2] = mix(deep.b, mix(data[p + 2] ?? 0, data[q + 2] ?? 0, share), mirrored)
    }
  }
}

interface ConiferShore {
  frame: Frame
  random: Random
  /** -1 reaches in from the left, 1 from the right. */
  side: number
  /** Row of the water's edge. */
  waterline: number
  /** Trees in shade, and what their lit side adds. */
  dark: Color
  rim: Color
  /** -1 when light comes from the left. */
  lightSide: number
  /** Sideways and vertical displacement of a reflection, in pixels. */
  waveAt(x: number, y: number): number
}

/** Draws a spit of land with spruces that reaches in from one side, and its reflection below the water's edge. */
function drawConiferShore(raster: FloatRaster, shore: ConiferShore): void {
  const { frame, random, side, waterline, dark, rim } = shore
  const reach = Math.round(frame.unit * 0.15)
  const opacity = createPlane(frame.width, reach)
  const lit = createPlane(frame.width, reach)
  drawLand(opacity, shore)
  const length = frame.unit * 0.5
  const edge = side < 0 ? 0 : frame.width
  for (let tree = 0; tree < 150; tree++) {
    const along = clamp01(random.next() ** 1.3 + 0.03 * random.gauss())
    const x = edge - side * (along * 1.08 - 0.06) * length
    const height = frame.unit * mix(0.1, 0.026, along ** 0.8) * random.range(0.4, 1.15)
    drawSpruce(opacity, lit, {
      x,
      height,
      base: reach - 1 - landHeight(shore, x) * 0.8,
      random,
      lightSide: shore.lightSide,
    })
  }
  const { data, width, part } = raster
  const blend = (x: number, y: number, source: number, share: number, light: number) => {
    const i = (y * width + x) * 3
    const alpha = (opacity.data[source] ?? 0) * share
    const rimShare = (lit.data[source] ?? 0) * light
    data[i] = mix(data[i] ?? 0, dark.r + rim.r * rimShare, alpha)
    data[i + 1] = mix(data[i + 1] ?? 0, dark.g + rim.g * rimShare, alpha)
    data[i + 2] = mix(data[i + 2] ?? 0, dark.b + rim.b * rimShare, alpha)
  }
  for (let row = 0; row < reach; row++) {
    const above = Math.round(waterline) - 1 - row
    const below = Math.round(waterline) + row
    for (let x = part.left; x < part.right; x++) {
      if (above >= 0) blend(x, above, (reach - 1 - row) * width + x, 1, 1)
      if (below >= raster.height) continue
      const wave = shore.waveAt(x, below) * (0.4 + row * 0.02)
      const sx = Math.min(width - 1, Math.max(0, Math.round(x + wave)))
      const sy = Math.min(reach - 1, Math.max(0, Math.round(row * 1.05 + Math.abs(wave) * 1.2)))
      blend(x, below, (reach - 1 - sy) * width + sx, 0.86 * (1 - (0.5 * row) / reach), 0.5)
    }
  }
}

/** In pixels above the water, 0 beyond the tip. */
function landHeight({ frame, side }: ConiferShore, x: number): number {
  const along = (side < 0 ? x : frame.width - x) / (frame.unit * 0.56)
  return along > 1 ? 0 : frame.unit * 0.02 * Math.sqrt(Math.max(0, 1 - along))
}

function drawLand(opacity: Plane, shore: ConiferShore): void {
  const rough = gradientNoise(shore.random.fork('land'))
  const { width, height } = opacity
  for (let x = 0; x < width; x++) {
    const land = landHeight(shore, x)
    if (land === 0) continue
    const top = height - land * (1 + 0.35 * rough(x / (16 * shore.frame.scale), 3))
    for (let y = Math.max(0, Math.floor(top)); y < height; y++)
      opacity.data[y * width + x] = clamp01(y + 1 - top)
  }
}

interface Spruce {
  x: number
  height: number
  base: number
  random: Random
  lightSide: number
}

/** Tiers of drooping branches that widen downwards; each row is covered by fractions of pixels. */
function drawSpruce(opacity: Plane, lit: Plane, { x, height, base, random, lightSide }: Spruce): void {
  const halfWidth = height * random.range(0.13, 0.19)
  const tiers = Math.max(5, Math.round(height / 6))
  const phase = random.next()
  const lean = random.range(-0.02, 0.02)
  const top = base - height
  for (let row = Math.max(0, Math.floor(top)); row <= Math.min(opacity.height - 1, base); row++) {
    const t = (row - top) / height
    if (t < 0) continue
    const tier = (t ** 0.8 * tiers + phase) % 1
    const left = halfWidth * t ** 0.8 * (0.5 + 0.5 * tier) * random.range(0.8, 1.1) + 0.35
    const right = halfWidth * t ** 0.8 * (0.5 + 0.5 * ((tier + 0.4) % 1)) * random.range(0.8, 1.1) + 0.35
    const center = x + lean * (base - row)
    for (
      let px = Math.max(0, Math.floor(center - left));
      px <= Math.min(opacity.width - 1, center + right + 1);
      px++
    ) {
      const dx = px - center
      const alpha = clamp01((dx < 0 ? left : right) - Math.abs(dx) + 0.5)
      const i = row * opacity.width + px
      const old = opacity.data[i] ?? 0
      const light = clamp01(0.25 + (dx / (halfWidth + 1)) * lightSide * 0.75) * (1 - 0.5 * tier)
      lit.data[i] = mix(lit.data[i] ?? 0, light, alpha)
      opacity.data[i] = Math.max(old, alpha)
    }
  }
}
