import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { pick, sample } from '../../../src/milestone/chaos/random.ts'
import { testSeed } from '../../support/seed.ts'

const seed = testSeed('random.test.ts')

test('the same seed and text give the same sample, from 0 to below 1', () => {
  fc.assert(
    fc.property(fc.integer(), fc.string(), (number, text) => {
      const sampled = sample(number, text)
      expect(sample(number, text)).toBe(sampled)
      expect(sampled).toBeGreaterThanOrEqual(0)
      expect(sampled).toBeLessThan(1)
    }),
    { seed },
  )
})

test('texts that differ in a number, and seeds that differ by one, give uniform samples', () => {
  const samples = 20_000
  const countsOf = (sampleAt: (index: number) => number) => {
    const counts = new Array<number>(10).fill(0)
    for (let index = 0; index < samples; index += 1) {
      const part = Math.floor(sampleAt(index) * 10)
      counts[part] = (counts[part] ?? 0) + 1
    }
    return counts
  }
  for (const counts of [
    countsOf((index) => sample(7, `0 eth_call ["0x${index.toString(16)}"] 1 strike`)),
    countsOf((index) => sample(7, `0 eth_call [] ${index} strike`)),
    countsOf((index) => sample(index, '0 eth_call [] 1 strike')),
    countsOf((index) => sample(index * 2 ** 32, '0 eth_call [] 1 strike')),
  ]) {
    // Chi-squared with 9 degrees of freedom: over 33 once in 10,000 times for a uniform distribution, and these samples never change.
    const expected = samples / 10
    const chiSquared = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    expect(chiSquared).toBeLessThan(33)
  }
})

test('a pick takes every choice', () => {
  expect([0, 0.34, 0.67, 0.999].map((sampled) => pick(['a', 'b', 'c'], sampled))).toEqual([
    'a',
    'b',
    'c',
    'c',
  ])
})
