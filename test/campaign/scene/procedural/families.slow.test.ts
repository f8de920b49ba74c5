import { expect, test } from 'bun:test'
import { fabric } from '../../../../src/campaign/scene/procedural/families/fabric/fabric.ts'
import type { Family } from '../../../../src/campaign/scene/procedural/families/family.ts'
import { mountains } from '../../../../src/campaign/scene/procedural/families/mountains.ts'
import { meanDifference, meansOf, planOf, renderOf, sizes } from './family-kit.ts'

const palette = ['#1f6f54', '#f5765f']

test.each<[one: string[], two: string[], difference: number, Family]>([
  [['lake'], [], 3, mountains],
  [['satin'], ['linen'], 3, fabric],
])('the kinds that a plan names are shown: %j and %j differ', async (one, two, difference, family) => {
  const [first, second] = [
    await renderOf(family, planOf(family, { palette, subjects: one }), sizes.square),
    await renderOf(family, planOf(family, { palette, subjects: two }), sizes.square),
  ]
  expect(meanDifference(first, second)).toBeGreaterThan(difference)
})

test('a palette that starts with white gives white cloth', async () => {
  const request = planOf(fabric, { palette: ['#f7f7f5'], mood: 'minimal' })
  const means = meansOf(await renderOf(fabric, request, sizes.square))
  expect(Math.min(...means)).toBeGreaterThan(125)
  expect(Math.max(...means) - Math.min(...means)).toBeLessThan(45)
})
