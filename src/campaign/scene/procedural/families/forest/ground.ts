import { clamp01, mix, smoothstep } from '../../../../numeric/math.ts'
import type { Random } from '../../../../numeric/random.ts'
import type { FloatRaster } from '../../core/float-raster.ts'
import { createNoiseTile, sampleTile } from '../../core/noise-tile.ts'
import type { Tree } from './trunks.ts'
import {
  columnOf,
  eyeHeight,
  type ForestColors,
  type ForestView,
  glowAt,
  groundRowOf,
  hazeAt,
} from './view.ts'

/** The ground in perspective with the long shadows of the trunks, which fan out from below the sun. */
export function paintGround(
  { data, width, height }: FloatRaster,
  view: ForestView,
  colors: ForestColors,
  trees: readonly Tree[],
  random: Random,
): void {
  const { frame, eyeRow, mist, sun } = view
  const litter = createNoiseTile(random.fork('litter'), { size: 256, frequency: 16, octaves: 4, gain: 0.7 })
  const angles = 1024
  const shadowFrom = new Float32Array(angles).fill(1e6)
  for (const tree of trees) {
    const dx = columnOf(view, tree.x, tree.z) - sun.x
    const dy = groundRowOf(view, tree.z) - eyeRow
    const center = (Math.atan2(dx, dy) / Math.PI + 0.5) * angles
    const spread = ((tree.radius / tree.z) * frame.unit * angles) / Math.PI / Math.hypot(dx, dy)
    for (let a = Math.floor(center - spread); a <= center + spread; a++) {
      if (a >= 0 && a < angles) shadowFrom[a] = Math.min(shadowFrom[a] ?? 1e6, dy)
    }
  }
  for (let y = eyeRow + 1; y < height; y++) {
    const below = y - eyeRow
    const z = (eyeHeight * frame.unit) / below
    const haze = hazeAt(view, z)
    for (let x = 0; x < width; x++) {
      const across = ((x - view.aheadColumn) / frame.unit) * z
      const texture = sampleTile(litter, across * 60, z * 60) * 0.6 + sampleTile(litter, across * 14, z * 14)
      const a = (Math.atan2(x - sun.x, below) / Math.PI + 0.5) * angles
      const soft = 2 + below * 0.02
      let shaded = 0
      for (let k = -2; k <= 2; k++) {
        const from = shadowFrom[Math.round(a + k * soft * 0.5)] ?? 1e6
        shaded += smoothstep(from, from * 1.15 + 4, below) / 5
      }
      const lit = (1 - 0.6 * shaded) * clamp01(0.08 + 1.5 * glowAt(view, x, y)) * (0.75 + texture * 1.1)
      const i = (y * width + x) * 3
      const tone = 0.9 + texture * 0.8
      data[i] = mix(mix(colors.ground.r * tone, colors.groundLit.r, clamp01(lit)), mist.data[i] ?? 0, haze)
      data[i + 1] = mix(
        mix(colors.ground.g * tone, colors.groundLit.g, clamp01(lit)),
        mist.data[i + 1] ?? 0,
        haze,
      )
      data[i + 2] = mix(
        mix(colors.ground.b * tone, colors.groundLit.b, clamp01(lit)),
        mist.data[i + 2] ?? 0,
        haze,
      )
    }
  }
}
