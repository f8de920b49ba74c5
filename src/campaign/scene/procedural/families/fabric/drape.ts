import { clamp01, mix, smoothstep } from '../../../../numeric/math.ts'
import type { Random } from '../../../../numeric/random.ts'
import type { Frame } from '../../core/frame.ts'
import { gradientNoise } from '../../core/noise.ts'
import { blurPlane, createPlane, type Plane, samplePlane } from '../../core/plane.ts'
import { normalized, type Vector } from '../../core/vector.ts'

/** Pixels per cell of the planes of this file. */
export const reduce = 2

/** Where the folds lie: distances in units from the focal point. */
export interface Drape {
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
export function foldHeights(
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

export function slopesOf({ width, height, data }: Plane, cell: number): { slopeX: Plane; slopeY: Plane } {
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
export function litShare(heights: Plane, cell: number, { light }: Drape): Plane {
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
export function hollowsOf(heights: Plane, { unit }: Frame): Plane {
  const open: Plane = { ...heights, data: heights.data.slice() }
  blurPlane(open, (0.045 * unit) / reduce, 2)
  for (let i = 0; i < open.data.length; i++) {
    open.data[i] = clamp01(0.72 + ((heights.data[i] ?? 0) - (open.data[i] ?? 0)) * 17)
  }
  return open
}
