import { describe, expect, test } from 'bun:test'
import { type OverlayMode, overlayModes } from '../../../src/campaign/compose/controls.ts'
import { luminanceOf, luminanceRange, worstContrast } from '../../../src/campaign/compose/copy/contrast.ts'
import { type FormatId, formatIds } from '../../../src/campaign/compose/formats.ts'
import { type Inks, inksOf } from '../../../src/campaign/compose/inks.ts'
import { paint } from '../../../src/campaign/compose/overlays/paint.ts'
import { startComposition } from '../../../src/campaign/compose/start-composition.ts'
import { tintOverlay } from '../../../src/campaign/compose/tint-overlay.ts'
import type { Raster, SceneImage } from '../../../src/campaign/images/raster.ts'
import { createRandom } from '../../../src/campaign/scene/procedural/core/random.ts'
import { testSeed } from '../../support/seed.ts'
import { type Color, drawRaster, flatScene, fonts, hashNoise, requestOf, sceneOf } from './kit.ts'

const seed = testSeed('compose/overlays')
const palette = ['#c8553d', '#1d3557', '#f1faee']

function tint(overlayMode: OverlayMode, scene: SceneImage, format: FormatId = 'square', colors = palette) {
  const request = requestOf({ format, overlayMode, palette: colors })
  return tintOverlay(startComposition(fonts, request, scene))
}

const scenes = Object.fromEntries(
  formatIds.map((format) => [
    format,
    sceneOf(format, (x, y) => [x & 255, 90 + (y >> 4), Math.round(200 * hashNoise(x >> 4, y >> 4))]),
  ]),
)

describe.each(formatIds)('in %s', (format) => {
  const scene = scenes[format] ?? flatScene(format)

  test.each(overlayModes)(
    '%s gives the same bytes again, leaves the scene alone and changes pixels only towards its inks',
    (mode) => {
      const before = Bun.hash(scene.pixels.data)
      const { background, inks, layout } = tint(mode, scene, format)
      expect(Buffer.compare(tint(mode, scene, format).background.data, background.data)).toBe(0)
      expect(Bun.hash(scene.pixels.data)).toBe(before)
      expect(countBeyond(background, scene.pixels, inks, mode)).toBe(0)
      const isChanged = Buffer.compare(background.data, scene.pixels.data) !== 0
      expect(isChanged).toBe(mode !== 'none')
      for (const box of [layout.copyBox, layout.shapeBox]) {
        if (box === undefined) continue
        expect([box.left, box.top, box.width, box.height].every(Number.isInteger)).toBe(true)
        expect(Math.min(box.left, box.top, box.width, box.height)).toBeGreaterThanOrEqual(0)
        expect(box.left + box.width).toBeLessThanOrEqual(background.width)
        expect(box.top + box.height).toBeLessThanOrEqual(background.height)
      }
    },
  )
})

/** Channels outside the range of the scene's value and the inks; `duotone` replaces the scene's colours. */
function countBeyond(after: Raster, before: Raster, inks: Inks, mode: OverlayMode): number {
  const inked = [0, 1, 2].map((channel) => Object.values(inks).map((ink) => ink[channel] ?? 0))
  const low = Uint8Array.from(inked, (values) => Math.min(...values))
  const high = Uint8Array.from(inked, (values) => Math.max(...values))
  let beyond = 0
  // Every fifth value comes by all three channels.
  for (let at = 0; at < after.data.length; at += 5) {
    const [least, most] = [low[at % 3] ?? 0, high[at % 3] ?? 0]
    const value = after.data[at] ?? 0
    const from = mode === 'duotone' ? least : (before.data[at] ?? 0)
    // Dither rounds up or down.
    if (value < Math.min(from, least) - 1 || value > Math.max(from, most) + 1) beyond += 1
  }
  return beyond
}

describe('slow ramps have no bands', () => {
  const gray: Color = [128, 128, 128]

  test.each(['scrim', 'gradient'] as const)(
    '%s over one colour has many more levels than 8 bits show',
    (mode) => {
      const { background } = tint(mode, { ...flatScene('square', gray), calm: wideTop })
      expect(distinctRowMeans(background)).toBeGreaterThan(300)
    },
  )

  test('vignette has them along a row', () => {
    const { background } = tint('vignette', flatScene('square', gray))
    const levels = Array.from({ length: 135 }, (_, index) =>
      meanOf(background, 8 * index, 8 * index + 8, 0, 64),
    )
    expect(new Set(levels).size).toBeGreaterThan(100)
  })

  test('duotone keeps the steps of a ramp apart', () => {
    const { background } = tint(
      'duotone',
      sceneOf('square', (x) => [x >> 3, x >> 3, (x + 3) >> 3]),
    )
    const levels = Array.from({ length: 270 }, (_, index) =>
      meanOf(background, 4 * index, 4 * index + 4, 0, 64),
    )
    expect(new Set(levels).size).toBeGreaterThan(200)
  })

  test('without dither the same ramp has a level per 8-bit step alone', () => {
    const canvas = drawRaster(64, 1080, (_, y) => [128 - (y >> 4), 128, 128])
    expect(distinctRowMeans(canvas)).toBeLessThan(70)
  })
})

const wideTop = { left: 90, top: 90, width: 900, height: 300 }

function distinctRowMeans(canvas: Raster): number {
  const means = Array.from({ length: canvas.height }, (_, y) => meanOf(canvas, 0, 64, y, y + 1))
  return new Set(means).size
}

function meanOf({ width, data }: Raster, left: number, right: number, top: number, bottom: number): number {
  let sum = 0
  for (let y = top; y < bottom; y += 1) {
    for (let at = (y * width + left) * 3; at < (y * width + right) * 3; at += 3) sum += data[at] ?? 0
  }
  return sum / ((right - left) * (bottom - top))
}

test.each(['band', 'badge', 'split', 'card'] as const)(
  'on %s light or dark copy can be read with any palette',
  (mode) => {
    const random = createRandom(seed, mode)
    const scene = scenes['landscape'] ?? flatScene('landscape')
    for (let count = 0; count < 12; count += 1) {
      const hex = () => `#${random.int(0, 0xffffff).toString(16).padStart(6, '0')}`
      const colors = Array.from({ length: random.int(0, 4) }, hex)
      const { background, layout } = tint(mode, scene, 'landscape', colors)
      if (layout.copyBox === undefined) throw new Error(`${mode} has no copy box`)
      const range = luminanceRange(background, layout.copyBox)
      const contrasts = [
        worstContrast(luminanceOf([250, 250, 250]), [range]),
        worstContrast(luminanceOf([20, 20, 20]), [range]),
      ]
      expect({ colors, isReadable: Math.max(...contrasts) >= 4.5 }).toEqual({ colors, isReadable: true })
    }
  },
)

test.each([
  ['band', 'top', 'top-left'],
  ['band', 'bottom', 'bottom'],
  ['split', 'bottom', 'bottom-right'],
  ['split', 'top', 'top'],
  ['card', 'bottom', 'bottom-left'],
  ['badge', 'top', 'top-right'],
] as const)('%s makes its room at the %s for copy at %s', (overlayMode, side, position) => {
  const request = requestOf({ overlayMode, copy: { content: 'Copy', position } })
  const { copyRoom } = tintOverlay(startComposition(fonts, request, flatScene('square')))
  const isUpper = copyRoom.top + copyRoom.height / 2 < 540
  expect(isUpper ? 'top' : 'bottom').toBe(side)
})

test('what is painted fully has the colour exactly, and what is not covered stays', () => {
  const canvas = drawRaster(64, 64, (x, y) => [x, y, 7])
  paint(canvas, [201, 33, 254], { left: 0, top: 0, width: 64, height: 64 }, (_, coverage, left, right) => {
    for (let x = left; x < right; x += 1) coverage[x] = x < 32 ? 1 : 0
  })
  const expected = drawRaster(64, 64, (x, y) => (x < 32 ? [201, 33, 254] : [x, y, 7]))
  expect(Buffer.compare(canvas.data, expected.data)).toBe(0)
})

test('inks come from the palette, or from the scene without one', () => {
  const orange = flatScene('square', [230, 120, 40]).pixels
  expect(inksOf(['#c8553d', '#1d3557'], orange)).toMatchObject({
    accent: [200, 85, 61],
    second: [29, 53, 87],
  })
  const { accent, deep, paper } = inksOf([], orange)
  expect(accent[0]).toBeGreaterThan(accent[2] + 60)
  expect(luminanceOf(deep)).toBeLessThan(0.03)
  expect(luminanceOf(paper)).toBeGreaterThan(0.85)
})
