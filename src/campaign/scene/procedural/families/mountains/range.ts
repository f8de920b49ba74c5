import { clamp01, mix, type Random, smoothstep } from '../../../../numeric/math.ts'
import { gradientNoise, type Noise } from '../../core/noise.ts'
import { blurPlane, createPlane, type Plane } from '../../core/plane.ts'
import type { Vector } from '../../core/ray.ts'

/** A mountain range behind a lake: heights in kilometres above the water on a square grid. */
export interface Range {
  heights: Plane
  /** Slopes to the right and away from the viewer. */
  slopeX: Plane
  slopeZ: Plane
  /** 0 in a gully, 1 in the open. */
  openness: Plane
  /** Share of the sun that reaches the ground. */
  sunlit: Plane
  /** Kilometres to cells of the planes. */
  columnOf(x: number): number
  rowOf(z: number): number
  peak: { x: number; z: number; height: number }
}

/** The viewer stands at z = 0; the range lies between these distances, in kilometres. */
export const nearZ = 4
export const farZ = 22

const cells = 480
const cellKm = (farZ - nearZ) / (cells - 1)
/** Share of the carved form: fully carved faces look combed. */
const erosion = 0.6
const halfWidthKm = (cells * cellKm) / 2

/** @param sun towards the sun; y is up, z away from the viewer */
export function createRange(random: Random, sun: Vector): Range {
  const peak = { x: random.range(-0.6, 0.6), z: random.range(9, 10.5), height: 0 }
  const heights = createPlane(cells, cells)
  const heightAt = heightFunction(random, peak)
  for (let row = 0, i = 0; row < cells; row++) {
    const z = nearZ + row * cellKm
    for (let column = 0; column < cells; column++, i++) {
      heights.data[i] = heightAt(column * cellKm - halfWidthKm, z)
    }
  }
  const young = heights.data.slice()
  erode(heights, random.fork('rain'), { drops: 18000, scale: 1 / cellKm })
  for (let i = 0; i < young.length; i++) heights.data[i] = mix(young[i] ?? 0, heights.data[i] ?? 0, erosion)
  const columnOf = (x: number) => (x + halfWidthKm) / cellKm
  const rowOf = (z: number) => (z - nearZ) / cellKm
  peak.height = heights.data[Math.round(rowOf(peak.z)) * cells + Math.round(columnOf(peak.x))] ?? 0
  return {
    heights,
    ...slopesOf(heights),
    openness: opennessOf(heights),
    sunlit: sunlitOf(heights, sun),
    columnOf,
    rowOf,
    peak,
  }
}

/** Ridged fractal noise under an envelope: a valley with the lake, a main range with one peak, lower ranges behind. */
function heightFunction(random: Random, peak: { x: number; z: number }): (x: number, z: number) => number {
  const warp = gradientNoise(random.fork('warp'))
  const ridges = gradientNoise(random.fork('ridges'))
  const spread = random.range(2.8, 3.4)

  return (x, z) => {
    const bend = warp(x * 0.32, z * 0.32)
    const wx = x + 0.5 * bend + 0.14 * warp(x * 1.1 + 50, z * 1.1)
    const wz = z + 0.5 * warp(x * 0.32 + 20, z * 0.32 - 60)
    const ridged = ridgedNoise(ridges, wx * 0.27, wz * 0.27)
    const distance = Math.sqrt((wx - peak.x) ** 2 + ((wz - peak.z) * 0.9) ** 2)
    const cone = Math.max(0, 1 - distance / spread)
    const valley = smoothstep(nearZ + 0.2, 9, z + 0.6 * bend)
    const range = 0.3 + 0.42 * valley + 0.25 * smoothstep(11, 17, z)
    return valley * (range * ridged * 1.5 + cone ** 1.3 * (0.42 + 1.15 * ridged)) - 0.03
  }
}

/** Musgrave's ridged multifractal, about 0 to 1: octaves are weighted by the one before, so that valleys stay smooth. */
function ridgedNoise(noise: Noise, x: number, z: number): number {
  let sum = 0
  let weight = 1
  let amplitude = 0.5
  for (let octave = 0; octave < 7; octave++) {
    const n = 1 - Math.abs(noise(x, z)) * 1.25
    const signal = n * n * weight
    sum += signal * amplitude
    weight = clamp01(signal * 1.8)
    amplitude *= 0.5
    const turned = (0.8 * x - 0.6 * z) * 2.07 + 13.7
    z = (0.6 * x + 0.8 * z) * 2.07 - 5.3
    x = turned
  }
  return sum
}

function slopesOf({ width, height, data }: Plane): { slopeX: Plane; slopeZ: Plane } {
  const slopeX = createPlane(width, height)
  const slopeZ = createPlane(width, height)
  for (let row = 1; row < height - 1; row++) {
    for (let column = 1; column < width - 1; column++) {
      const i = row * width + column
      slopeX.data[i] = ((data[i + 1] ?? 0) - (data[i - 1] ?? 0)) / (2 * cellKm)
      slopeZ.data[i] = ((data[i + width] ?? 0) - (data[i - width] ?? 0)) / (2 * cellKm)
    }
  }
  return { slopeX, slopeZ }
}

function opennessOf(heights: Plane): Plane {
  const open: Plane = { ...heights, data: heights.data.slice() }
  blurPlane(open, 0.22 / cellKm, 2)
  for (let i = 0; i < open.data.length; i++) {
    open.data[i] = clamp01(0.7 + ((heights.data[i] ?? 0) - (open.data[i] ?? 0)) * 5)
  }
  return open
}

/** Marches from every second cell towards the sun over the heights between. */
function sunlitOf(heights: Plane, sun: Vector): Plane {
  const sunlit = createPlane(cells, cells)
  const flat = Math.hypot(sun.x, sun.z)
  const [stepX, stepZ, rise] = [sun.x / flat, sun.z / flat, sun.y / flat]
  for (let row = 0; row < cells; row += 2) {
    for (let column = 0; column < cells; column += 2) {
      const here = heights.data[row * cells + column] ?? 0
      let clear = 1
      for (let step = 1, reach = 1.5; step < 34 && clear > 0; step++, reach += 1 + step * 0.22) {
        const x = Math.round(column + stepX * reach)
        const z = Math.round(row + stepZ * reach)
        if (x < 0 || z < 0 || x >= cells || z >= cells) break
        const over = here + 0.004 + reach * cellKm * rise - (heights.data[z * cells + x] ?? 0)
        clear = Math.min(clear, 0.5 + over / (0.012 + reach * cellKm * 0.05))
      }
      const value = smoothstep(0, 1, clear)
      for (const i of [0, 1, cells, cells + 1]) sunlit.data[row * cells + column + i] = value
    }
  }
  blurPlane(sunlit, 1.2, 2)
  return sunlit
}

const inertia = 0.08
const capacity = 5
const erosionRate = 0.32
const depositionRate = 0.28
const evaporation = 0.024
const slopeMin = 0.012
const stepsMax = 46

/**
 * Carves gullies and fans into a height field in place: drops of rain run downhill, take up ground where they are fast
 * and drop it where they slow down.
 * @see Hans Theobald Beyer, "Implementation of a method for hydraulic erosion", TU München 2015
 * @param scale heights per cell width, so that slopes are true
 */
function erode(heights: Plane, random: Random, { drops, scale }: { drops: number; scale: number }): void {
  const { width, height, data } = heights
  for (let drop = 0; drop < drops; drop++) {
    let x = random.range(1, width - 3)
    let y = random.range(1, height - 3)
    let [dirX, dirY, speed, water, sediment] = [0, 0, 1, 1, 0]
    for (let step = 0; step < stepsMax; step++) {
      const column = x | 0
      const row = y | 0
      const u = x - column
      const v = y - row
      const i = row * width + column
      const a = data[i] ?? 0
      const b = data[i + 1] ?? 0
      const c = data[i + width] ?? 0
      const d = data[i + width + 1] ?? 0
      const here = a * (1 - u) * (1 - v) + b * u * (1 - v) + c * (1 - u) * v + d * u * v
      const slopeX = ((b - a) * (1 - v) + (d - c) * v) * scale
      const slopeY = ((c - a) * (1 - u) + (d - b) * u) * scale
      dirX = dirX * inertia - slopeX * (1 - inertia)
      dirY = dirY * inertia - slopeY * (1 - inertia)
      const length = Math.sqrt(dirX * dirX + dirY * dirY)
      if (length < 1e-7) break
      dirX /= length
      dirY /= length
      x += dirX
      y += dirY
      if (x < 1 || y < 1 || x >= width - 2 || y >= height - 2) break

      const j = (y | 0) * width + (x | 0)
      const p = x - (x | 0)
      const q = y - (y | 0)
      const next =
        (data[j] ?? 0) * (1 - p) * (1 - q) +
        (data[j + 1] ?? 0) * p * (1 - q) +
        (data[j + width] ?? 0) * (1 - p) * q +
        (data[j + width + 1] ?? 0) * p * q
      const fall = (here - next) * scale
      const carried = Math.max(fall, slopeMin) * speed * water * capacity
      let change: number
      if (fall < 0) change = Math.min(sediment, -fall)
      else if (sediment > carried) change = (sediment - carried) * depositionRate
      else change = -Math.min((carried - sediment) * erosionRate, fall)
      sediment -= change
      const moved = change / scale
      data[i] = a + moved * (1 - u) * (1 - v)
      data[i + 1] = b + moved * u * (1 - v)
      data[i + width] = c + moved * (1 - u) * v
      data[i + width + 1] = d + moved * u * v
      speed = Math.sqrt(Math.max(0.01, speed * speed + fall * 4))
      water *= 1 - evaporation
    }
  }
}
