import { expect, test } from 'bun:test'
import { finish } from '../../../../../src/campaign/scene/procedural/core/finish.ts'
import { createFloatRaster } from '../../../../../src/campaign/scene/procedural/core/float-raster.ts'
import {
  blurPlane,
  createPlane,
  samplePlane,
} from '../../../../../src/campaign/scene/procedural/core/plane.ts'
import { sceneLight } from '../../../../../src/campaign/scene/procedural/core/scene-light.ts'
import {
  cellOf,
  rasterizeLayer,
  rasterizePlane,
  sampleLayer,
} from '../../../../../src/campaign/scene/procedural/core/silhouette.ts'
import { renderTerrain } from '../../../../../src/campaign/scene/procedural/core/terrain.ts'

test('grain dithers a slow gradient, so that no flat bands appear', () => {
  const raster = createFloatRaster(400, 40)
  for (let i = 0; i < raster.data.length; i++) raster.data[i] = 0.2 + (0.02 * (Math.floor(i / 3) % 400)) / 400
  const { data } = finish(raster, { seed: 1, vignette: 0 })
  let longest = 0
  for (let y = 0; y < 40; y++) {
    for (let x = 1, run = 1; x < 400; x++) {
      run = data[(y * 400 + x) * 3] === data[(y * 400 + x - 1) * 3] ? run + 1 : 1
      longest = Math.max(longest, run)
    }
  }
  expect(longest).toBeLessThan(12)
})

test('light above white keeps its order and does not clip', () => {
  const raster = createFloatRaster(4, 1)
  raster.data.set([0.5, 0.5, 0.5, 1, 1, 1, 1.5, 1.5, 1.5, 2.5, 2.5, 2.5])
  const { data } = finish(raster, { seed: 1, vignette: 0, grain: 0 })
  const [a = 0, b = 0, c = 0, d = 0] = [data[0], data[3], data[6], data[9]]
  expect(a).toBeLessThan(b)
  expect(b).toBeLessThan(c)
  expect(c).toBeLessThanOrEqual(d)
  expect(b).toBeLessThan(250)
})

test('a blur keeps the sum of what lies inside and spreads it', () => {
  const plane = createPlane(61, 61)
  plane.data[30 * 61 + 30] = 1
  blurPlane(plane, 4)
  expect(plane.data.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 4)
  expect(plane.data[30 * 61 + 30]).toBeLessThan(0.02)
  expect(plane.data[30 * 61 + 34] ?? 0).toBeCloseTo(plane.data[34 * 61 + 30] ?? 1, 6)
})

test.each([1, 2, 4, 8])('a drawing that is rasterised at 1/%i covers the same place', async (reduce) => {
  const size = { width: 101, height: 67 }
  const body = '<rect x="20" y="16" width="48" height="32" fill="#00f"/>'
  const softness = { reduce, blur: 0 }
  const plane = await rasterizePlane(body, size, softness)
  const layer = await rasterizeLayer(body, size, softness)
  const opacityAt = (x: number, y: number) => samplePlane(plane, cellOf(x, reduce), cellOf(y, reduce))
  const color = { r: 0, g: 0, b: 0 }
  expect(plane.width).toBe(Math.ceil(101 / reduce))
  expect(opacityAt(44, 32)).toBeCloseTo(1, 5)
  expect(sampleLayer(layer, 44, 32, color)).toBeCloseTo(1, 5)
  expect([color.r, color.g, color.b]).toEqual([0, 0, expect.closeTo(1, 5)])
  expect(opacityAt(5, 5)).toBe(0)
})

test('terrain covers what lies behind it, in fractions at its edge', () => {
  const raster = createFloatRaster(8, 40)
  raster.data.fill(1)
  renderTerrain(
    raster,
    { horizon: 10.5, centerX: 4, focal: 40, height: 2 },
    {
      near: 2,
      far: 10_000,
      step: 0.02,
      heightAt: () => 0,
      shade: (_, into) => Object.assign(into, { r: 0, g: 0, b: 0 }),
    },
  )
  const column = Array.from({ length: 40 }, (_, y) => raster.data[(y * 8 + 3) * 3] ?? 0)
  expect(column.slice(0, 10)).toEqual(new Array(10).fill(1))
  expect(column[10]).toBeCloseTo(0.5, 1)
  for (const value of column.slice(12)) expect(value).toBeCloseTo(0, 5)
})

test('a palette steers the hues of a scene, an unknown mood stays neutral', () => {
  const plan = {
    family: 'dunes',
    seed: 3,
    mood: 'calm',
    season: 'summer',
    timeOfDay: 'day',
    palette: [],
    unshown: [],
    isFitting: true,
  } as const
  const green = sceneLight({ ...plan, palette: ['#1f6f54'] })
  expect(green.main.h).toBeCloseTo(165, -1)
  expect(green.sky[0]?.h).not.toBeCloseTo(sceneLight(plan).sky[0]?.h ?? 0, 0)
  expect(sceneLight({ ...plan, mood: 'constructor' }).sky).toEqual(sceneLight({ ...plan, mood: 'none' }).sky)
})
