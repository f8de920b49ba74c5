import { once } from '../../../../kernel/runtime/once.ts'
import type { Raster } from '../../../images/raster.ts'
import { clamp, createRandom, mix } from '../../../numeric/math.ts'
import { createFloatRaster, type FloatRaster } from './float-raster.ts'
import { blurPlane, createPlane } from './plane.ts'

export interface Finish {
  /** Shifts the grain. */
  seed: number
  /** Multiplies the light; 1 by default. */
  exposure?: number
  /** How much darker the corners are, 0.12 to 0.28 in good pictures. */
  vignette?: number
  /** Deviation of the grain in midtones, in 8-bit values; it also dithers gradients. */
  grain?: number
  /** How much light above `bloomFrom` spreads. */
  bloom?: number
  /** Linear light from which a pixel blooms. */
  bloomFrom?: number
  /** 0 keeps the tone curve, 0.3 is a strong S curve, negative values flatten it. */
  contrast?: number
}

const bloomReduce = 8
const grainSize = 512
const grainMask = grainSize - 1

/** Turns linear light into 8-bit sRGB as film does: bloom, vignette, a soft shoulder for highlights, then grain. */
export function finish(raster: FloatRaster, options: Finish): Raster {
  const { part, data } = raster
  const width = part.right - part.left
  const height = part.bottom - part.top
  const { exposure = 1, vignette = 0.2, grain = 1.3 } = options
  const bloom = bloomOf(raster, options)
  const bloomRow = new Float32Array((bloom?.width ?? 0) * 3)
  const curve = toneCurve(options.contrast ?? 0)
  const noise = grainTile()
  const shiftX = options.seed & grainMask
  const shiftY = (options.seed >>> 9) & grainMask
  const halfDiagonal = Math.hypot(width, height) / 2
  // Writes to a clamped array round and clip by themselves.
  const pixels = new Uint8ClampedArray(width * height * 3)

  for (let y = 0, k = 0; y < height; y++) {
    const dy = (y + 0.5 - height / 2) / halfDiagonal
    const from = ((part.top + y) * raster.width + part.left) * 3
    const noiseRow = ((y + shiftY) & grainMask) * grainSize
    const tintRow = ((y + shiftY + 101) & grainMask) * grainSize
    if (bloom) readBloomRow(bloom, (y + 0.5) / bloomReduce - 0.5, bloomRow)
    for (let x = 0, i = from; x < width; x++, i += 3, k += 3) {
      const dx = (x + 0.5 - width / 2) / halfDiagonal
      const distance = dx * dx + dy * dy
      const light = exposure * (1 - vignette * distance * (1.6 - 0.6 * distance))
      let r = (data[i] ?? 0) * light
      let g = (data[i + 1] ?? 0) * light
      let b = (data[i + 2] ?? 0) * light
      if (bloom) {
        const at = clamp((x + 0.5) / bloomReduce - 0.5, 0, bloom.width - 1.001)
        const left = at | 0
        const share = at - left
        const j = left * 3
        r += (bloomRow[j] ?? 0) + ((bloomRow[j + 3] ?? 0) - (bloomRow[j] ?? 0)) * share
        g += (bloomRow[j + 1] ?? 0) + ((bloomRow[j + 4] ?? 0) - (bloomRow[j + 1] ?? 0)) * share
        b += (bloomRow[j + 2] ?? 0) + ((bloomRow[j + 5] ?? 0) - (bloomRow[j + 2] ?? 0)) * share
      }
      r = readCurve(curve, r)
      g = readCurve(curve, g)
      b = readCurve(curve, b)

      const tone = (0.3 * r + 0.59 * g + 0.11 * b) / 255
      const strength = grain * (0.45 + 2.2 * tone * (1 - tone))
      const n = (noise[noiseRow + ((x + shiftX) & grainMask)] ?? 0) * strength
      const tint = (noise[tintRow + ((x + shiftX + 203) & grainMask)] ?? 0) * strength * 0.22
      pixels[k] = r + n + tint
      pixels[k + 1] = g + n
      pixels[k + 2] = b + n - tint
    }
  }
  return { width, height, channels: 3, data: new Uint8Array(pixels.buffer) }
}

/** Light that spreads, at an eighth of the size. */
function bloomOf(
  { width: stride, data, part }: FloatRaster,
  { bloom = 0, bloomFrom = 0.75, exposure = 1 }: Finish,
): FloatRaster | undefined {
  if (bloom === 0) return undefined
  const width = part.right - part.left
  const height = part.bottom - part.top
  const small = createFloatRaster(Math.ceil(width / bloomReduce) + 1, Math.ceil(height / bloomReduce) + 1)
  const scale = 4 / (bloomReduce * bloomReduce)
  for (let y = 0; y < height; y += 2) {
    const row = ((y / bloomReduce) | 0) * small.width
    for (let x = 0, i = ((part.top + y) * stride + part.left) * 3; x < width; x += 2, i += 6) {
      const k = (row + ((x / bloomReduce) | 0)) * 3
      for (let c = 0; c < 3; c++) {
        const light = (data[i + c] ?? 0) * exposure - bloomFrom
        if (light > 0) small.data[k + c] = (small.data[k + c] ?? 0) + light * scale
      }
    }
  }
  const radius = Math.sqrt(width * height) / bloomReduce
  const tight = createPlane(small.width, small.height)
  const wide = createPlane(small.width, small.height)
  for (let c = 0; c < 3; c++) {
    for (let i = 0; i < tight.data.length; i++) tight.data[i] = small.data[i * 3 + c] ?? 0
    wide.data.set(tight.data)
    blurPlane(tight, radius * 0.016)
    blurPlane(wide, radius * 0.07)
    for (let i = 0; i < tight.data.length; i++) {
      small.data[i * 3 + c] = bloom * 0.6 * ((tight.data[i] ?? 0) + (wide.data[i] ?? 0))
    }
  }
  return small
}

function readBloomRow({ width, height, data }: FloatRaster, y: number, into: Float32Array): void {
  const at = clamp(y, 0, height - 1.001)
  const top = at | 0
  const share = at - top
  const from = top * width * 3
  const below = from + width * 3
  for (let i = 0; i < into.length; i++) into[i] = mix(data[from + i] ?? 0, data[below + i] ?? 0, share)
}

const curveEntries = 8192
const curveWhite = 4

/** Black level of film: saturated darks keep some of every channel, so that none clips. */
const fog = 0.018

/** sRGB values of linear light from 0 to 4, indexed by the square root of light: dark tones need the finer steps. */
function toneCurve(contrast: number): Float32Array {
  return Float32Array.from({ length: curveEntries + 1 }, (_, i) => {
    const linear = (i / curveEntries) ** 2 * curveWhite
    // Highlights above 0.7 approach white and never clip.
    const light = linear < 0.7 ? linear : 0.7 + 0.3 * (1 - Math.exp(-(linear - 0.7) / 0.3))
    const value = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055
    const bent = value + contrast * (value - 0.5) * value * (1 - value) * 4
    return 255 * (fog + (1 - fog) * bent)
  })
}

function readCurve(curve: Float32Array, light: number): number {
  const i = Math.sqrt(Math.max(0, light) / curveWhite) * curveEntries
  return curve[i < curveEntries ? (i + 0.5) | 0 : curveEntries] ?? 0
}

/** Noise of deviation 1 without its low frequencies, so that grain is fine and never looks blotchy. The same for every picture. */
const grainTile = once((): Float32Array => {
  const random = createRandom(0, 'grain')
  const white = Float32Array.from(
    { length: grainSize * grainSize },
    () => random.next() + random.next() + random.next() - 1.5,
  )
  const tile = new Float32Array(white.length)
  for (let y = 0; y < grainSize; y++) {
    for (let x = 0; x < grainSize; x++) {
      let around = 0
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          around += white[((y + dy) & grainMask) * grainSize + ((x + dx) & grainMask)] ?? 0
        }
      }
      tile[y * grainSize + x] = 2 * ((white[y * grainSize + x] ?? 0) - 0.6 * (around / 9))
    }
  }
  return tile
})
