import type { Raster } from '../../../../src/campaign/images/raster.ts'
import { families } from '../../../../src/campaign/scene/procedural/families/families.ts'
import type { Family, ScenePlan, Size } from '../../../../src/campaign/scene/procedural/families/family.ts'

/** A scene drawn for one size: its pixels, and where the eye should go, as fractions. */
interface SceneImage {
  pixels: Raster
  focal: { x: number; y: number }
}

/** An eighth of the formats' sides. */
export const sizes = {
  square: { width: 135, height: 135 },
  landscape: { width: 150, height: 79 },
  portrait: { width: 135, height: 169 },
} as const

export const plan: Omit<ScenePlan, 'family'> = {
  seed: 7,
  mood: 'calm',
  season: 'summer',
  timeOfDay: 'day',
  palette: [],
  unshown: [],
  isFitting: true,
}

export const planOf = (family: Family, changes: Partial<ScenePlan> = {}): ScenePlan => ({
  ...plan,
  family: family.name,
  ...changes,
})

/** The whole picture. */
export async function renderOf(family: Family, request: ScenePlan, size: Size): Promise<SceneImage> {
  const { focal, paint } = family.compose(request, size)
  return { pixels: await paint(), focal }
}

/** Of all families, drawn small and in this order: processes and Workers must agree on them. */
export async function renderHashes(): Promise<string[]> {
  const hashes: string[] = []
  for (const family of families) {
    const image = await renderOf(family, planOf(family, { timeOfDay: 'dusk' }), sizes.landscape)
    const hash = new Bun.CryptoHasher('sha256').update(image.pixels.data).digest('hex')
    hashes.push(`${family.name} ${hash} ${JSON.stringify(image.focal)}`)
  }
  return hashes
}

export function meansOf({
  pixels: { data },
}: SceneImage): readonly [red: number, green: number, blue: number] {
  const sums: [number, number, number] = [0, 0, 0]
  for (let i = 0; i < data.length; i += 3) for (const c of [0, 1, 2] as const) sums[c] += data[i + c] ?? 0
  const count = data.length / 3
  return [sums[0] / count, sums[1] / count, sums[2] / count]
}

export function meanLuma(image: SceneImage): number {
  const [red, green, blue] = meansOf(image)
  return 0.3 * red + 0.59 * green + 0.11 * blue
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

/** The largest share of pixels that one channel shows as 0 or as 255. */
export function clippedShare({ data }: Raster): number {
  const counts = [0, 0, 0, 0, 0, 0]
  for (let i = 0; i < data.length; i++) {
    const bin = data[i] === 0 ? i % 3 : data[i] === 255 ? 3 + (i % 3) : -1
    if (bin >= 0) counts[bin] = (counts[bin] ?? 0) + 1
  }
  return Math.max(...counts) / (data.length / 3)
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
