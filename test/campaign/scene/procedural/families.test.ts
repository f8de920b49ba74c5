import { expect, test } from 'bun:test'
import sharp from 'sharp'
import { formatIds } from '../../../../src/campaign/compose/formats.ts'
import { families } from '../../../../src/campaign/scene/procedural/families/families.ts'
import {
  composeProcedural,
  renderWithSubject,
} from '../../../../src/campaign/scene/procedural/render-with-subject.ts'
import { testSeed } from '../../../support/seed.ts'
import { isSoak, someOf } from '../../../support/soak.ts'
import {
  clippedShare,
  meanColorfulness,
  meanDifference,
  meanLuma,
  meansOf,
  plan,
  planOf,
  renderOf,
  sharedColors,
  sizes,
} from './family-kit.ts'

const all = families.map((family, at) => [family.name, family, at] as const)
const seed = testSeed('families')
/** Properties that take many renderings are checked on a few families, in the long form on half of them by turns. */
const some = all.filter((_, at) => (isSoak ? (at + seed) % 2 === 0 : at % 7 === 0))
const palette = ['#1f6f54', '#f5765f']

test('a plan renders at the size that is asked for', async () => {
  const { pixels } = await renderWithSubject({ ...plan, family: 'mesh' }, sizes.landscape, undefined)
  expect(pixels).toMatchObject({ ...sizes.landscape, channels: 3 })
})

test('a plan of an unknown family is rejected with the families that exist', () => {
  expect(() => composeProcedural({ ...plan, family: 'nebula' }, sizes.square)).toThrow(
    /"nebula": the families are .*dunes.*ocean.*skyline/,
  )
})

test.each(all)('a part of %s shows what the whole picture shows there', async (_, family) => {
  const whole = await renderOf(family, planOf(family), { width: 160, height: 140 })
  const part = { left: 41, top: 33, width: 90, height: 80 }
  const cut = await sharp(whole.pixels.data, { raw: { width: 160, height: 140, channels: 3 } })
    .extract(part)
    .raw()
    .toBuffer()
  const pixels = await family.compose(planOf(family), { width: 160, height: 140 }).paint(part)
  expect(pixels).toMatchObject({ width: 90, height: 80 })
  const { focal } = whole
  // Corners are darker and lights bloom within the part that is seen; grain lies elsewhere.
  expect(meanDifference({ pixels, focal }, { pixels: { ...pixels, data: cut }, focal })).toBeLessThan(12)
})

test.each(all)('%s fills a format and clips no channel', async (_, family, at) => {
  const times = ['dawn', 'dusk', 'night'] as const
  for (const turn of someOf([0, 1, 2], at)) {
    const size = sizes[formatIds[turn] ?? 'square']
    const request = planOf(family, { timeOfDay: times[(turn + at) % 3] ?? 'day' })
    const { pixels, focal } = await renderOf(family, request, size)
    expect(pixels).toMatchObject({ ...size, channels: 3 })
    expect(pixels.data.length).toBe(size.width * size.height * 3)
    expect(clippedShare(pixels)).toBeLessThan(0.03)

    expect(Math.min(focal.x, focal.y)).toBeGreaterThanOrEqual(0)
    expect(Math.max(focal.x, focal.y)).toBeLessThanOrEqual(1)
  }
})

test.each(some)(
  '%s shows one place in every format: light, colour and focal point stay',
  async (_, family) => {
    const first = await renderOf(family, planOf(family, { palette }), sizes.square)
    const night = await renderOf(family, planOf(family, { palette, timeOfDay: 'night' }), sizes.square)
    for (const size of [sizes.landscape, sizes.portrait]) {
      const other = await renderOf(family, planOf(family, { palette }), size)
      const means = meansOf(other)
      for (const [c, mean] of meansOf(first).entries())
        expect(Math.abs(mean - (means[c] ?? 0))).toBeLessThan(30)
      expect(Math.abs(other.focal.x - first.focal.x)).toBeLessThan(family.name === 'studio' ? 0.2 : 0.1)
      expect(sharedColors(first, other)).toBeGreaterThan(0.6)
      expect(sharedColors(first, other)).toBeGreaterThan(sharedColors(first, night))
    }
  },
)

test.each(some)('%s changes visibly with every member of its plan', async (_, family) => {
  const image = await renderOf(family, planOf(family, { palette }), sizes.square)
  for (const change of [
    { mood: 'dramatic' },
    { season: 'winter' },
    { timeOfDay: 'dusk' },
    { palette: ['#6f3fc0'] },
    { seed: 8 },
  ] as const) {
    const other = await renderOf(family, planOf(family, { palette, ...change }), sizes.square)
    expect([change, meanDifference(image, other) > 2]).toEqual([change, true])
  }
})

test.each(some)('%s is darker by night than by day and paler in winter than in summer', async (_, family) => {
  const at = (timeOfDay: 'day' | 'night', season: 'summer' | 'winter') =>
    renderOf(family, planOf(family, { timeOfDay, season, palette: ['#2b4bd6', '#ff6b4a'] }), sizes.landscape)
  const day = await at('day', 'summer')
  expect(meanLuma(await at('night', 'summer'))).toBeLessThan(meanLuma(day) * 0.75)
  expect(meanColorfulness(await at('day', 'winter'))).toBeLessThan(meanColorfulness(day))
})

test.each(some)('%s fills every row of a small and odd size', async (_, family) => {
  const { width, height } = { width: 131, height: 100 }
  const { data } = (await renderOf(family, planOf(family), { width, height })).pixels
  expect(data.length).toBe(width * height * 3)
  const rows = Array.from({ length: height }, (_, y) => data.subarray(y * width * 3, (y + 1) * width * 3))
  expect(rows.filter((row) => row.every((value) => value < 4))).toEqual([])
})
