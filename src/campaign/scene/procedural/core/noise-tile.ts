import { createRandom, type Random } from '../../../numeric/random.ts'
import { gradientNoise } from './noise.ts'

/** A square of noise that repeats without a seam, for lookups that cost less than the noise itself. */
export interface NoiseTile {
  /** A power of two. */
  size: number
  /** `size` times `size` values, row by row. */
  data: Float32Array
}

/**
 * @param size a power of two
 * @param frequency features along one edge of the first octave, a whole number; `frequency * 2 ** (octaves - 1)` must not exceed 256
 */
export function createNoiseTile(
  random: Random,
  {
    size,
    frequency,
    octaves,
    gain = 0.5,
  }: { size: number; frequency: number; octaves: number; gain?: number },
): NoiseTile {
  const data = new Float32Array(size * size)
  let total = 0
  for (let octave = 0, weight = 1; octave < octaves; octave++, weight *= gain) {
    total += weight
    const period = frequency * 2 ** octave
    const noise = gradientNoise(random, period)
    const step = period / size
    for (let y = 0, i = 0; y < size; y++) {
      for (let x = 0; x < size; x++, i++) data[i] = (data[i] ?? 0) + weight * noise(x * step, y * step)
    }
  }
  for (let i = 0; i < data.length; i++) data[i] = (data[i] ?? 0) / total
  return { size, data }
}

const shared = new Map<string, NoiseTile>()

/** A tile that all pictures share, made on first use: pictures differ by the offset at which they read it. */
export function sharedNoiseTile(options: Parameters<typeof createNoiseTile>[1]): NoiseTile {
  const name = JSON.stringify(options)
  const tile = shared.get(name) ?? createNoiseTile(createRandom(0, name), options)
  shared.set(name, tile)
  return tile
}

/** The value at a point in tile pixels, bilinear; any coordinate is allowed. */
export function sampleTile({ size, data }: NoiseTile, x: number, y: number): number {
  const mask = size - 1
  const floorX = Math.floor(x)
  const floorY = Math.floor(y)
  const dx = x - floorX
  const left = floorX & mask
  const right = (floorX + 1) & mask
  const top = (floorY & mask) * size
  const bottom = ((floorY + 1) & mask) * size
  const a = data[top + left] ?? 0
  const c = data[bottom + left] ?? 0
  const upper = a + ((data[top + right] ?? 0) - a) * dx
  const lower = c + ((data[bottom + right] ?? 0) - c) * dx
  return upper + (lower - upper) * (y - floorY)
}

/** The value of the pixel that a point lies in. */
export function readTile({ size, data }: NoiseTile, x: number, y: number): number {
  const mask = size - 1
  return data[(y & mask) * size + (x & mask)] ?? 0
}
