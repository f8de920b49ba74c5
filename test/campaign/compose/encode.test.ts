import { expect, test } from 'bun:test'
import sharp from 'sharp'
import { startComposition } from '../../../src/campaign/compose/compose.ts'
import { digitalSourceXmp, encode, encodePng } from '../../../src/campaign/compose/encode.ts'
import { formats } from '../../../src/campaign/compose/formats.ts'
import { createRandom } from '../../../src/campaign/numeric/math.ts'
import { testSeed } from '../../support/seed.ts'
import { decode, drawRaster, fonts, requestOf } from './kit.ts'

const seed = testSeed('compose/encode')
const sourceType = 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeSynthetic'

test('pixels of any size come back from the PNG as they were', async () => {
  const random = createRandom(seed, 'png')
  for (const [width, height] of [
    [1, 1],
    [1, 7],
    [7, 1],
    [random.int(2, 300), random.int(2, 300)],
  ] as const) {
    const value = () => random.int(0, 255)
    const pixels = drawRaster(width, height, () => [value(), value(), value()])
    const decoded = await decode(encodePng(pixels, ''))
    expect(decoded).toMatchObject({ width, height, channels: 3 })
    expect(Buffer.compare(decoded.data, pixels.data)).toBe(0)
  }
})

test('the PNG holds its pixels and one XMP text, and no other metadata', async () => {
  const png = encodePng(
    drawRaster(20, 10, (x) => [x, 2 * x, 3 * x]),
    digitalSourceXmp(sourceType),
  )
  expect(chunkTypes(png)).toEqual(['IHDR', 'iTXt', 'IDAT', 'IEND'])
  const { xmpAsString, exif, icc, iptc } = await sharp(png).metadata()
  expect([exif, icc, iptc]).toEqual([undefined, undefined, undefined])
  expect(xmpAsString).toBe(digitalSourceXmp(sourceType))
  expect(xmpAsString).toContain(`<Iptc4xmpExt:DigitalSourceType>${sourceType}<`)
})

test('a digital source type cannot break out of its XMP element', () => {
  expect(digitalSourceXmp('a</x>&b')).toContain('>a&lt;/x&gt;&amp;b</Iptc4xmpExt')
})

test.each([
  ['square', 640, 640],
  ['landscape', 640, 335],
  ['portrait', 512, 640],
] as const)('the preview of %s is a WebP of %d by %d', async (format, width, height) => {
  const started = await startComposition(fonts, requestOf({ format }), undefined)
  const { encoded } = await encode({
    ...started,
    canvas: drawRaster(formats[format].width, formats[format].height, () => [1, 2, 3]),
  })
  expect(await sharp(encoded?.preview).metadata()).toMatchObject({ format: 'webp', width, height })
})

function chunkTypes(png: Uint8Array): string[] {
  const bytes = Buffer.from(png)
  const types: string[] = []
  for (let at = 8; at < bytes.length; at += bytes.readUInt32BE(at) + 12) {
    types.push(bytes.toString('latin1', at + 4, at + 8))
  }
  return types
}
