import { expect, test } from 'bun:test'
import sharp from 'sharp'
import type { Raster } from '../../../src/campaign/images/raster.ts'
import { isUpscaled, logoAtSize } from '../../../src/campaign/logos/logo-at-size.ts'
import { makeLogoMaster } from '../../../src/campaign/logos/make-logo-master.ts'
import { testSeed } from '../../support/seed.ts'
import { isSoak, sizeOf } from '../../support/soak.ts'
import { svg, utf8 } from '../../support/svg-text.ts'
import { testLogo } from '../../support/test-logos.ts'

const masterOf = async (bytes: Uint8Array) => (await makeLogoMaster(bytes)).master
const pngOf = (drawing: string) => sharp(Buffer.from(drawing)).png().toBuffer()
const isSame = (one: Raster, other: Raster) => Buffer.compare(one.data, other.data) === 0

/** Red, green, blue and alpha of every pixel that is seen. */
function visiblePixels({ data }: Raster): number[][] {
  const pixels = Array.from({ length: data.length / 4 }, (_, index) => [
    ...data.subarray(4 * index, 4 * index + 4),
  ])
  return pixels.filter(([, , , alpha = 0]) => alpha > 0)
}

const alphas = ({ data }: Raster) => data.filter((_, index) => index % 4 === 3)

test('logos of all kinds come out at exactly the width, in their shape, twice with the same bytes', async () => {
  const from = testSeed('logo-at-size.slow.test.ts')
  for (let seed = from; seed < from + sizeOf({ short: 13, soak: 100 }); seed += 1) {
    const { kind, bytes } = await testLogo(seed)
    const master = await masterOf(bytes)
    for (const width of [1, 37, ...(isSoak ? [216, 600] : [150])]) {
      const raster = await logoAtSize(master, width, 'original')
      const height = Math.max(1, Math.round((width * master.height) / master.width))
      const { data, ...shape } = raster
      expect({ kind, seed, ...shape, bytes: data.length }).toEqual({
        kind,
        seed,
        width,
        height,
        channels: 4,
        bytes: 4 * width * height,
      })
      expect({ kind, seed, isSame: isSame(raster, await logoAtSize(master, width, 'original')) }).toEqual({
        kind,
        seed,
        isSame: true,
      })
    }
  }
})

test('at the size of its master a logo made of pixels keeps every pixel', async () => {
  const { master } = await makeLogoMaster((await testLogo(2)).bytes)
  const raster = await logoAtSize(master, master.width, 'original')
  expect(Buffer.compare(raster.data, await sharp(master.png).raw().toBuffer())).toBe(0)
})

test('an SVG is drawn anew at each size, with sharp edges', async () => {
  const master = await masterOf(utf8(svg('<rect width="50" height="50" fill="#1f6f54"/>')))
  for (const width of [10, 200, 1_200]) {
    const { data, height } = await logoAtSize(master, width, 'original')
    const expected = Buffer.alloc(width * height * 4)
    for (let index = 0; index < width * height; index += 1) {
      if (index % width < width / 2) expected.set([0x1f, 0x6f, 0x54, 255], 4 * index)
    }
    expect({ width, isSame: Buffer.compare(data, expected) === 0 }).toEqual({ width, isSame: true })
  }
})

test('edges of a logo made of pixels keep its colour when it is scaled', async () => {
  const master = await masterOf(
    await pngOf(
      svg('<circle cx="50" cy="25" r="20" fill="#fff"/>', 'width="400" height="200" viewBox="0 0 100 50"'),
    ),
  )
  for (const width of [31, 150, 700]) {
    const pixels = visiblePixels(await logoAtSize(master, width, 'original'))
    // Colours of nearly transparent pixels are rounded coarsely, so each counts by its alpha.
    const darkest = Math.min(...pixels.map(([red = 0, , , alpha = 0]) => 255 - ((255 - red) * alpha) / 255))
    expect({ width, isWhite: darkest >= 254 }).toEqual({ width, isWhite: true })
  }
})

test('a logo made of pixels is scaled in sRGB values, as an SVG is drawn', async () => {
  const lines = Array.from(
    { length: 100 },
    (_, x) => `<rect x="${2 * x}" width="1" height="100" fill="#fff"/>`,
  ).join('')
  const drawing = svg(`<rect width="200" height="100"/>${lines}`, 'width="200" height="100"')
  const raster = await logoAtSize(await masterOf(await pngOf(drawing)), 25, 'original')
  const inside = visiblePixels(raster).map(([red = 0]) => red)
  const mean = inside.reduce((sum, red) => sum + red, 0) / inside.length
  expect(Math.abs(mean - 127.5)).toBeLessThan(2)
})

test('a tint replaces the colour of what is visible and keeps its alpha', async () => {
  for (const bytes of [
    utf8(svg('<circle cx="50" cy="25" r="20"/>')),
    await pngOf(svg('<circle cx="50" cy="25" r="20"/>', 'width="300" height="150" viewBox="0 0 100 50"')),
  ]) {
    const master = await masterOf(bytes)
    const [original, tinted] = [
      await logoAtSize(master, 120, 'original'),
      await logoAtSize(master, 120, '#E8452c'),
    ]
    expect(Buffer.compare(alphas(tinted), alphas(original))).toBe(0)
    expect(
      visiblePixels(tinted).every(([red, green, blue]) => red === 0xe8 && green === 0x45 && blue === 0x2c),
    ).toBe(true)
    expect(visiblePixels(tinted).length).toBeGreaterThan(1_000)
    const unseen = tinted.data.filter((_, index) => tinted.data[index - (index % 4) + 3] === 0)
    expect(unseen.every((value) => value === 0)).toBe(true)
  }
})

test('a tint that is not a colour is refused', async () => {
  const master = await masterOf(utf8(svg('<circle cx="50" cy="25" r="20"/>')))
  await expect(logoAtSize(master, 20, 'red')).rejects.toThrow('its colour must be #rrggbb: it is "red"')
})

test('only a logo made of pixels can be enlarged beyond its pixels', async () => {
  const vector = await masterOf(utf8(svg('<circle cx="50" cy="25" r="20"/>')))
  const pixels = await masterOf(
    await pngOf(svg('<circle cx="50" cy="25" r="20"/>', 'width="300" height="150" viewBox="0 0 100 50"')),
  )
  expect([isUpscaled(vector, 5_000), isUpscaled(pixels, 300), isUpscaled(pixels, 301)]).toEqual([
    false,
    false,
    true,
  ])
})
