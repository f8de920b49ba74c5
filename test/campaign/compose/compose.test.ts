import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { composeAsset } from '../../../src/campaign/compose/compose.ts'
import { overlap } from '../../../src/campaign/compose/copy/free-boxes.ts'
import { formatIds, formats } from '../../../src/campaign/compose/formats.ts'
import { decode, flatScene, fonts, pillLogo, requestOf, sceneOf } from './kit.ts'

const logo = await pillLogo([250, 250, 245])
const copy = { content: 'Follow the long light\nFrom €490' }

test.each(formatIds)(
  'an asset of %s has that size, its hashes, logo and copy, and a proof',
  async (format) => {
    const { width, height } = formats[format]
    const scene = sceneOf(format, (x, y) => [40 + (x >> 5), 60 + (y >> 5), 90])
    const before = createHash('sha256').update(scene.pixels.data).digest('hex')
    const asset = await composeAsset({ fonts }, requestOf({ format, logo, copy }), scene)
    const decoded = await decode(asset.png)
    expect(asset).toMatchObject({
      format,
      width,
      height,
      byteSha256: createHash('sha256').update(asset.png).digest('hex'),
      pixelSha256: createHash('sha256').update(decoded.data).digest('hex'),
      copy: { lines: expect.any(Array), color: expect.stringMatching(/^#/) },
      proof: { outsideChanged: 0, opaqueChanged: 0 },
      warnings: [],
    })
    expect(asset.logo?.contrast).toBeGreaterThan(3)
    expect(createHash('sha256').update(scene.pixels.data).digest('hex')).toBe(before)
  },
)

test.each(['none', 'frame', 'badge', 'split', 'card'] as const)(
  'over %s logo and copy stay apart and on the canvas',
  async (overlayMode) => {
    const scene = sceneOf('landscape', (x, y) => [90 + (x >> 5), 110 + (y >> 5), 130])
    const request = requestOf({
      format: 'landscape',
      overlayMode,
      logo,
      copy,
      palette: ['#c8553d', '#1d3557'],
    })
    const asset = await composeAsset({ fonts }, request, scene)
    if (asset.logo === undefined || asset.copy === undefined) throw new Error('logo or copy is missing')
    expect(overlap(asset.logo.box, asset.copy.box)).toBe(false)
    expect(asset.proof).toMatchObject({ outsideChanged: 0, opaqueChanged: 0 })
  },
)

test('without logo, copy and overlay the pixels are those of the scene', async () => {
  const scene = sceneOf('landscape', (x, y) => [x & 255, y & 255, 7])
  const asset = await composeAsset({ fonts }, requestOf({ format: 'landscape' }), scene)
  expect(asset).toMatchObject({ logo: undefined, copy: undefined, warnings: [] })
  expect(Buffer.compare((await decode(asset.png)).data, scene.pixels.data)).toBe(0)
})

test('a scene of another size than the format is refused', async () => {
  await expect(
    composeAsset({ fonts }, requestOf({ format: 'square' }), flatScene('portrait')),
  ).rejects.toThrow('Cannot compose square as the scene must be 1080 by 1080: it is 1080 by 1350')
})

test('an enlarged picture and an overlay without copy cause warnings', async () => {
  const scene = { ...flatScene('landscape'), isUpscaled: true }
  const request = requestOf({ format: 'landscape', overlayMode: 'card' })
  expect((await composeAsset({ fonts }, request, scene)).warnings).toEqual([
    'The picture has fewer pixels than 1200 by 628 and was enlarged',
    'The card is empty as there is no copy',
  ])
})

test('copy that is too long for a badge is set beside it, with a warning', async () => {
  const content = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
  const request = requestOf({ format: 'portrait', overlayMode: 'badge', copy: { content } })
  const { warnings, copy: drawn } = await composeAsset({ fonts }, request, flatScene('portrait'))
  expect(warnings).toContain('The copy is too long for the badge and was set beside it')
  expect(drawn?.lines).toEqual([content])
})
