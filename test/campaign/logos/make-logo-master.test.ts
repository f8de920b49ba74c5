import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { decodeImage } from '../../../src/campaign/images/decode-image.ts'
import { makeLogoMaster } from '../../../src/campaign/logos/make-logo-master.ts'
import { pngFile } from '../../support/png-file.ts'
import { svg, utf8 } from '../../support/svg-text.ts'
import { testLogo, testLogoKinds } from '../../support/test-logos.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const seeds = Array.from({ length: testLogoKinds }, (_, seed) => seed)

test.each(seeds)('logo %i of the test logos becomes an sRGB PNG with its pixels', async (seed) => {
  const { kind, bytes } = await testLogo(seed)
  const { master, originalSha256, mediaType } = await makeLogoMaster(bytes)
  const decoded = await decodeImage(bytes)
  const header = await sharp(master.png).metadata()
  const facts = { format: header.format, space: header.space, depth: header.depth, channels: header.channels }
  expect({ kind, ...facts, hasProfile: header.hasProfile }).toEqual({
    kind,
    format: 'png',
    space: 'srgb',
    depth: 'uchar',
    channels: 4,
    hasProfile: false,
  })
  expect([master.width, master.height]).toEqual([decoded.width, decoded.height])
  const expected = await sharp(decoded.data, { raw: decoded }).ensureAlpha().raw().toBuffer()
  const pixels = await sharp(master.png).raw().toBuffer()
  expect({ kind, isSame: pixels.equals(expected) }).toEqual({ kind, isSame: true })
  expect([master.sha256, originalSha256]).toEqual([sha256(master.png), sha256(bytes)])
  expect(mediaType).toMatch(/^image\/(png|jpeg|webp|svg\+xml)$/)
  expect({ kind, hasSvg: master.svg !== undefined }).toEqual({ kind, hasSvg: mediaType === 'image/svg+xml' })
  expect({ kind, isOneColor: master.isOneColor }).toEqual({
    kind,
    isOneColor: kind.endsWith('of one colour'),
  })
})

test('the same bytes make the same master', async () => {
  const bytes = utf8(svg('<circle cx="50" cy="25" r="20" fill="#1f6f54"/>'))
  expect(await makeLogoMaster(bytes)).toEqual(await makeLogoMaster(bytes))
})

test('an SVG is drawn with 1,024 pixels on its longer side and keeps the room around its shapes', async () => {
  const { master } = await makeLogoMaster(utf8(svg('<rect x="25" width="50" height="25" fill="#1f6f54"/>')))
  const { data, info } = await sharp(master.png).extractChannel(3).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([1_024, 512])
  const isInside = (index: number) => index % 1_024 >= 256 && index % 1_024 < 768 && index < 256 * 1_024
  expect(data.every((alpha, index) => alpha === (isInside(index) ? 255 : 0))).toBe(true)
})

const colours: readonly (readonly [
  name: string,
  make: () => Uint8Array | Promise<Uint8Array>,
  isOneColor: boolean,
])[] = [
  [
    'black strokes with soft edges',
    () => utf8(svg('<circle cx="50" cy="25" r="20" fill="none" stroke="#000"/>')),
    true,
  ],
  [
    'one colour at several opacities',
    () =>
      utf8(
        svg(
          '<rect width="9" height="9" fill="#1f6f54"/><rect x="9" width="9" height="9" fill="#1f6f54" opacity=".4"/>',
        ),
      ),
    true,
  ],
  [
    'two colours',
    () =>
      utf8(svg('<rect width="9" height="9" fill="#1f6f54"/><rect x="9" width="9" height="9" fill="#f80"/>')),
    false,
  ],
  [
    'two shades of one hue',
    () =>
      utf8(
        svg('<rect width="9" height="9" fill="#1f6f54"/><rect x="9" width="9" height="9" fill="#4f9f84"/>'),
      ),
    false,
  ],
  [
    'a large mark with a small dot of another colour',
    () =>
      utf8(svg('<rect width="90" height="40" fill="#1f6f54"/><circle cx="95" cy="45" r="1.5" fill="#f80"/>')),
    false,
  ],
  [
    'one colour on paper',
    () => utf8(svg('<rect width="100" height="50" fill="#fff"/><rect width="9" height="9"/>')),
    false,
  ],
  [
    'a filled rectangle without alpha',
    () => pngFile({ width: 32, height: 32, colorType: 2, pixel: [1, 2, 3] }),
    false,
  ],
]

test.each(colours)('whether %s can be tinted is measured', async (_, make, isOneColor) => {
  expect((await makeLogoMaster(await make())).master.isOneColor).toBe(isOneColor)
})

test('a logo of more than 4,096 pixels is scaled down once', async () => {
  const { master } = await makeLogoMaster(
    pngFile({ width: 6_000, height: 300, colorType: 2, pixel: [1, 2, 3] }),
  )
  expect([master.width, master.height]).toEqual([4_096, 205])
})

test('a logo of more than 4,000,000 pixels is scaled down to them', async () => {
  for (const make of [
    () => pngFile({ width: 4_096, height: 3_276, colorType: 2, pixel: [1, 2, 3] }),
    async () =>
      await sharp({ create: { width: 4_096, height: 3_276, channels: 3, background: '#123' } })
        .tiff({ compression: 'lzw' })
        .toBuffer(),
  ]) {
    const { master } = await makeLogoMaster(await make())
    expect([master.width, master.height]).toEqual([2_236, 1_788])
  }
})

test('a logo of a rare type has the pixels of its first picture, and says what was left out or converted', async () => {
  const frames = ['#1f6f54', '#c8643c'].map((fill) =>
    Buffer.from(svg(`<path d="M10 10h40v20H10z" fill="${fill}"/>`, 'width="100" height="50"')),
  )
  const still = sharp(frames[0])
  const { master: plain } = await makeLogoMaster(await still.clone().png().toBuffer())
  const animated = sharp(frames, { join: { animated: true } })
  const rare = {
    'image/avif': await still.clone().avif({ lossless: true, effort: 0 }).toBuffer(),
    'image/tiff': await still.clone().tiff({ compression: 'lzw' }).toBuffer(),
    'image/gif': await animated.gif().toBuffer(),
  }
  for (const [type, bytes] of Object.entries(rare)) {
    const { master, mediaType, warnings } = await makeLogoMaster(bytes)
    expect({ mediaType, sha256: master.sha256 }).toEqual({ mediaType: type, sha256: plain.sha256 })
    const isAnimated = type === 'image/gif'
    expect(warnings).toEqual(isAnimated ? ['The logo is the first of 2 frames of its file'] : [])
  }
  const cmyk = still.clone().flatten({ background: '#fff' }).toColourspace('cmyk').withIccProfile('cmyk')
  expect((await makeLogoMaster(await cmyk.tiff().toBuffer())).warnings).toEqual([
    'The logo was converted from CMYK to sRGB: upload it in sRGB where its colours must be exact',
  ])
  const large = sharp({ create: { width: 3_000, height: 1_500, channels: 3, background: '#1f6f54' } })
  expect((await makeLogoMaster(await large.png().toBuffer())).warnings).toEqual([
    'The logo was scaled down from 3000 x 1500 to 2828 x 1414 pixels',
  ])
})
