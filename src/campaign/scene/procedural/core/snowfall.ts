import { type Color, colorOf } from '../../../numeric/color.ts'
import { smoothstep } from '../../../numeric/math.ts'
import type { Random } from '../../../numeric/random.ts'
import type { FloatRaster } from './float-raster.ts'
import type { Frame } from './frame.ts'
import { coverColor } from './pixels.ts'
import type { SceneLight } from './scene-light.ts'

/** Flakes by their distance to the eye: how many per unit of area, radius in pixels of a 1080 x 1080 picture, opacity. */
const depths = [
  { count: 420, smallest: 0.9, largest: 1.9, opacity: 0.75 },
  { count: 110, smallest: 2.2, largest: 4.6, opacity: 0.5 },
  { count: 16, smallest: 9, largest: 24, opacity: 0.16 },
] as const

/** Falling snow over the whole picture: far flakes sharp, near ones large and out of focus. */
export function drawSnow(raster: FloatRaster, frame: Frame, light: SceneLight, random: Random): void {
  const white = colorOf({ ...light.sun, l: light.isNight ? 0.72 : 0.97, c: light.sun.c * 0.4 })
  for (const { count, smallest, largest, opacity } of depths) {
    for (let i = 0; i < count; i++) {
      // Drawn for the area that all formats share in units, so that a flake keeps its place.
      const x = frame.width / 2 + random.range(-0.7, 0.7) * frame.unit
      const y = frame.height / 2 + random.range(-0.57, 0.57) * frame.unit
      const radius = random.range(smallest, largest) * frame.scale
      drawFlake(raster, { x, y, radius, opacity: opacity * random.range(0.4, 1) }, white)
    }
  }
}

interface Flake {
  x: number
  y: number
  radius: number
  opacity: number
}

function drawFlake(
  { width, height, data }: FloatRaster,
  { x, y, radius, opacity }: Flake,
  color: Color,
): void {
  for (let py = Math.max(0, Math.floor(y - radius)); py <= Math.min(height - 1, y + radius + 1); py++) {
    for (let px = Math.max(0, Math.floor(x - radius)); px <= Math.min(width - 1, x + radius + 1); px++) {
      const share = opacity * smoothstep(radius + 0.6, radius * 0.45, Math.hypot(px - x, py - y))
      const i = (py * width + px) * 3
      coverColor(data, i, color, share)
    }
  }
}
