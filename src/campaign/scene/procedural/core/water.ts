import { colorOf } from '../../../numeric/color.ts'
import { clamp, clamp01, mix } from '../../../numeric/math.ts'
import type { Scene } from '../families/create-family.ts'
import type { FloatRaster } from './float-raster.ts'
import { addWaves, readWaves, sharedWaveTile } from './wave-tile.ts'

/** Rows of the mirror image that one point of the water mixes. */
const taps = 7

/**
 * What stands above the shore upside down in quiet water, smeared along the view and more so near the eye.
 * @param shore row of the water's edge
 */
export function paintWater(raster: FloatRaster, { frame, light, random }: Scene, shore: number): void {
  const { width, data, part } = raster
  const tile = sharedWaveTile()
  const shift = random.fork('water').int(0, 255)
  const waves = { height: 0, slopeX: 0, slopeZ: 0 }
  const body = colorOf({ ...light.shade, l: light.shade.l * 0.72 })
  const strength = mix(0.5, 1.3, light.energy)
  for (let y = Math.max(shore, part.top); y < part.bottom; y++) {
    const down = (y - shore + 0.5) / frame.unit
    const z = 0.35 / (down + 0.004)
    const reach = (0.06 + down * 0.9) * frame.unit
    const spread = (0.006 + down * 0.06) * frame.unit
    for (let x = part.left; x < part.right; x++) {
      const across = ((x - width / 2) / frame.unit) * z
      readWaves(tile, across * 60 + shift, z * 60 + shift * 3, (0.5 * strength) / (1 + z * 0.05), waves)
      addWaves(tile, across * 251 + z * 40, z * 251, (0.34 * strength) / (1 + z * 0.22), waves)
      const column = clamp(x + waves.slopeX * reach * 0.22, 0, width - 1) | 0
      const row = shore - (y - shore) * 1.05 - 1 - waves.slopeZ * reach * 1.1
      let r = 0
      let g = 0
      let b = 0
      for (let tap = 0; tap < taps; tap++) {
        const from = ((clamp(row + (tap - 3) * spread * 0.5, 0, shore - 1) | 0) * width + column) * 3
        r += data[from] ?? 0
        g += data[from + 1] ?? 0
        b += data[from + 2] ?? 0
      }
      const fresnel = clamp01(0.86 - down * 0.75 - waves.slopeZ * 0.25) / taps
      const own = 1 - fresnel * taps
      const i = (y * width + x) * 3
      data[i] = body.r * own + r * fresnel
      data[i + 1] = body.g * own + g * fresnel
      data[i + 2] = body.b * own + b * fresnel
    }
  }
}
