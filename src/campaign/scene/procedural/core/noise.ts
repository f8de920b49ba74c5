import { createRandom, type Random } from '../../../numeric/math.ts'

/** A smooth random function of the plane with mean 0, within about -1 to 1. */
export type Noise = (x: number, y: number) => number

const cells = 256

/**
 * Perlin's gradient noise with 256 unit gradients and the quintic fade; features are about 1 wide.
 * @param period a whole number up to 256 after which the noise repeats on both axes
 */
export function gradientNoise(random: Random, period = cells): Noise {
  const order = permutation(random)
  const gradientX = new Float32Array(cells)
  const gradientY = new Float32Array(cells)
  for (let i = 0; i < cells; i++) {
    const angle = (i / cells) * 2 * Math.PI
    gradientX[i] = Math.cos(angle) * 1.5
    gradientY[i] = Math.sin(angle) * 1.5
  }

  return (x, y) => {
    const floorX = Math.floor(x)
    const floorY = Math.floor(y)
    const dx = x - floorX
    const dy = y - floorY
    const left = wrap(floorX, period)
    const top = wrap(floorY, period)
    const right = left + 1 === period ? 0 : left + 1
    const bottom = top + 1 === period ? 0 : top + 1
    const rowLeft = order[left] ?? 0
    const rowRight = order[right] ?? 0
    const a = order[rowLeft + top] ?? 0
    const b = order[rowRight + top] ?? 0
    const c = order[rowLeft + bottom] ?? 0
    const d = order[rowRight + bottom] ?? 0
    const u = fade(dx)
    const v = fade(dy)
    const upperLeft = (gradientX[a] ?? 0) * dx + (gradientY[a] ?? 0) * dy
    const upperRight = (gradientX[b] ?? 0) * (dx - 1) + (gradientY[b] ?? 0) * dy
    const lowerLeft = (gradientX[c] ?? 0) * dx + (gradientY[c] ?? 0) * (dy - 1)
    const lowerRight = (gradientX[d] ?? 0) * (dx - 1) + (gradientY[d] ?? 0) * (dy - 1)
    const upper = upperLeft + (upperRight - upperLeft) * u
    const lower = lowerLeft + (lowerRight - lowerLeft) * u
    return upper + (lower - upper) * v
  }
}

/** Sums octaves of a noise; the result is scaled back to the range of one octave. */
export function fbm(noise: Noise, octaves: number, { lacunarity = 2, gain = 0.5 } = {}): Noise {
  let total = 0
  for (let i = 0, weight = 1; i < octaves; i++, weight *= gain) total += weight
  const scale = 1 / total

  return (x, y) => {
    let sum = 0
    let weight = scale
    for (let i = 0; i < octaves; i++) {
      sum += weight * noise(x, y)
      // Turned by 37 degrees, so that the lattices of the octaves never line up.
      const turned = (0.8 * x - 0.6 * y) * lacunarity + 17.3
      y = (0.6 * x + 0.8 * y) * lacunarity - 9.1
      x = turned
      weight *= gain
    }
    return sum
  }
}

/** The numbers 0 to 255 in random order, twice, so that a sum of two needs no wrap. */
function permutation(random: Random): Uint8Array {
  const order = new Uint8Array(cells * 2)
  for (let i = 0; i < cells; i++) order[i] = i
  for (let i = cells - 1; i > 0; i--) {
    const j = random.int(0, i)
    const swapped = order[i] ?? 0
    order[i] = order[j] ?? 0
    order[j] = swapped
  }
  order.copyWithin(cells, 0, cells)
  return order
}

const fade = (t: number) => t * t * t * (t * (t * 6 - 15) + 10)

function wrap(value: number, period: number): number {
  if (period === cells) return value & 255
  const rest = value % period
  return rest < 0 ? rest + period : rest
}

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
