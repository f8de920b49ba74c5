import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Box, SceneImage } from '../../../../src/campaign/images/raster.ts'
import { architecture } from '../../../../src/campaign/scene/procedural/families/architecture.ts'
import { fabric } from '../../../../src/campaign/scene/procedural/families/fabric.ts'
import type { Family } from '../../../../src/campaign/scene/procedural/families/family.ts'
import { forest } from '../../../../src/campaign/scene/procedural/families/forest.ts'
import { fruit } from '../../../../src/campaign/scene/procedural/families/fruit.ts'
import { glass } from '../../../../src/campaign/scene/procedural/families/glass.ts'
import { mountains } from '../../../../src/campaign/scene/procedural/families/mountains.ts'
import type { ScenePlan } from '../../../../src/campaign/scene/procedural/scene-plan.ts'
import { isSoak } from '../../../support/soak.ts'
import { planOf as kitPlanOf, lumaAt, meanDifference, meanLuma, sizes } from './family-kit.ts'

const families = [architecture, fabric, forest, fruit, glass, mountains]
const byName = families.map((family) => [family.name, family] as const)
/** What costs many renderings is tried on a few families here, and on all of them in the soak. */
const some = isSoak ? byName : byName.filter((_, at) => at % 4 === 0)

const { square, landscape, portrait } = sizes
const palette = ['#1f6f54', '#f5765f']
const planOf = (family: Family, changes: Partial<ScenePlan> = {}) =>
  kitPlanOf(family, { palette, ...changes })

test('the same plan gives the same bytes in another process', async () => {
  const plans = some.map(([, family]) => planOf(family))
  const script = `
    const { families } = await import(${JSON.stringify(fileURLToPath(import.meta.resolve('../../../../src/campaign/scene/procedural/families/families.ts')))})
    const { createHash } = await import('node:crypto')
    for (const plan of ${JSON.stringify(plans)}) {
      const { pixels } = await families.find(({ name }) => name === plan.family).render(plan, ${JSON.stringify(landscape)})
      console.log(createHash('sha256').update(pixels.data).digest('hex'))
    }`
  const other = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'inherit' })
  const hashes: string[] = []
  for (const [i, [, family]] of some.entries()) {
    const { pixels } = await family.render(plans[i] ?? planOf(family), landscape)
    hashes.push(createHash('sha256').update(pixels.data).digest('hex'))
  }
  expect((await new Response(other.stdout).text()).trim().split('\n')).toEqual(hashes)
})

test.each(byName)(
  '%s shows one place in every format: light, colour and focal point stay',
  async (_, family) => {
    const first = await family.render(planOf(family), square)
    for (const size of [landscape, portrait]) {
      const other = await family.render(planOf(family), size)
      expect(other.pixels).toMatchObject({ ...size, channels: 3 })
      expect(other.pixels.data.length).toBe(size.width * size.height * 3)
      expect(
        Math.max(...meanOf(first).map((mean, c) => Math.abs(mean - (meanOf(other)[c] ?? 0)))),
      ).toBeLessThan(30)
      expect(Math.abs(other.focal.x - first.focal.x)).toBeLessThan(0.1)
    }
  },
)

test.each(some)(
  '%s is darker by night and changes visibly with each member of its plan',
  async (_, family) => {
    const first = await family.render(planOf(family), landscape)
    const night = await family.render(planOf(family, { timeOfDay: 'night' }), landscape)
    expect(meanLuma(night)).toBeLessThan(meanLuma(first) * 0.75)
    const changes: Partial<ScenePlan>[] = [
      { mood: 'dramatic' },
      { season: 'winter' },
      { palette: ['#6f3fc0'] },
      { seed: 8 },
    ]
    for (const change of changes) {
      const other = await family.render(planOf(family, change), landscape)
      expect(meanDifference(first, other)).toBeGreaterThan(2)
    }
  },
)

test.each(some)(
  '%s leaves a large box for copy that is calmer than the picture and keeps off the focal point',
  async (_, family) => {
    const cases = [
      [square, 'dawn'],
      [landscape, 'night'],
      [portrait, 'dusk'],
    ] as const
    for (const [size, timeOfDay] of cases) {
      const image = await family.render(planOf(family, { timeOfDay }), size)
      const { calm, focal } = image
      const whole: Box = { left: 0, top: 0, ...size }
      expect(calm.left).toBeGreaterThanOrEqual(0)
      expect(calm.top).toBeGreaterThanOrEqual(0)
      expect(calm.left + calm.width).toBeLessThanOrEqual(size.width)
      expect(calm.top + calm.height).toBeLessThanOrEqual(size.height)
      expect((calm.width * calm.height) / (size.width * size.height)).toBeGreaterThan(0.12)
      expect(unrestOf(image, calm)).toBeLessThan(unrestOf(image, whole))
      expect(holds(calm, focal.x * size.width, focal.y * size.height)).toBe(false)
    }
  },
)

test.each(some)('%s fills every row of a small and odd size', async (_, family) => {
  const { width, height } = { width: 131, height: 100 }
  const { pixels } = await family.render(planOf(family), { width, height })
  expect(pixels.data.length).toBe(width * height * 3)
  const brightest = Array.from({ length: height }, (_, y) => rowMax(pixels.data, width, y))
  expect(brightest.filter((value) => value < 4)).toEqual([])
})

test('fruit, forest, fabric and glass show the kinds that a plan names', async () => {
  const differenceOf = async (family: Family, one: string[], two: string[]) => {
    const images = await Promise.all(
      [one, two].map((subjects) => family.render(planOf(family, { subjects }), square)),
    )
    const [first, second] = images
    return first && second ? meanDifference(first, second) : 0
  }
  expect(await differenceOf(fruit, ['lemon'], ['plum'])).toBeGreaterThan(5)
  expect(await differenceOf(fruit, ['orange'], ['orange', 'bowl'])).toBeGreaterThan(3)
  expect(await differenceOf(forest, ['pine'], ['birch'])).toBeGreaterThan(1)
  expect(await differenceOf(fabric, ['satin'], ['linen'])).toBeGreaterThan(3)
  expect(await differenceOf(glass, ['frosted'], ['reeded'])).toBeGreaterThan(1)
})

test('a palette that starts with white gives white walls and white cloth', async () => {
  for (const family of [architecture, fabric, fruit, glass]) {
    const image = await family.render(planOf(family, { palette: ['#f7f7f5'], mood: 'minimal' }), square)
    const [r = 0, g = 0, b = 0] = meanOf(image)
    expect(Math.min(r, g, b), family.name).toBeGreaterThan(125)
    expect(Math.max(r, g, b) - Math.min(r, g, b), family.name).toBeLessThan(45)
  }
})

function meanOf({ pixels: { data } }: SceneImage): number[] {
  const sums = [0, 0, 0]
  for (let i = 0; i < data.length; i++) sums[i % 3] = (sums[i % 3] ?? 0) + (data[i] ?? 0)
  return sums.map((sum) => sum / (data.length / 3))
}

/** Mean step between pixels two apart, in 8-bit luma: the grain weighs alike everywhere. */
function unrestOf({ pixels }: SceneImage, { left, top, width: w, height: h }: Box): number {
  let sum = 0
  for (let y = top; y < top + h - 2; y++) {
    for (let x = left; x < left + w - 2; x++) {
      sum +=
        Math.abs(lumaAt(pixels, x + 2, y) - lumaAt(pixels, x, y)) +
        Math.abs(lumaAt(pixels, x, y + 2) - lumaAt(pixels, x, y))
    }
  }
  return sum / ((w - 2) * (h - 2))
}

const holds = ({ left, top, width, height }: Box, x: number, y: number) =>
  x > left && x < left + width && y > top && y < top + height

function rowMax(data: Uint8Array, width: number, y: number): number {
  return data.subarray(y * width * 3, (y + 1) * width * 3).reduce((max, value) => Math.max(max, value), 0)
}
