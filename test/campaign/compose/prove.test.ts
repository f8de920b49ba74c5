import { beforeAll, expect, test } from 'bun:test'
import type { Composition } from '../../../src/campaign/compose/asset.ts'
import { startComposition, steps } from '../../../src/campaign/compose/compose.ts'
import { encodePng } from '../../../src/campaign/compose/encode.ts'
import { comparePixels, prove } from '../../../src/campaign/compose/prove.ts'
import { campaignError } from '../../../src/campaign/errors.ts'
import type { Raster } from '../../../src/campaign/images/raster.ts'
import { decode, drawRaster, flatPicture, fonts, pillLogo, requestOf } from './kit.ts'

let finished: Composition
let pixels: Raster
let box = { left: 0, top: 0, width: 0, height: 0 }

beforeAll(async () => {
  const request = requestOf({
    format: 'landscape',
    logos: [await pillLogo([20, 30, 60])],
    copy: { headline: 'Proven', cta: 'See how' },
  })
  finished = await startComposition(fonts, request, flatPicture)
  for (const step of steps.slice(0, -1)) finished = await step(finished)
  if (finished.encoded === undefined || finished.logo === undefined) throw new Error('nothing was composed')
  pixels = await decode(finished.encoded.png)
  box = finished.logo.box
})

/** The same composition with a file in which one channel of one pixel differs. */
function tampered(x: number, y: number, by: number): Composition {
  const data = new Uint8Array(pixels.data)
  const at = (y * pixels.width + x) * 3
  data[at] = (data[at] ?? 0) + by
  return withFile({ ...pixels, data })
}

function withFile(raster: Raster): Composition {
  return { ...finished, encoded: { png: encodePng(raster, ''), preview: new Uint8Array() } }
}

test('a file with nothing changed is proven', async () => {
  const { proof } = await prove(withFile(pixels))
  expect(proof).toMatchObject({ outsideChanged: 0, opaqueChanged: 0 })
})

test('a pixel beside logo and copy that is one step off is found', async () => {
  await expect(prove(tampered(700, 20, 1))).rejects.toThrow(
    'Cannot deliver the landscape asset as its pixels must be exact: ',
  )
  await expect(prove(tampered(1199, 627, 1))).rejects.toThrow('1 pixels outside logo and copy and 0 opaque')
})

test('an opaque pixel of the logo that is one step off is found', async () => {
  const [x, y] = [box.left + (box.width >> 1), box.top + (box.height >> 1)]
  await expect(prove(tampered(x, y, -1))).rejects.toThrow('0 pixels outside logo and copy and 1 opaque')
})

test('a transparent pixel in the corner of the logo that is one step off is found', async () => {
  await expect(prove(tampered(box.left, box.top, 1))).rejects.toThrow('1 pixels outside logo and copy')
})

test('a pixel of the copy that is three steps off is found', async () => {
  const layer = finished.copy?.layers[0]
  if (layer === undefined) throw new Error('there is no copy')
  const { data, width } = layer.pixels
  const at = data.findIndex((value, at) => at % 4 === 3 && value > 0) >> 2
  const [x, y] = [layer.box.left + (at % width), layer.box.top + Math.floor(at / width)]
  await expect(prove(tampered(x, y, 3))).rejects.toThrow(/0 opaque logo pixels differ, others by up to [23]/)
})

test('a file of another size or without pixels is not proven', async () => {
  const { width, height } = pixels
  await expect(prove(withFile(drawRaster(height, width, () => [0, 0, 0])))).rejects.toThrow(
    'Cannot deliver the landscape asset as its pixels must be exact: it is 628 by 1200 with 3 channels',
  )
  await expect(prove({ ...finished, encoded: undefined })).rejects.toThrow(
    'Cannot deliver the landscape asset as its pixels must be exact: ',
  )
})

test('an asset that cannot be proven is an internal error', () => {
  expect(campaignError('asset_not_proven', 'square', 'it differs')).toMatchObject({
    status: 500,
    slug: 'internal',
  })
})

test('where layers overlap, the top one must be exact and the rest is source-over of both', () => {
  const background = drawRaster(4, 1, () => [100, 100, 100])
  const under = layer(0, 3, [0, 0, 0, 128])
  const compare = (alpha: number, values: readonly number[]) => {
    const top = layer(2, 2, [200, 200, 200, alpha])
    const finished = drawRaster(4, 1, (x) => [values[x] ?? 0, values[x] ?? 0, values[x] ?? 0])
    return comparePixels(finished, background, [under, top], top)
  }
  expect(compare(255, [50, 50, 200, 200])).toEqual({ outsideChanged: 0, opaqueChanged: 0, stepMax: 0 })
  expect(compare(255, [50, 53, 200, 199])).toEqual({ outsideChanged: 0, opaqueChanged: 1, stepMax: 3 })
  // Both layers are rounded.
  expect(compare(128, [50, 50, 126, 150])).toEqual({ outsideChanged: 0, opaqueChanged: 0, stepMax: 0 })
  expect(compare(128, [50, 50, 127, 150])).toEqual({ outsideChanged: 0, opaqueChanged: 0, stepMax: 1 })
})

function layer(left: number, width: number, rgba: readonly number[]) {
  const data = Uint8Array.from({ length: width * 4 }, (_, at) => rgba[at % 4] ?? 0)
  return {
    pixels: { width, height: 1, channels: 4 as const, data },
    box: { left, top: 0, width, height: 1 },
  }
}
