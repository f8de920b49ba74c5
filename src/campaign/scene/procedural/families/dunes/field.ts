import { clamp01, mix, smoothstep } from '../../../../numeric/math.ts'
import type { Random } from '../../../../numeric/random.ts'
import type { Frame } from '../../core/frame.ts'
import { gradientNoise } from '../../core/noise.ts'

export interface DuneField {
  heightAt(x: number, z: number): number
  /** The summit that the picture is composed around. */
  summit: { x: number; z: number; height: number }
}

/** Where the crest meets the lower edge of the picture. */
const nearZ = 26

/** Slope of sand at rest, about 32 degrees. */
const repose = 0.64

/**
 * One great dune whose winding crest leads from the foreground to a summit, before a field of lesser dunes.
 * @param leeSide 1 when the steep side in shade lies to the right of the crest, -1 when to the left
 */
export function createDuneField(random: Random, frame: Frame, leeSide: number): DuneField {
  const noise = gradientNoise(random)
  const summitZ = random.range(210, 270)
  const summitHeight = random.range(36, 46)
  const halfWidth = frame.width / frame.unit / 2
  const summitX = leeSide * random.range(0, 0.42) * summitZ * halfWidth
  const nearX = leeSide * random.range(-1.5, -0.2) * nearZ * halfWidth
  const bend = random.pick([-1, 1]) * random.range(14, 26) * halfWidth * 2
  const bends = random.range(1.5, 2.3)
  const waveLength = random.range(105, 150)
  const angle = random.range(-0.3, 0.3)
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)

  const crestX = (z: number) => {
    const along = (z - nearZ) / (summitZ - nearZ)
    // Perspective squeezes the far bends: equal ones on screen need growing ones on the ground.
    const winding =
      bend * Math.sin(Math.max(0, along) ** 0.62 * bends * Math.PI) * mix(0.35, 1, clamp01(along))
    return mix(nearX, summitX, along) - leeSide * winding + noise(z * 0.011, 7.5) * 5
  }
  const crestHeight = (z: number) => {
    const rising = mix(0.22, 1, smoothstep(20, summitZ, z))
    const falling = 1 - 0.75 * smoothstep(summitZ, summitZ + 260, z)
    return summitHeight * rising * falling + noise(z * 0.02, 3.5) * 2.4
  }

  // Heights are asked for row by row: what depends on the distance alone is computed once per row.
  const row = { z: Number.NaN, x: 0, height: 0, stretch: 1 }
  function crestAt(z: number) {
    if (row.z === z) return row
    const slope = (crestX(z + 0.5) - crestX(z - 0.5)) / 1
    row.z = z
    row.x = crestX(z)
    row.height = crestHeight(z)
    row.stretch = 1 / Math.sqrt(1 + slope * slope)
    return row
  }

  function greatDune(x: number, z: number): number {
    const crest = crestAt(z)
    const across = (x - crest.x) * leeSide * crest.stretch
    if (across > 0) return crest.height - across * repose
    const run = clamp01(-across / (crest.height * 4.6 + 20))
    return crest.height * (1 - run) * (1 - run) * (1 + 0.85 * run)
  }

  function lesserDunes(x: number, z: number): number {
    const warp = noise(x * 0.0042, z * 0.0042)
    const fine = noise(x * 0.0125 + 40, z * 0.0125)
    const across = -(x * cos + z * sin) * leeSide
    const amplitude = 14 * (0.4 + 0.6 * clamp01(0.55 + noise(x * 0.0031 + 90, z * 0.0031 - 30)))
    const first = profile((across + warp * 70 + fine * 9) / waveLength)
    const second = profile((across * 0.8 + z * 0.55 + warp * 80) / (waveLength * 2.9))
    return amplitude * (first + 0.9 * second) * smoothstep(20, 220, z)
  }

  function heightAt(x: number, z: number): number {
    const far = smoothstep(420, 900, z)
    const range = far === 0 ? 0 : far * 46 * clamp01(0.5 + noise(x * 0.0021 - 7, z * 0.0016))
    const floor = lesserDunes(x, z) + range - 4
    return smoothMax(floor, greatDune(x, z), 5)
  }

  return {
    heightAt,
    summit: { x: crestX(summitZ), z: summitZ, height: heightAt(crestX(summitZ), summitZ) },
  }
}

/** One wave of a dune: a long rise, a sharp crest, a short fall. */
function profile(phase: number): number {
  const t = phase - Math.floor(phase)
  const crest = 0.68
  const height = t < crest ? t / crest : (1 - t) / (1 - crest)
  return mix(height, height * height * (3 - 2 * height), 0.55)
}

/** The greater of two heights, with the corner between them filled over a width. */
function smoothMax(a: number, b: number, width: number): number {
  const overlap = clamp01(0.5 + (0.5 * (b - a)) / width)
  return mix(a, b, overlap) + width * overlap * (1 - overlap)
}
