import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { formatIds, formats } from '../../../../src/campaign/compose/formats.ts'
import { renderProcedural } from '../../../../src/campaign/scene/procedural/render-procedural.ts'
import {
  deviationOf,
  firstFamilies,
  meanColorfulness,
  meanDifference,
  meanLuma,
  plan,
  planOf,
  renderHashes,
  sharedColors,
  sizes,
  someFirstFamilies,
} from './family-kit.ts'

const byName = firstFamilies.map((family) => [family.name, family] as const)
const some = someFirstFamilies.map((family) => [family.name, family] as const)
const program = join(import.meta.dir, 'render-hashes.ts')

test('the same plan gives the same bytes in every process and Worker', async () => {
  const here = await renderHashes()
  expect(new Set(here).size).toBe(someFirstFamilies.length)
  expect(await inWorker()).toEqual(here)
  expect(await inProcess()).toEqual(here)
})

test('a plan renders at the size of its format', async () => {
  const { pixels } = await renderProcedural({ ...plan, family: 'mesh' }, 'landscape')
  expect(pixels).toMatchObject({ ...formats.landscape, channels: 3 })
})

test('a plan of an unknown family is rejected with the families that exist', async () => {
  const answer = renderProcedural({ ...plan, family: 'nebula' }, 'square')
  await expect(answer).rejects.toThrow(/"nebula": the families are .*dunes.*ocean.*skyline/)
})

test.each(byName)(
  '%s fills every format, clips no channel and leaves calm space for copy',
  async (_, family) => {
    const times = ['dawn', 'dusk', 'night'] as const
    for (const [i, format] of formatIds.entries()) {
      const size = sizes[format]
      const { pixels, focal, calm } = await family.render(
        planOf(family, { timeOfDay: times[i] ?? 'day' }),
        size,
      )
      expect(pixels).toMatchObject({ ...size, channels: 3 })
      expect(pixels.data.length).toBe(size.width * size.height * 3)
      expect(clippedShare(pixels.data)).toBeLessThan(0.03)

      expect(Math.min(focal.x, focal.y)).toBeGreaterThanOrEqual(0)
      expect(Math.max(focal.x, focal.y)).toBeLessThanOrEqual(1)
      expect(Math.min(calm.left, calm.top)).toBeGreaterThanOrEqual(0)
      expect(calm.left + calm.width).toBeLessThanOrEqual(size.width)
      expect(calm.top + calm.height).toBeLessThanOrEqual(size.height)
      expect((calm.width * calm.height) / (size.width * size.height)).toBeGreaterThan(0.12)
      expect(deviationOf(pixels, calm)).toBeLessThan(deviationOf(pixels, { left: 0, top: 0, ...size }))
    }
  },
)

test.each(some)('%s shows one place in every format', async (_, family) => {
  const dawn = planOf(family, { timeOfDay: 'dawn' })
  const square = await family.render(dawn, sizes.square)
  const elsewhere = await family.render({ ...dawn, timeOfDay: 'night' }, sizes.square)
  for (const format of ['landscape', 'portrait'] as const) {
    const other = await family.render(dawn, sizes[format])
    expect(sharedColors(square, other)).toBeGreaterThan(0.6)
    expect(sharedColors(square, other)).toBeGreaterThan(sharedColors(square, elsewhere))
  }
})

test.each(some)('%s changes visibly with every member of its plan', async (_, family) => {
  const image = await family.render(planOf(family), sizes.square)
  const others = [
    { mood: 'dramatic' },
    { season: 'winter' },
    { timeOfDay: 'dusk' },
    { palette: ['#c8102e'] },
    { seed: 8 },
  ] as const
  for (const change of others) {
    const other = await family.render(planOf(family, change), sizes.square)
    expect(meanDifference(image, other)).toBeGreaterThan(3)
  }
})

test.each(some)('%s is darker by night than by day and paler in winter than in summer', async (_, family) => {
  const palette = ['#2b4bd6', '#ff6b4a']
  const at = (timeOfDay: 'day' | 'night', season: 'summer' | 'winter') =>
    family.render(planOf(family, { timeOfDay, season, palette }), sizes.landscape)
  const [day, night, winter] = [
    await at('day', 'summer'),
    await at('night', 'summer'),
    await at('day', 'winter'),
  ]
  expect(meanLuma(night)).toBeLessThan(meanLuma(day) * 0.75)
  expect(meanColorfulness(winter)).toBeLessThan(meanColorfulness(day))
})

/** The largest share of pixels that one channel shows as 0 or as 255. */
function clippedShare(data: Uint8Array): number {
  const counts = [0, 0, 0, 0, 0, 0]
  for (let i = 0; i < data.length; i++) {
    const value = data[i]
    if (value === 0) counts[i % 3] = (counts[i % 3] ?? 0) + 1
    if (value === 255) counts[3 + (i % 3)] = (counts[3 + (i % 3)] ?? 0) + 1
  }
  return Math.max(...counts) / (data.length / 3)
}

async function inProcess(): Promise<unknown> {
  const child = Bun.spawn([process.execPath, program], { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' })
  return JSON.parse(await new Response(child.stdout).text())
}

async function inWorker(): Promise<unknown> {
  const worker = new Worker(program)
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = ({ message }) => reject(new Error(message))
    })
  } finally {
    worker.terminate()
  }
}
