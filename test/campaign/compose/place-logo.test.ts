import { describe, expect, test } from 'bun:test'
import type { AssetRequest } from '../../../src/campaign/compose/asset.ts'
import { anchors, type Controls, overlayModes } from '../../../src/campaign/compose/controls.ts'
import { formatIds, formats } from '../../../src/campaign/compose/formats.ts'
import { placeLogo } from '../../../src/campaign/compose/place-logo.ts'
import { startComposition } from '../../../src/campaign/compose/start-composition.ts'
import { tintOverlay } from '../../../src/campaign/compose/tint-overlay.ts'
import type { SceneImage } from '../../../src/campaign/images/raster.ts'
import { createRandom } from '../../../src/campaign/scene/procedural/core/random.ts'
import { testSeed } from '../../support/seed.ts'
import { sizeOf } from '../../support/soak.ts'
import {
  busy,
  type Color,
  fill,
  flatScene,
  fonts,
  masterOf,
  pillLogo,
  requestOf,
  sceneFrom,
  sceneOf,
} from './kit.ts'

const seed = testSeed('compose/place-logo')
const dark = await pillLogo([12, 12, 20])
const light = await pillLogo([250, 250, 245])

async function place(request: AssetRequest, scene: SceneImage) {
  const composition = await placeLogo(tintOverlay(startComposition(fonts, request, scene)))
  if (composition.logo === undefined) throw new Error('no logo was placed')
  return { ...composition, logo: composition.logo }
}

const busyScene = sceneOf('square', busy)

/** Busy everywhere but in one ninth of the canvas, which has one colour. */
function calmAt(anchor: (typeof anchors)[number], color: Color): SceneImage {
  const side = formats.square.width / 3
  const left = anchor.endsWith('left') ? 0 : anchor.endsWith('right') ? 2 * side : side
  const top = anchor.startsWith('top') ? 0 : anchor.startsWith('bottom') ? 2 * side : side
  const pixels = { ...busyScene.pixels, data: new Uint8Array(busyScene.pixels.data) }
  fill(pixels, { left, top, width: side, height: side }, color)
  return { ...sceneFrom(pixels), focal: { x: 0, y: 0 } }
}

describe('auto', () => {
  test.each(anchors)('chooses %s where only that is calm and contrasting', async (anchor) => {
    const { logo, warnings } = await place(requestOf({ logo: dark }), calmAt(anchor, [235, 235, 230]))
    expect(logo.placement).toBe(anchor)
    expect(logo.contrast).toBeGreaterThan(10)
    expect(logo.reason).toStartWith(`${anchor} is the clearest of 9 places`)
    expect(warnings).toEqual([])
  })

  test.each([
    ['dark', dark, 'right'],
    ['light', light, 'left'],
  ] as const)('puts a %s logo on the half that it contrasts with', async (_, logo, side) => {
    const half = formats.square.width / 2
    const scene = flatScene('square', [240, 238, 230])
    fill(scene.pixels, { left: 0, top: 0, width: half, height: 1080 }, [20, 22, 30])
    expect((await place(requestOf({ logo }), scene)).logo.placement).toEndWith(side)
  })

  test('leaves the copy its room', async () => {
    const scene = { ...flatScene('square', [240, 240, 240]), focal: { x: 0.5, y: 0.5 } }
    const at = async (position: 'top-left' | 'bottom-right') => {
      const copy = { content: 'Hello', position }
      return (await place(requestOf({ logo: dark, copy }), scene)).logo.placement
    }
    expect([await at('top-left'), await at('bottom-right')]).toEqual(['bottom-right', 'top-left'])
  })

  test.each([
    ['dark', dark],
    ['light', light],
  ] as const)('backs a %s logo where no place lets it be read', async (_, logo) => {
    const placed = await place(requestOf({ logo }), busyScene)
    expect(placed.logo.contrast).toBeGreaterThanOrEqual(3)
    expect(placed.logo.reason).toMatch(
      /a (scrim|plate) under it lifts the contrast from [\d.]+:1 to [\d.]+:1/,
    )
    expect(placed.warnings).toEqual([])
    expect(placed.background.data).not.toBe(placed.scene.pixels.data)
  })

  test('keeps the scene as it is where the logo can be read', async () => {
    const scene = flatScene('square', [240, 240, 240])
    expect((await place(requestOf({ logo: dark }), scene)).background).toBe(scene.pixels)
  })
})

describe('an explicit placement', () => {
  test.each(formatIds)('is kept, less the margin, in %s', async (format) => {
    const { width, height } = formats[format]
    const controls = { placement: 'bottom-right', scale: 0.25, margin: 0.1 } as const
    const { logo } = await place(requestOf({ format, logo: dark, controls }), flatScene(format))
    const margin = Math.round(0.1 * Math.min(width, height))
    const size = { width: width / 4, height: width / 12 }
    expect(logo.box).toEqual({
      ...size,
      left: width - margin - size.width,
      top: Math.round(height - margin - size.height),
    })
    expect(logo.reason).toStartWith('placed at bottom-right as asked')
  })

  test('of low contrast is kept, with a warning', async () => {
    const scene = flatScene('square', [30, 30, 30])
    const controls = { placement: 'left' } as const
    const placed = await place(requestOf({ logo: dark, controls }), scene)
    expect(placed.background).toBe(scene.pixels)
    expect(placed.warnings).toEqual([
      expect.stringMatching(/^The logo's contrast at left is 1\.\d:1, below 3\.0:1/),
    ])
  })
})

test('a tint recolours a logo of one colour and leaves others alone with a warning', async () => {
  const controls = { placement: 'center', color: '#ffffff' } as const
  const tinted = await place(requestOf({ logo: dark, controls }), flatScene('square'))
  expect(middleOf(tinted.logo.pixels)).toEqual([255, 255, 255, 255])
  expect(tinted.warnings).toEqual([])
  const colorful = await masterOf(dark.png, dark, false)
  const kept = await place(requestOf({ logo: colorful, controls }), flatScene('square'))
  expect(middleOf(kept.logo.pixels)).toEqual([12, 12, 20, 255])
  expect(kept.warnings).toEqual(['The logo keeps its own colours: only a logo of one colour can be tinted'])
})

test('opacity is in the alpha of the logo and in its contrast', async () => {
  const scene = flatScene('square', [240, 240, 240])
  const controls = { placement: 'center', opacity: 0.5 } as const
  const { logo } = await place(requestOf({ logo: dark, controls }), scene)
  expect(middleOf(logo.pixels)).toEqual([12, 12, 20, 128])
  expect(logo.contrast).toBeGreaterThan(2.5)
  expect(logo.contrast).toBeLessThan(6)
})

test('a logo larger than the canvas is made to fit, and one of few pixels is enlarged, both with a warning', async () => {
  const tall = await pillLogo([12, 12, 20], { width: 60, height: 240 })
  const controls = { placement: 'center', scale: 0.5 } as const
  const { logo, warnings } = await place(
    requestOf({ format: 'landscape', logo: tall, controls }),
    flatScene('landscape', [240, 240, 240]),
  )
  expect(logo.box).toMatchObject({ width: 157, height: 628, top: 0 })
  expect(warnings).toEqual([
    'The logo was made smaller, 157 instead of 600 pixels wide, to fit the canvas',
    'The logo of 60 by 240 pixels was enlarged to a width of 157 and may look soft: upload an SVG or a larger image',
  ])
})

test('a logo that would be cut off is moved inside, with a warning', async () => {
  const controls = { placement: 'top-left', x: -0.5, y: 1 } as const
  const { logo, warnings } = await place(
    requestOf({ logo: dark, controls }),
    flatScene('square', [240, 240, 240]),
  )
  expect(logo.box).toMatchObject({ left: 0, top: 1080 - logo.box.height })
  expect(warnings).toEqual(['The logo was moved to stay inside the canvas'])
})

test('with any controls, the logo is whole, on whole pixels and inside the canvas', async () => {
  const random = createRandom(seed, 'controls')
  const scenes = formatIds.map((format) => flatScene(format))
  for (let count = 0; count < sizeOf({ short: 10, soak: 200 }); count += 1) {
    const size = { width: random.int(1, 400), height: random.int(1, 400) }
    const controls: Required<Controls> = {
      placement: random.pick(['auto', ...anchors]),
      scale: random.range(0.02, 1),
      x: random.range(-1, 1),
      y: random.range(-1, 1),
      margin: random.range(0, 0.25),
      color: random.pick(['original', '#c8553d']),
      opacity: random.next(),
    }
    const format = random.pick(formatIds)
    const scene = scenes[formatIds.indexOf(format)] ?? flatScene(format)
    const request = requestOf({ format, controls, logo: await pillLogo([90, 20, 120], size) })
    const { logo, background } = await place(request, scene)
    const { left, top, width, height } = logo.box
    const isInside =
      left >= 0 && top >= 0 && left + width <= background.width && top + height <= background.height
    const isWhole = [left, top, width, height].every(Number.isInteger)
    const isOfItsSize = logo.pixels.width === width && logo.pixels.height === height && width > 0
    expect({ isInside, isWhole, isOfItsSize, controls, size, format }).toEqual({
      isInside: true,
      isWhole: true,
      isOfItsSize: true,
      controls,
      size,
      format,
    })
  }
})

test.each(overlayModes)(
  'over %s the logo stays off what the overlay painted at the edges',
  async (overlayMode) => {
    const { logo, layout, background } = await place(
      requestOf({ logo: dark, overlayMode, controls: { margin: 0 } }),
      flatScene('square'),
    )
    const { left, top, width, height } = logo.box
    const distance = Math.min(left, top, background.width - left - width, background.height - top - height)
    expect(distance).toBeGreaterThanOrEqual(layout.marginMinPx ?? 0)
  },
)

function middleOf({ width, height, data }: { width: number; height: number; data: Uint8Array }) {
  const at = ((height >> 1) * width + (width >> 1)) * 4
  return [...data.subarray(at, at + 4)]
}
