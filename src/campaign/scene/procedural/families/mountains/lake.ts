import { colorOf } from '../../../../numeric/color.ts'
import { clamp, mix, smoothstep } from '../../../../numeric/math.ts'
import type { Random } from '../../../../numeric/random.ts'
import type { FloatRaster } from '../../core/float-raster.ts'
import type { Frame } from '../../core/frame.ts'
import { createNoiseTile, sampleTile } from '../../core/noise-tile.ts'
import type { SceneLight } from '../../core/scene-light.ts'

interface Lake {
  frame: Frame
  /** The row of the far shore. */
  shore: number
  light: SceneLight
  waveAt(x: number, y: number): number
}

/** Small waves in perspective, about -1.5 to 1.5: long and flat in the distance. */
export function createWaves(
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
export function drawLake({ width, height, data }: FloatRaster, { frame, shore, light, waveAt }: Lake): void {
  const deep = colorOf(light.tint({ l: light.isNight ? 0.08 : 0.22, c: 0.045, h: 230 }, 0.4))
  const last = Math.floor(shore) - 1
  for (let y = last + 1; y < height; y++) {
    const below = y - shore + 0.5
    const mirrored = 0.94 - 0.5 * smoothstep(0, 1, below / (frame.unit * 0.4))
    for (let x = 0; x < width; x++) {
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
