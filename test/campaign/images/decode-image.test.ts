import { expect, test } from 'bun:test'
import sharp from 'sharp'
import { decodeImage } from '../../../src/campaign/images/decode-image.ts'
import { essentialPng } from '../../../src/campaign/images/decode-pixels.ts'
import { baseImageLimits } from '../../../src/campaign/images/image-limits.ts'
import type { Raster } from '../../../src/campaign/images/raster.ts'
import { inflatedTexts } from '../../support/bad-images.ts'
import { pngChunk, pngFile, profileChunk } from '../../support/png-file.ts'
import { svg, utf8 } from '../../support/svg-text.ts'

const side = { width: 32, height: 32 }
const swatch = (background: string) => sharp({ create: { ...side, channels: 3, background } })

/** The pixel at fractions of width and height. */
function pixelAt({ width, height, channels, data }: Raster, x: number, y: number): number[] {
  const at = (Math.floor(y * height) * width + Math.floor(x * width)) * channels
  return [...data.subarray(at, at + channels)]
}

const middle = (raster: Raster) => pixelAt(raster, 0.5, 0.5)

function expectNear(actual: readonly number[], expected: readonly number[], steps: number) {
  const distance = Math.max(
    ...expected.map((value, index) => Math.abs(value - (actual[index] ?? Number.NaN))),
  )
  expect({ actual, distance: distance <= steps ? 'near' : distance }).toEqual({
    actual: [...actual],
    distance: 'near',
  })
  expect(actual.length).toBe(expected.length)
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const encoded = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)

/** From Display P3 to sRGB, clipped. @see CSS Color 4, sample code */
function srgbOfP3(pixel: readonly [number, number, number]): number[] {
  const [r, g, b] = [linear(pixel[0] / 255), linear(pixel[1] / 255), linear(pixel[2] / 255)]
  const rows = [
    1.2249402 * r - 0.2249402 * g,
    -0.042057 * r + 1.042057 * g,
    -0.0196376 * r - 0.078636 * g + 1.0982736 * b,
  ]
  return rows.map((value) => Math.round(255 * encoded(Math.min(1, Math.max(0, value)))))
}

async function p3Profile(): Promise<Uint8Array> {
  const { icc } = await sharp(await swatch('red').withIccProfile('p3').png().toBuffer()).metadata()
  return icc ?? new Uint8Array(0)
}

const p3Pixels: readonly (readonly [number, number, number])[] = [
  [255, 0, 0],
  [200, 80, 60],
  [31, 111, 84],
  [40, 60, 230],
]

test.each(p3Pixels.flatMap((pixel) => [[8, pixel] as const, [16, pixel] as const]))(
  'an image of %i bits in Display P3 %p gets the sRGB colour of the published matrix',
  async (bitDepth, pixel) => {
    const chunks = [profileChunk(await p3Profile())]
    const opaque = pngFile({ ...side, bitDepth, colorType: 2, pixel, chunks })
    expectNear(middle(await decodeImage(opaque)), srgbOfP3(pixel), 1)
    const half = pngFile({ ...side, bitDepth, colorType: 6, pixel: [...pixel, 128], chunks })
    expectNear(middle(await decodeImage(half)), [...srgbOfP3(pixel), 128], 1)
  },
)

const colour = '#786e64'
const rgb = [0x78, 0x6e, 0x64]
const grey = [0x80, 0x80, 0x80]

/** Profiles of printing do not map a colour back to itself; inverted or unconverted inks differ by 100 and more. */
const printStepsMax = 16

const good: readonly (readonly [
  name: string,
  make: () => Uint8Array | Promise<Uint8Array>,
  expected: number[],
  steps: number,
])[] = [
  ['a PNG without alpha', () => pngFile({ ...side, colorType: 2, pixel: rgb }), rgb, 0],
  ['a PNG with alpha', () => pngFile({ ...side, colorType: 6, pixel: [...rgb, 77] }), [...rgb, 77], 0],
  ['16 bits', () => pngFile({ ...side, bitDepth: 16, colorType: 6, pixel: [...rgb, 77] }), [...rgb, 77], 0],
  ['greyscale', () => pngFile({ ...side, colorType: 0, pixel: [0x80] }), grey, 0],
  ['16-bit greyscale', () => pngFile({ ...side, bitDepth: 16, colorType: 0, pixel: [0x80] }), grey, 0],
  ['greyscale with alpha', () => pngFile({ ...side, colorType: 4, pixel: [0x80, 77] }), [...grey, 77], 0],
  ['a palette', () => swatch(colour).png({ palette: true }).toBuffer(), rgb, 0],
  [
    'a palette with alpha',
    () => swatch(colour).ensureAlpha(0.5).png({ palette: true }).toBuffer(),
    [...rgb, 127],
    0,
  ],
  ['an interlaced PNG', () => swatch(colour).png({ progressive: true }).toBuffer(), rgb, 0],
  ['a JPEG', () => swatch(colour).jpeg({ quality: 100 }).toBuffer(), rgb, 1],
  ['a greyscale JPEG', () => swatch('#808080').toColourspace('b-w').jpeg().toBuffer(), grey, 1],
  ['a progressive JPEG', () => swatch(colour).jpeg({ quality: 100, progressive: true }).toBuffer(), rgb, 1],
  [
    'a JPEG in Display P3',
    () => swatch(colour).withIccProfile('p3').jpeg({ quality: 100 }).toBuffer(),
    rgb,
    2,
  ],
  [
    'a JPEG in CMYK with a profile',
    () => swatch(colour).withIccProfile('cmyk').jpeg({ quality: 100 }).toBuffer(),
    rgb,
    printStepsMax,
  ],
  [
    'a JPEG in CMYK without a profile',
    () => swatch(colour).toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer(),
    rgb,
    printStepsMax,
  ],
  [
    'a lossless WebP',
    () => swatch(colour).ensureAlpha(0.5).webp({ lossless: true }).toBuffer(),
    [...rgb, 127],
    0,
  ],
  [
    'a WebP in Display P3',
    () => swatch(colour).withIccProfile('p3').webp({ lossless: true }).toBuffer(),
    rgb,
    1,
  ],
  [
    'a PNG with the gamma of sRGB',
    () =>
      pngFile({
        ...side,
        colorType: 2,
        pixel: rgb,
        chunks: [pngChunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f]))],
      }),
    rgb,
    0,
  ],
  [
    'a PNG with a broken profile',
    () => pngFile({ ...side, colorType: 2, pixel: rgb, chunks: [profileChunk(utf8('no profile'))] }),
    rgb,
    0,
  ],
  [
    'a PNG that is an archive and a page as well',
    () => Buffer.concat([pngFile({ ...side, colorType: 2, pixel: rgb }), utf8('PK\x03\x04<script>')]),
    rgb,
    0,
  ],
  ['a PNG with 790 MB of compressed texts', () => inflatedTexts(), [255, 0, 0], 0],
  ['an SVG', () => utf8(svg(`<path d="M0 0h100v50H0z" fill="${colour}"/>`)), [...rgb, 255], 0],
]

test.each(good)('%s is decoded to its sRGB pixels', async (_, make, expected, steps) => {
  expectNear(middle(await decodeImage(await make())), expected, steps)
})

/** Where the upper left quarter of the pixels is once the image is upright. @see EXIF 2.32, tag 0x0112 */
const corners = [
  [1, 0.2, 0.2],
  [2, 0.8, 0.2],
  [3, 0.8, 0.8],
  [4, 0.2, 0.8],
  [5, 0.2, 0.2],
  [6, 0.8, 0.2],
  [7, 0.8, 0.8],
  [8, 0.2, 0.8],
] as const

test.each(corners)('EXIF orientation %i is applied', async (orientation, x, y) => {
  const drawing = svg(
    '<rect width="64" height="32" fill="#000"/><rect width="32" height="16" fill="#fff"/>',
    'width="64" height="32"',
  )
  const image = sharp(Buffer.from(drawing)).flatten().withMetadata({ orientation })
  for (const bytes of [
    await image.clone().jpeg().toBuffer(),
    await image.clone().png().toBuffer(),
    await image.clone().webp({ lossless: true }).toBuffer(),
  ]) {
    const raster = await decodeImage(bytes)
    expect([raster.width, raster.height]).toEqual(orientation < 5 ? [64, 32] : [32, 64])
    expectNear(pixelAt(raster, x, y), [255, 255, 255], 2)
    expectNear(pixelAt(raster, 1 - x, 1 - y), [0, 0, 0], 2)
  }
})

test('an image of one pixel is decoded to one pixel', async () => {
  const raster = await decodeImage(pngFile({ width: 1, height: 1, colorType: 6, pixel: [1, 2, 3, 4] }))
  expect(raster).toMatchObject({ width: 1, height: 1, channels: 4, data: new Uint8Array([1, 2, 3, 4]) })
})

test('20,000 pixels of width are scaled down to 4,096', async () => {
  const raster = await decodeImage(pngFile({ width: 20_000, height: 100, colorType: 2, pixel: [1, 2, 3] }))
  expect([raster.width, raster.height, ...middle(raster)]).toEqual([4_096, 20, 1, 2, 3])
})

test('a photo of a camera with 41 megapixels is decoded, but not as a progressive JPEG, which needs all of it at once', async () => {
  const photo = await sharp({ create: { width: 8_200, height: 5_000, channels: 3, background: colour } })
    .jpeg({ quality: 60 })
    .toBuffer()
  const raster = await decodeImage(photo)
  expect([raster.width, raster.height]).toEqual([2_561, 1_562])
  const frame = photo.indexOf('ffc0', 0, 'hex')
  const progressive = Buffer.from(photo)
  progressive[frame + 1] = 0xc2
  await expect(decodeImage(progressive)).rejects.toThrow(/8200 x 5000 pixels: at most 40,000,000/)
})

test('a base image may have more bytes than a logo', async () => {
  const bytes = Buffer.concat([pngFile({ ...side, colorType: 2, pixel: rgb }), Buffer.alloc(6_000_000)])
  await expect(decodeImage(bytes)).rejects.toMatchObject({ status: 413, slug: 'content_too_large' })
  expect(middle(await decodeImage(bytes, baseImageLimits))).toEqual(rgb)
})

test('compressed texts of a PNG are dropped before any library inflates them', () => {
  const bare = pngFile({ ...side, colorType: 2, pixel: [255, 0, 0] })
  expect(Buffer.compare(essentialPng(inflatedTexts()), bare)).toBe(0)
})

test('no other format is loaded, even by sharp itself', async () => {
  for (const bytes of [await swatch(colour).gif().toBuffer(), await swatch(colour).tiff().toBuffer()]) {
    await expect(sharp(bytes).metadata()).rejects.toThrow('unsupported image format')
  }
})
