import { expect, test } from 'bun:test'
import {
  contrastRatio,
  contrastText,
  luminanceOf,
  luminanceRange,
  parseHex,
} from '../../../src/campaign/compose/color.ts'
import { drawRaster } from './kit.ts'

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

test.each([
  [2.999, '2.9'],
  [2.4, '2.4'],
  [21, '21.0'],
])('a contrast of %p is shown as %s, never as more than it is', (contrast, text) => {
  expect(contrastText(contrast)).toBe(text)
})
