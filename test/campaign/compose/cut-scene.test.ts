import { expect, test } from 'bun:test'
import { chooseCrop, measureScene, type PictureMaps } from '../../../src/campaign/compose/cut/choose-crop.ts'
import { formatIds, formats } from '../../../src/campaign/compose/formats.ts'
import { cutScene } from '../../../src/campaign/compose/picture-source.ts'
import type { Box, Raster } from '../../../src/campaign/images/raster.ts'
import { sizeOf } from '../../support/soak.ts'
import { drawRaster, hashNoise } from './kit.ts'

const sizes: [Size, ...Size[]] = [
  { width: 900, height: 600 },
  { width: 600, height: 900 },
  { width: 800, height: 800 },
]

const measured = new WeakMap<Raster, Promise<PictureMaps>>()

/** The picture in a size, its subject in `zone`; each picture is measured once. */
async function cutTo(
  picture: Raster,
  size: Size,
  { zone, focus }: { zone?: Box; focus?: { x: number; y: number } } = {},
) {
  const measuring = measured.get(picture) ?? measureScene(picture)
  measured.set(picture, measuring)
  const crop = chooseCrop(await measuring, picture, { ...size, zone, covered: [] }, focus)
  return await cutScene(picture, crop, size)
}

interface Size {
  width: number
  height: number
}

interface Disc {
  x: number
  y: number
  radius: number
}

/** A red disc on a grey ramp with grain. */
function discPicture(width: number, height: number, disc: Disc): Raster {
  return drawRaster(width, height, (x, y) => {
    if (Math.hypot(x - disc.x, y - disc.y) < disc.radius) return [225, 40, 30]
    const value = 110 + Math.round((60 * y) / height + 10 * hashNoise(x, y))
    return [value, value, value + 12]
  })
}

/** The box around all red pixels. */
function redBox({ width, data }: Raster) {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -1, -1]
  for (let at = 0; at < data.length; at += 3) {
    if ((data[at] ?? 0) < 190 || (data[at + 1] ?? 0) > 90) continue
    const [x, y] = [(at / 3) % width, Math.floor(at / 3 / width)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return { left, top, width: right - left + 1, height: bottom - top + 1 }
}

test('the disc that stands out stays whole in every crop, as near as can be to where the subject belongs', async () => {
  const places = [0.2, 0.8, 0.4, 0.6].flatMap((x, index) => [0.25, 0.8].map((y) => ({ x, y, index })))
  for (const { x, y, index } of places.slice(0, sizeOf({ short: 1, soak: places.length }))) {
    const { width, height } = sizes[index % sizes.length] ?? sizes[0]
    const radius = [45, 80][index % 2] ?? 45
    const disc = { x: x * width, y: y * height, radius }
    const picture = discPicture(width, height, disc)
    for (const format of formatIds) {
      const size = formats[format]
      const right = { left: size.width / 2, top: 0, width: size.width / 2, height: size.height }
      const left = { ...right, left: 0 }
      const crops = [await cutTo(picture, size, { zone: left }), await cutTo(picture, size, { zone: right })]
      const [inLeft, inRight] = crops.map(({ pixels }) => redBox(pixels))
      const scale = Math.max(size.width / width, size.height / height)
      const isWhole = [inLeft, inRight].every(
        (red) => red !== undefined && Math.min(red.width, red.height) > 2 * radius * scale - 6,
      )
      const isOrdered = (inLeft?.left ?? 0) <= (inRight?.left ?? 0) + 1
      expect({ isWhole, isOrdered, format, disc, width, height }).toEqual({
        isWhole: true,
        isOrdered: true,
        format,
        disc,
        width,
        height,
      })
    }
  }
})

test('an object that is higher than the crop keeps its upper edge', async () => {
  const picture = discPicture(900, 600, { x: 400, y: 320, radius: 220 })
  const { pixels } = await cutTo(picture, { width: 900, height: 414 })
  const { top } = redBox(pixels)
  expect(top).toBeGreaterThan(5)
})

test('a focus of the request is where the crop is, even if something else stands out', async () => {
  const picture = discPicture(1200, 400, { x: 150, y: 200, radius: 60 })
  const size = { width: 400, height: 400 }
  const at = async (x: number) => redBox((await cutTo(picture, size, { focus: { x, y: 0.5 } })).pixels)
  expect((await at(0.125)).width).toBeGreaterThan(110)
  expect((await at(0.9)).width).toBeLessThan(0)
})

const pictures = (
  [
    ['a large picture', 1500, 1360, false],
    ['a small one', 300, 200, true],
    ['a tall strip', 40, 900, true],
    ['one pixel', 1, 1, true],
  ] as const
).map(([name, width, height, isUpscaled]) => {
  const disc = { x: width / 2, y: height / 2, radius: Math.min(width, height) / 8 }
  return [name, discPicture(width, height, disc), isUpscaled] as const
})

test.each(pictures)(
  'a crop of %s has exactly its size, and says whether it was enlarged',
  async (_, picture, isUpscaled) => {
    for (const format of formatIds) {
      const { width, height } = formats[format]
      const cut = await cutTo(picture, { width, height })
      expect(cut.pixels).toMatchObject({ width, height, channels: 3 })
      expect(cut.pixels.data.length).toBe(width * height * 3)
      expect(cut.isUpscaled).toBe(isUpscaled)
    }
  },
)

test('a picture that has the size already is not changed', async () => {
  const picture = discPicture(1200, 628, { x: 300, y: 300, radius: 60 })
  const { pixels, isUpscaled } = await cutTo(picture, formats.landscape)
  expect(isUpscaled).toBe(false)
  expect(Buffer.compare(pixels.data, picture.data)).toBe(0)
})

test('transparent parts of a picture become white', async () => {
  const data = new Uint8Array(400 * 400 * 4)
  const picture: Raster = { width: 400, height: 400, channels: 4, data }
  const { pixels } = await cutTo(picture, formats.square)
  expect(pixels.data.every((value) => value === 255)).toBe(true)
})

test('a picture in shared memory is cut like any other', async () => {
  const picture = discPicture(600, 400, { x: 200, y: 200, radius: 50 })
  const shared = new Uint8Array(new SharedArrayBuffer(picture.data.length))
  shared.set(picture.data)
  const cut = async (pixels: Raster) => await cutTo(pixels, formats.portrait)
  const [own, other] = [await cut(picture), await cut({ ...picture, data: shared })]
  expect(Buffer.compare(own.pixels.data, other.pixels.data)).toBe(0)
})
