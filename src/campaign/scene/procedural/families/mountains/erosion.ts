import type { Random } from '../../../../numeric/random.ts'
import type { Plane } from '../../core/plane.ts'

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
export function erode(
  heights: Plane,
  random: Random,
  { drops, scale }: { drops: number; scale: number },
): void {
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
