import type { Color } from '../../../numeric/color.ts'
import { clamp01, mix, type Random } from '../../../numeric/math.ts'
import type { Frame } from '../families/family.ts'
import { coverColor, type FloatRaster, scaled } from './float-raster.ts'
import { fbm, gradientNoise } from './noise.ts'

interface Disc {
  x: number
  y: number
  radius: number
  /** Rows from the top that may be drawn on. */
  rows: number
}

/** A disc brighter than white with a darker limb: the film's shoulder makes its centre pale and its edge warm. */
export function drawSun(raster: FloatRaster, disc: Disc, color: Color): void {
  const { data } = raster
  forEachPixel(raster, disc, (i, coverage, dx, dy) => {
    const limb = 2.4 - 1.2 * (dx * dx + dy * dy)
    data[i] = mix(data[i] ?? 0, color.r * limb + 0.25, coverage)
    data[i + 1] = mix(data[i + 1] ?? 0, color.g * limb + 0.12, coverage)
    data[i + 2] = mix(data[i + 2] ?? 0, color.b * limb, coverage)
  })
}

const moonlight = { r: 0.98, g: 0.97, b: 0.92 }

/** A full moon with its seas. */
export function drawMoon(raster: FloatRaster, disc: Disc, random: Random): void {
  const seas = fbm(gradientNoise(random), 4)
  forEachPixel(raster, disc, (i, coverage, dx, dy) => {
    const bulge = 1 / (1.6 - 0.6 * (dx * dx + dy * dy))
    const albedo = 0.98 - 0.34 * clamp01(0.5 + 1.7 * seas(dx * 1.3 * bulge + 7, dy * 1.3 * bulge))
    coverColor(raster.data, i, scaled(moonlight, albedo), coverage)
  })
}

/** Many faint stars and few bright ones, fading into the haze of the horizon. */
export function drawStars(raster: FloatRaster, frame: Frame, random: Random, rows: number): void {
  const count = 1500
  for (let star = 0; star < count; star++) {
    // Positions in units of the world: a star keeps its place in every format.
    const x = random.range(-1, 1) * frame.unit + frame.width / 2
    const y = random.range(0, 1.1) * frame.unit
    const brightness = 0.05 + 0.75 * random.next() ** 9
    const warmth = random.range(-0.15, 0.15)
    if (x < 3 || y < 3 || x > raster.width - 4 || y > rows - 4) continue
    const fade = clamp01(1.2 * (1 - y / rows))
    const color = { r: 1 + warmth, g: 1, b: 1 - warmth }
    drawPoint(raster, x, y, 0.62 * Math.max(0.7, frame.scale), brightness * fade, color)
  }
}

/** Adds a small round light; the radius is its deviation, at most 1.5 pixels, and it must lie 3 pixels inside. */
export function drawPoint(
  raster: FloatRaster,
  x: number,
  y: number,
  radius: number,
  power: number,
  color: Color,
): void {
  const left = Math.round(x)
  const top = Math.round(y)
  for (let dy = -3; dy <= 3; dy++) {
    for (let dx = -3; dx <= 3; dx++) {
      const squared = (left + dx - x) ** 2 + (top + dy - y) ** 2
      const value = power * Math.exp(-squared / (2 * radius * radius))
      const i = ((top + dy) * raster.width + left + dx) * 3
      raster.data[i] = (raster.data[i] ?? 0) + value * color.r
      raster.data[i + 1] = (raster.data[i + 1] ?? 0) + value * color.g
      raster.data[i + 2] = (raster.data[i + 2] ?? 0) + value * color.b
    }
  }
}

/** Visits a disc's pixels with their coverage and position from the centre in radii. */
function forEachPixel(
  { width }: FloatRaster,
  { x, y, radius, rows }: Disc,
  visit: (index: number, coverage: number, dx: number, dy: number) => void,
): void {
  const top = Math.max(0, Math.floor(y - radius - 1))
  const bottom = Math.min(rows - 1, Math.ceil(y + radius + 1))
  const left = Math.max(0, Math.floor(x - radius - 1))
  const right = Math.min(width - 1, Math.ceil(x + radius + 1))
  const softness = Math.max(1, radius * 0.05)
  for (let py = top; py <= bottom; py++) {
    for (let px = left; px <= right; px++) {
      const coverage = clamp01((radius - Math.hypot(px - x, py - y)) / softness + 0.5)
      if (coverage > 0) visit((py * width + px) * 3, coverage, (px - x) / radius, (py - y) / radius)
    }
  }
}
