import { expect, test } from 'bun:test'
import sharp from 'sharp'
import { contrastRatio } from '../../../../src/campaign/compose/color.ts'
import { luminanceOf, luminanceRange, parseHex } from '../../../../src/campaign/compose/copy/contrast.ts'
import { type DrawnCopy, drawCopy } from '../../../../src/campaign/compose/copy/draw-copy.ts'
import type { Raster } from '../../../../src/campaign/images/raster.ts'
import { createRandom } from '../../../../src/campaign/scene/procedural/core/random.ts'
import { testSeed } from '../../../support/seed.ts'
import { sizeOf } from '../../../support/soak.ts'
import { drawRaster, fonts } from '../kit.ts'
import { randomCanvas, requestFor } from './copy-kit.ts'

const seed = testSeed(import.meta.file)

test.each([
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.48],
  ['#ff0000', '#ffffff', 4.0],
  ['#1f6f54', '#fafafa', 5.84],
])('the contrast of %s and %s is %d, as WCAG has it', (a, b, ratio) => {
  expect(contrastRatio(luminanceOf(parseHex(a)), luminanceOf(parseHex(b)))).toBeCloseTo(ratio, 1)
})

test('the range of luminance leaves out a twentieth at either end', () => {
  const stripes = drawRaster(100, 10, (x) =>
    x < 4 ? [0, 0, 0] : x >= 96 ? [255, 255, 255] : [128, 128, 128],
  )
  const { low, high } = luminanceRange(stripes, { left: 0, top: 0, width: 100, height: 10 })
  expect(low).toBeCloseTo(luminanceOf([128, 128, 128]), 3)
  expect(high).toBeCloseTo(luminanceOf([128, 128, 128]), 3)
})

test('on any background, copy has a contrast of 4.5 with what is around its letters', async () => {
  const random = createRandom(seed, 'contrast')
  for (let round = 0; round < sizeOf({ short: 4, soak: 40 }); round += 1) {
    const canvas = randomCanvas(random, 540, 540)
    const hex = () => `#${random.int(0, 0xffffff).toString(16).padStart(6, '0')}`
    const color = round % 3 === 0 ? hex() : 'auto'
    const drawn = await drawCopy(
      fonts,
      requestFor(
        { content: 'Salt & Pepper', color, style: 'regular', fontSize: 160 },
        { canvas, calm: { left: 0, top: 0, width: 540, height: 540 }, palette: [hex(), hex()] },
      ),
    )
    if (drawn === undefined) throw new Error('Nothing was drawn')
    expect(drawn.contrast).toBeGreaterThanOrEqual(4.5)
    expect(drawn.warnings.length > 0).toBe(color !== 'auto' && drawn.hasBackdrop)
    if (color !== 'auto') expect(drawn.color).toBe(color)
    expect(await legibleShare(canvas, drawn)).toBeGreaterThan(0.85)
  }
})

test('a background that suits no colour gets a backdrop, and a calm one gets none', async () => {
  const drawnOn = (canvas: Raster) => drawCopy(fonts, requestFor({ content: 'Sale' }, { canvas }))
  const stripes = drawRaster(1080, 1080, (x) => (x % 40 < 20 ? [0, 0, 0] : [255, 255, 255]))
  expect(await drawnOn(stripes)).toMatchObject({ hasBackdrop: true })
  const calm = drawRaster(1080, 1080, () => [20, 60, 90])
  expect(await drawnOn(calm)).toMatchObject({ hasBackdrop: false, color: '#fafafa', warnings: [] })
})

test('the palette is taken where it has more contrast than near-white and near-black', async () => {
  const request = requestFor({ content: 'Sale' }, { palette: ['#1f6f54', '#000000'] })
  expect(await drawCopy(fonts, request)).toMatchObject({ color: '#000000' })
})

/** Of the pixels 3 to 8 pixels away from letters, those with a contrast of 4.5; letters are what has the text colour. */
async function legibleShare(canvas: Raster, { pixels, box, color }: DrawnCopy): Promise<number> {
  const { width, height } = canvas
  const raw = { width, height, channels: 3 } as const
  const overlay = {
    input: Buffer.from(pixels.data),
    raw: { ...box, channels: 4 } as const,
    left: box.left,
    top: box.top,
  }
  const data = await sharp(canvas.data, { raw }).composite([overlay]).removeAlpha().raw().toBuffer()
  const [red, green, blue] = parseHex(color)
  const letters = Buffer.alloc(width * height)
  for (let at = 0; at < letters.length; at += 1) {
    const alpha = pixelAlpha(pixels, box, at % width, Math.floor(at / width))
    const distance =
      Math.abs((data[at * 3] ?? 0) - red) +
      Math.abs((data[at * 3 + 1] ?? 0) - green) +
      Math.abs((data[at * 3 + 2] ?? 0) - blue)
    letters[at] = alpha > 0 && distance < 6 ? 0 : 255
  }
  const [near, far] = [await grow(letters, width, height, 3), await grow(letters, width, height, 8)]
  let [legible, all] = [0, 0]
  const text = luminanceOf([red, green, blue])
  for (let at = 0; at < letters.length; at += 1) {
    if (near[at] === 0 || far[at] !== 0) continue
    all += 1
    const under = luminanceOf([data[at * 3] ?? 0, data[at * 3 + 1] ?? 0, data[at * 3 + 2] ?? 0])
    if (contrastRatio(text, under) >= 4.49) legible += 1
  }
  return legible / all
}

function pixelAlpha(
  { data, width, height }: Raster,
  box: { left: number; top: number },
  x: number,
  y: number,
): number {
  const [column, row] = [x - box.left, y - box.top]
  if (column < 0 || row < 0 || column >= width || row >= height) return 0
  return data[(row * width + column) * 4 + 3] ?? 0
}

/** The dark part of a mask, larger. */
async function grow(mask: Buffer, width: number, height: number, by: number): Promise<Buffer> {
  return await sharp(mask, { raw: { width, height, channels: 1 } })
    .dilate(by)
    .toColourspace('b-w')
    .raw()
    .toBuffer()
}
