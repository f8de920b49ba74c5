import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { composeAsset } from '../../../src/campaign/compose/compose.ts'
import { layoutNames } from '../../../src/campaign/compose/controls.ts'
import { formatIds, formats } from '../../../src/campaign/compose/formats.ts'
import { layouts } from '../../../src/campaign/compose/layouts/layouts.ts'
import { someOf } from '../../support/soak.ts'
import {
  choiceFor,
  choiceOf,
  copyFor,
  decode,
  flatPicture,
  fonts,
  masterOf,
  pictureFrom,
  pillLogo,
  requestOf,
} from './kit.ts'

const logos = [await pillLogo([250, 250, 245]), await pillLogo([20, 30, 60])]
const palette = ['#1d3557', '#c8553d', '#f7efe2']

/** The variant of the logo that can be read on the layout's first ground. */
async function assetOf(name: (typeof layoutNames)[number], format: (typeof formatIds)[number]) {
  const copy = copyFor(name)
  const choice = await choiceOf({ name, logos, palette, copy, format })
  return await composeAsset({ fonts }, requestOf({ format, choice, logos, copy }), flatPicture)
}

test.each(layoutNames)('an asset in %s has its size, hashes, logo and copy, and a proof', async (name) => {
  for (const format of someOf(formatIds, layoutNames.indexOf(name))) {
    const { png, preview: _, ...asset } = await assetOf(name, format)
    const decoded = await decode(png)
    expect(asset).toMatchObject({
      format,
      layout: name,
      ...formats[format],
      byteSha256: createHash('sha256').update(png).digest('hex'),
      pixelSha256: createHash('sha256').update(decoded.data).digest('hex'),
      proof: { outsideChanged: 0, opaqueChanged: 0 },
      warnings: [],
    })
    expect(asset.logo?.contrast).toBeGreaterThanOrEqual(3)
    for (const { contrast, color, fontSizePx } of asset.copy) {
      expect(contrast).toBeGreaterThanOrEqual(fontSizePx >= 60 ? 3 : 4.5)
      expect(color).toMatch(/^#[0-9a-f]{6}$/)
    }
  }
})

test('without logo and copy the pixels of a full layout are those of the picture', async () => {
  const picture = pictureFrom((x, y) => [x & 255, y & 255, 7])
  const choice = choiceFor('calm')
  const asset = await composeAsset({ fonts }, requestOf({ format: 'landscape', choice }), picture)
  expect(asset).toMatchObject({ logo: undefined, copy: [], warnings: [] })
  const { pixels } = await picture.draw({ ...formats.landscape, zone: undefined, covered: [] })
  expect(Buffer.compare((await decode(asset.png)).data, pixels.data)).toBe(0)
})

test('pictures are asked for the size of their box, with the subject inside of it', async () => {
  for (const [name, layout] of Object.entries(layouts).filter(([, { picture }]) => picture !== 'none')) {
    const asked: unknown[] = []
    const choice = choiceFor(layout.name)
    const small = await composeAsset({ fonts }, requestOf({ choice }), {
      draw: async (place) => {
        const { left = 0, top = 0, width = 0, height = 0 } = place.zone ?? {}
        // Edges are rounded.
        const isInside =
          Math.min(left, top) >= 0 && left + width <= place.width + 1 && top + height <= place.height + 1
        asked.push({ name, isInside })
        return { ...(await flatPicture.draw(place)), isUpscaled: true }
      },
    })
    expect(asked).toEqual([{ name, isInside: true }])
    expect(small.warnings).toEqual([expect.stringMatching(/^The picture has fewer pixels than \d+ by \d+/)])
  }
})

test('text that cannot be read on the picture is named with its contrast', async () => {
  const busy = pictureFrom((x, y) => (((x >> 3) + (y >> 3)) % 2 === 0 ? [0, 0, 0] : [255, 255, 255]))
  const choice = choiceFor('calm')
  const { warnings } = await composeAsset({ fonts }, requestOf({ choice, copy: { headline: 'Sale' } }), busy)
  expect(warnings).toEqual([expect.stringMatching(/^The headline has a contrast of 1\.0:1 here/)])
})

test('emoji have colours of their own, flags included', async () => {
  const request = requestOf({ copy: { headline: '🍓 🇫🇷', color: '#141414' } })
  const { data } = await decode((await composeAsset({ fonts }, request, flatPicture)).png)
  let [red, blue] = [0, 0]
  for (let at = 0; at < data.length; at += 3) {
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
    if (r > 180 && g < 60) red += 1
    if (b > 110 && r < 40) blue += 1
  }
  expect(red).toBeGreaterThan(1000)
  expect(blue).toBeGreaterThan(500)
})

test('a logo in a white box is named where the box is seen', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><rect width="300" height="100" fill="#fff"/><circle cx="150" cy="50" r="40"/></svg>'
  const logo = await masterOf(
    await sharp(Buffer.from(svg)).png().toBuffer(),
    { width: 300, height: 100 },
    false,
  )
  const warningsOn = async (ground: 'deep' | 'white') => {
    const choice = { ...choiceFor('panel', palette), ground }
    const asset = await composeAsset(
      { fonts },
      requestOf({ choice, logos: [logo], copy: { headline: 'Go' } }),
      flatPicture,
    )
    return asset.warnings.filter((warning) => warning.includes('white box'))
  }
  expect(await warningsOn('deep')).toEqual([
    'The logo has a white box around it: upload it with a transparent background',
  ])
  expect(await warningsOn('white')).toEqual([])
})
