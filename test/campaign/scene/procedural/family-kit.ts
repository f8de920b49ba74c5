import type { Box, Raster, SceneImage } from '../../../../src/campaign/images/raster.ts'
import { botanical } from '../../../../src/campaign/scene/procedural/families/botanical.ts'
import { dunes } from '../../../../src/campaign/scene/procedural/families/dunes.ts'
import type { Family } from '../../../../src/campaign/scene/procedural/families/family.ts'
import { gobo } from '../../../../src/campaign/scene/procedural/families/gobo.ts'
import { mesh } from '../../../../src/campaign/scene/procedural/families/mesh.ts'
import { ocean } from '../../../../src/campaign/scene/procedural/families/ocean.ts'
import { papercut } from '../../../../src/campaign/scene/procedural/families/papercut.ts'
import { skyline } from '../../../../src/campaign/scene/procedural/families/skyline.ts'
import { studio } from '../../../../src/campaign/scene/procedural/families/studio.ts'
import type { ScenePlan } from '../../../../src/campaign/scene/procedural/scene-plan.ts'
import { isSoak } from '../../../support/soak.ts'

export const firstFamilies: readonly Family[] = [
  botanical,
  dunes,
  gobo,
  mesh,
  ocean,
  papercut,
  skyline,
  studio,
]

/** What costs many renderings is tried on a few families in the test command, and on all of them in the soak. */
export const someFirstFamilies = isSoak ? firstFamilies : firstFamilies.filter((_, at) => at % 4 === 0)

/** A sixth of the formats' sides. */
export const sizes = {
  square: { width: 180, height: 180 },
  landscape: { width: 200, height: 105 },
  portrait: { width: 180, height: 225 },
} as const

export const plan: Omit<ScenePlan, 'family'> = {
  seed: 7,
  mood: 'calm',
  season: 'summer',
  timeOfDay: 'day',
  palette: [],
  unshown: [],
}

export const planOf = (family: Family, changes: Partial<ScenePlan> = {}): ScenePlan => ({
  ...plan,
  family: family.name,
  ...changes,
})

/** Of these families, drawn small and in this order: what processes and Workers must agree on. */
export async function renderHashes(): Promise<string[]> {
  const hashes: string[] = []
  for (const family of someFirstFamilies) {
    const image = await family.render(planOf(family, { timeOfDay: 'dusk' }), sizes.landscape)
    const hash = new Bun.CryptoHasher('sha256').update(image.pixels.data).digest('hex')
    hashes.push(`${family.name} ${hash} ${JSON.stringify([image.focal, image.calm])}`)
  }
  return hashes
}

export const lumaAt = ({ width, channels, data }: Raster, x: number, y: number): number => {
  const i = (y * width + x) * channels
  return 0.3 * (data[i] ?? 0) + 0.59 * (data[i + 1] ?? 0) + 0.11 * (data[i + 2] ?? 0)
}

export function meanLuma({ pixels }: SceneImage): number {
  let sum = 0
  for (let y = 0; y < pixels.height; y++) for (let x = 0; x < pixels.width; x++) sum += lumaAt(pixels, x, y)
  return sum / (pixels.width * pixels.height)
}

/** Mean distance of the channels from grey. */
export function meanColorfulness({ pixels: { data } }: SceneImage): number {
  let sum = 0
  for (let i = 0; i < data.length; i += 3) {
    const channels = [data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0]
    sum += Math.max(...channels) - Math.min(...channels)
  }
  return sum / (data.length / 3)
}

/** Standard deviation of luma within a box. */
export function deviationOf(pixels: Raster, { left, top, width, height }: Box): number {
  let sum = 0
  let squares = 0
  for (let y = top; y < top + height; y++) {
    for (let x = left; x < left + width; x++) {
      const luma = lumaAt(pixels, x, y)
      sum += luma
      squares += luma * luma
    }
  }
  const count = width * height
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
}

export function meanDifference({ pixels: a }: SceneImage, { pixels: b }: SceneImage): number {
  let sum = 0
  for (let i = 0; i < a.data.length; i++) sum += Math.abs((a.data[i] ?? 0) - (b.data[i] ?? 0))
  return sum / a.data.length
}

/** The share of colours that two pictures have in common, 1 when their histograms of 64 colours are equal. */
export function sharedColors(a: SceneImage, b: SceneImage): number {
  const [first, second] = [histogramOf(a), histogramOf(b)]
  return first.reduce((sum, share, i) => sum + Math.min(share, second[i] ?? 0), 0)
}

function histogramOf({ pixels: { data } }: SceneImage): number[] {
  const histogram = new Array<number>(64).fill(0)
  for (let i = 0; i < data.length; i += 3) {
    const bin = ((data[i] ?? 0) >> 6) * 16 + ((data[i + 1] ?? 0) >> 6) * 4 + ((data[i + 2] ?? 0) >> 6)
    histogram[bin] = (histogram[bin] ?? 0) + 3 / data.length
  }
  return histogram
}
