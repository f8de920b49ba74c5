import { expect, test } from 'bun:test'
import { createRandom } from '../../../../../src/campaign/numeric/math.ts'
import {
  createNoiseTile,
  fbm,
  gradientNoise,
  sampleTile,
} from '../../../../../src/campaign/scene/procedural/core/noise.ts'
import { addWaves, sharedWaveTile } from '../../../../../src/campaign/scene/procedural/core/wave-tile.ts'

test('a stream depends on its seed and name alone', () => {
  const numbers = (seed: number, stream: string) => {
    const random = createRandom(seed, stream)
    return Array.from({ length: 4 }, random.next)
  }
  expect(numbers(1, 'a')).toEqual(numbers(1, 'a'))
  expect(numbers(1, 'a')).not.toEqual(numbers(2, 'a'))
  expect(numbers(1, 'a')).not.toEqual(numbers(1, 'b'))
  const drawn = createRandom(1, 'a')
  drawn.next()
  expect(drawn.fork('b').next()).toBe(createRandom(1, 'a').fork('b').next())
})

test('random numbers spread evenly', () => {
  const random = createRandom(5, 'spread')
  const bins = new Array<number>(10).fill(0)
  for (let i = 0; i < 20_000; i++) {
    const bin = random.int(0, 9)
    bins[bin] = (bins[bin] ?? 0) + 1
  }
  for (const count of bins) expect(Math.abs(count - 2000)).toBeLessThan(200)
})

test.each([
  ['gradient noise', gradientNoise(createRandom(3, 'n'))],
  ['fbm', fbm(gradientNoise(createRandom(3, 'n')), 5)],
] as const)('%s is continuous, centred on 0 and bounded', (_, noise) => {
  let sum = 0
  for (let i = 0; i < 4000; i++) {
    const x = i * 0.37
    const y = i * 0.11 - 90
    const value = noise(x, y)
    sum += value
    expect(Math.abs(value)).toBeLessThanOrEqual(1.25)
    expect(Math.abs(noise(x + 1e-4, y) - value)).toBeLessThan(0.01)
  }
  expect(Math.abs(sum / 4000)).toBeLessThan(0.08)
})

test('a noise tile repeats without a seam', () => {
  const tile = createNoiseTile(createRandom(3, 'tile'), { size: 64, frequency: 4, octaves: 3 })
  const steps = (x: number) => Math.abs(sampleTile(tile, x, 20.5) - sampleTile(tile, x - 1, 20.5))
  const inside = Math.max(...Array.from({ length: 60 }, (_, x) => steps(x + 2)))
  expect(steps(64)).toBeLessThanOrEqual(inside)
  expect(sampleTile(tile, 70.25, -3.5)).toBeCloseTo(sampleTile(tile, 6.25, 60.5), 6)
})

test('the slopes of waves belong to their heights', () => {
  const tile = sharedWaveTile()
  for (let i = 0; i < 50; i++) {
    const x = i * 7 + 1
    const z = i * 3 + 2
    const wavesAt = (ahead: number) => {
      const waves = { height: 0, slopeX: 0, slopeZ: 0 }
      addWaves(tile, x, z + ahead, 1, waves)
      return waves
    }
    const slope = (wavesAt(1).height - wavesAt(-1).height) / 2
    expect(Math.abs(wavesAt(0).slopeZ - slope)).toBeLessThan(0.12)
  }
})
