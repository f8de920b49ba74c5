import { once } from '../../../../kernel/runtime/once.ts'
import { createRandom, type Random } from '../../../numeric/math.ts'

/** A piece of sea that repeats without a seam: heights and both slopes per cell. */
export interface WaveTile {
  size: number
  /** Height, slope along x, slope along z; three numbers per cell. Slopes are per cell. */
  data: Float32Array
}

export interface Waves {
  height: number
  slopeX: number
  slopeZ: number
}

const size = 256
const waveCount = 72

/** The sea that all pictures share, made on first use; it runs along z. Pictures differ by where they read it. */
export const sharedWaveTile = once(() => createWaveTile(createRandom(0, 'waves')))

/**
 * Sums waves of many lengths that run within a fan around the wind, each with the sharper crest of its second harmonic.
 * Heights have deviation 1.
 */
function createWaveTile(random: Random): WaveTile {
  const data = new Float32Array(size * size * 3)
  const cosine = Float32Array.from({ length: size }, (_, i) => Math.cos((i / size) * 2 * Math.PI))
  let power = 0
  for (let wave = 0; wave < waveCount; wave++) {
    // From long to short in equal ratios; whole numbers of waves per tile keep it seamless.
    const frequency = 2.2 * 22 ** (wave / waveCount)
    const angle = Math.PI / 2 + random.gauss() * 0.62
    const kx = Math.round(frequency * Math.cos(angle))
    const kz = Math.round(frequency * Math.sin(angle))
    const k = Math.hypot(kx, kz)
    if (k === 0) continue
    const amplitude = k ** -1.45
    power += (amplitude * amplitude) / 2
    addWave(data, cosine, { kx, kz, amplitude, phase: random.int(0, size - 1) })
  }
  const scale = 1 / Math.sqrt(power)
  for (let i = 0; i < data.length; i++) data[i] = (data[i] ?? 0) * scale
  return { size, data }
}

function addWave(
  data: Float32Array,
  cosine: Float32Array,
  { kx, kz, amplitude, phase }: { kx: number; kz: number; amplitude: number; phase: number },
): void {
  const crest = amplitude * 0.22
  const slope = (2 * Math.PI) / size
  for (let z = 0, i = 0; z < size; z++) {
    for (let x = 0; x < size; x++, i += 3) {
      const angle = kx * x + kz * z + phase
      const height = cosine[angle & 255] ?? 0
      const quarter = cosine[(angle - 64) & 255] ?? 0
      const fall = -slope * (amplitude * quarter + 4 * crest * quarter * height)
      data[i] = (data[i] ?? 0) + amplitude * height + crest * (2 * height * height - 1)
      data[i + 1] = (data[i + 1] ?? 0) + fall * kx
      data[i + 2] = (data[i + 2] ?? 0) + fall * kz
    }
  }
}

/** The waves at a point in cells, bilinear, with a weight. */
export function readWaves(tile: WaveTile, x: number, z: number, weight: number, into: Waves): void {
  into.height = into.slopeX = into.slopeZ = 0
  addWaves(tile, x, z, weight, into)
}

/** Adds the waves at a point to those that were read. */
export function addWaves({ data }: WaveTile, x: number, z: number, weight: number, into: Waves): void {
  const floorX = Math.floor(x)
  const floorZ = Math.floor(z)
  const dx = x - floorX
  const dz = z - floorZ
  const left = (floorX & 255) * 3
  const right = ((floorX + 1) & 255) * 3
  const top = (floorZ & 255) * size * 3
  const bottom = ((floorZ + 1) & 255) * size * 3
  const a = (1 - dx) * (1 - dz) * weight
  const b = dx * (1 - dz) * weight
  const c = (1 - dx) * dz * weight
  const d = dx * dz * weight
  const p = top + left
  const q = top + right
  const r = bottom + left
  const s = bottom + right
  into.height += a * (data[p] ?? 0) + b * (data[q] ?? 0) + c * (data[r] ?? 0) + d * (data[s] ?? 0)
  into.slopeX +=
    a * (data[p + 1] ?? 0) + b * (data[q + 1] ?? 0) + c * (data[r + 1] ?? 0) + d * (data[s + 1] ?? 0)
  into.slopeZ +=
    a * (data[p + 2] ?? 0) + b * (data[q + 2] ?? 0) + c * (data[r + 2] ?? 0) + d * (data[s + 2] ?? 0)
}
