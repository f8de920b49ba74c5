import { describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import type { ScenePlan } from '../../../../src/campaign/scene/procedural/families/family.ts'
import { readCutOut } from '../../../../src/campaign/scene/product/cut-out.ts'
import { renderProduct } from '../../../../src/campaign/scene/product/render-product.ts'

const svg = (elements: string, size = 400) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 400 400">${elements}</svg>`,
    ),
  )
const bottle = '<path d="M170 40h60v80l30 40v200H140V160l30-40z" fill="#2a6"/>'
/** Rises at its right end; a speck is left of it. */
const shoe = '<path d="M60 200h280v40l-60 60H60z" fill="#36c"/><path d="M3 3h1v1h-1z"/>'

describe('a cut-out', () => {
  test('is trimmed to its product, and stands where its lowest pixels are', async () => {
    for (const file of [
      await svg(bottle).png().toBuffer(),
      await svg(bottle).webp({ lossless: true }).toBuffer(),
    ]) {
      const { pixels, foot } = await readCutOut(file)
      expect([pixels.width, pixels.height, pixels.channels]).toEqual([120, 320, 4])
      expect(foot).toEqual({ left: 0, right: 1 })
    }
    const { pixels, foot } = await readCutOut(await svg(shoe).png().toBuffer())
    expect([pixels.width, pixels.height]).toEqual([280, 100])
    expect(foot.right).toBeWithin(0.75, 0.85)
  })

  test('larger than any stage is scaled down', async () => {
    const { pixels } = await readCutOut(await svg(bottle, 4_000).png().toBuffer())
    expect(Math.max(pixels.width, pixels.height)).toBe(1_400)
  })

  test.each<[string, () => Promise<Buffer>, string]>([
    ['JPEG', () => svg(bottle).jpeg().toBuffer(), 'has no transparency'],
    [
      'opaque PNG with an alpha channel',
      () => svg(`<rect width="400" height="400"/>${bottle}`).png().toBuffer(),
      'has no transparent background',
    ],
    ['empty PNG', () => svg('').png().toBuffer(), 'is transparent everywhere'],
    [
      'shadow without a product',
      () => svg('<rect width="200" height="200" opacity=".3"/>').png().toBuffer(),
      'is transparent everywhere',
    ],
    ['tiny product', () => svg(bottle, 60).png().toBuffer(), 'shows a product of 18 x 48 pixels'],
    [
      'line',
      () => svg('<rect width="380" height="16" x="9"/>').png().toBuffer(),
      'shows an extremely long product',
    ],
  ])('that is a(n) %s is refused with a remedy', async (_, file, state) => {
    const refusal = await readCutOut(await file()).catch((error: unknown) => error)
    expect(refusal).toMatchObject({
      key: 'image_rejected',
      values: [expect.stringContaining(state), expect.any(String)],
    })
  })
})

const plan: ScenePlan = {
  family: 'studio',
  seed: 4,
  mood: 'calm',
  season: 'summer',
  timeOfDay: 'day',
  palette: ['#1f3a4d', '#c8643c'],
  isFitting: true,
  unshown: [],
}
const lightness = ({ data, width }: { data: Uint8Array; width: number }, x: number, y: number) => {
  const at = (Math.round(y) * width + Math.round(x)) * 3
  return (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)
}

describe('the stage of a product', () => {
  const size = { width: 300, height: 240 }
  const zone = { left: 60, top: 70, width: 180, height: 140 }
  test.each([
    ['podium', plan],
    ['surface', { ...plan, mood: 'minimal' }],
    ['fabric', { ...plan, family: 'fabric' }],
  ])('%s holds it inside the zone with a shadow at its foot, the same each time', async (_, stage) => {
    const cutOut = await readCutOut(await svg(bottle).png().toBuffer())
    const first = await renderProduct(stage, cutOut, size, zone)
    const { box } = first.product
    expect(box.left).toBeGreaterThanOrEqual(zone.left)
    expect(box.top).toBeGreaterThanOrEqual(zone.top)
    expect(box.left + box.width).toBeLessThanOrEqual(zone.left + zone.width)
    expect(box.top + box.height).toBeLessThanOrEqual(zone.top + zone.height)
    expect(box.width / box.height).toBeWithin(0.36, 0.39)
    const empty = { ...cutOut, pixels: { ...cutOut.pixels, data: cutOut.pixels.data.map(() => 0) } }
    const bare = await renderProduct(stage, { ...empty, foot: { left: 0.5, right: 0.5 } }, size, zone)
    const foot = { x: box.left + box.width / 2, y: box.top + box.height - 3 }
    expect(lightness(first.pixels, foot.x, foot.y)).toBeLessThan(lightness(bare.pixels, foot.x, foot.y) - 20)
    const again = await renderProduct(stage, cutOut, size, zone)
    expect(Buffer.compare(again.pixels.data, first.pixels.data)).toBe(0)
    expect(Buffer.compare(again.product.pixels.data, first.product.pixels.data)).toBe(0)
  })
})
