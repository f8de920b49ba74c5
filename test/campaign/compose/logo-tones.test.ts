import { expect, test } from 'bun:test'
import sharp from 'sharp'
import { luminanceOf } from '../../../src/campaign/compose/color.ts'
import {
  hasWhiteBox,
  isWhiteSeen,
  logoContrast,
  logoTones,
} from '../../../src/campaign/compose/logo-tones.ts'
import { toRaster } from '../../../src/campaign/images/raster.ts'
import type { Color } from './kit.ts'

/** SVG shapes on a transparent canvas of 320 by 120. */
async function markOf(shapes: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="120">${shapes}</svg>`
  return toRaster(await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true }))
}

const tonesOf = async (shapes: string) => logoTones(await markOf(shapes))

const on = (color: Color) => ({ low: luminanceOf(color), high: luminanceOf(color) })
const navy: Color = [16, 28, 60]
const white: Color = [255, 255, 255]

test('a mark of two tones is as legible as the weaker one', async () => {
  const tones = await tonesOf(
    '<rect x="10" y="20" width="120" height="80" fill="#101c3c"/><circle cx="230" cy="60" r="50" fill="#ffffff"/>',
  )
  expect(tones).toHaveLength(2)
  expect(logoContrast(tones, on(navy), 1)).toBeLessThan(1.2)
  expect(logoContrast(tones, on(white), 1)).toBeLessThan(1.2)
  expect(logoContrast(tones, on([220, 90, 40]), 1)).toBeGreaterThan(3)
})

test('colours inside of a mark do not count, only those that meet the ground', async () => {
  const tones = await tonesOf(
    '<rect x="10" y="10" width="300" height="100" fill="#101c3c"/><rect x="30" y="30" width="260" height="60" fill="#ffffff"/>',
  )
  expect(tones.map(({ color }) => color)).toEqual([navy])
  expect(logoContrast(tones, on(white), 1)).toBeGreaterThan(15)
})

test('a small speck of another colour does not count', async () => {
  const tones = await tonesOf(
    '<rect x="10" y="10" width="250" height="100" fill="#101c3c"/><circle cx="290" cy="20" r="2" fill="#ffffff"/>',
  )
  expect(tones).toHaveLength(1)
})

test('the edge of an opaque box is the box itself', async () => {
  const box =
    '<rect width="320" height="120" fill="#ffffff"/><circle cx="160" cy="60" r="40" fill="#101c3c"/>'
  const tones = await tonesOf(box)
  expect(tones.map(({ color }) => color)).toEqual([white])
  expect(logoContrast(tones, on(white), 1)).toBe(1)
})

test.each([
  [
    'a mark saved on white',
    '<rect width="320" height="120" fill="#fdfdfd"/><circle cx="160" cy="60" r="40"/>',
    true,
  ],
  [
    'one that touches its border',
    '<rect width="320" height="120" fill="#fff"/><rect x="150" width="20" height="120"/>',
    true,
  ],
  ['a white mark on nothing', '<circle cx="160" cy="60" r="60" fill="#fff"/>', false],
  ['a white box with round corners', '<rect width="320" height="120" rx="50" fill="#fff"/>', false],
  ['a box in the colour of the brand', '<rect width="320" height="120" fill="#101c3c"/>', false],
])('%s', async (_, shapes, hasBox) => {
  expect(hasWhiteBox(await markOf(shapes))).toBe(hasBox)
})

test('a white box is seen on a colour, and not on paper that is nearly white', () => {
  expect([navy, [232, 220, 200], [253, 253, 252]].map((ground) => isWhiteSeen(on(ground as Color)))).toEqual([
    true,
    true,
    false,
  ])
})

test('grounds on both sides of a tone leave it illegible, and opacity weakens it', async () => {
  const tones = await tonesOf('<circle cx="160" cy="60" r="50" fill="#808080"/>')
  expect(logoContrast(tones, { low: 0, high: 1 }, 1)).toBe(1)
  const dark = await tonesOf('<circle cx="160" cy="60" r="50" fill="#000000"/>')
  expect(logoContrast(dark, on(white), 1)).toBe(21)
  expect(logoContrast(dark, on(white), 0.3)).toBeLessThan(2)
})

test('nothing visible has no tones and nothing to be illegible', async () => {
  const tones = await tonesOf('')
  expect(tones).toEqual([])
  expect(logoContrast(tones, on(white), 1)).toBe(21)
})
