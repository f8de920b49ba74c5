import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { pick, roll } from '../../../src/milestone/chaos/random.ts'
import { testSeed } from '../../support/seed.ts'

const seed = testSeed('dice')

test('the same seed and text fall alike, from 0 to below 1', () => {
  fc.assert(
    fc.property(fc.integer(), fc.string(), (number, text) => {
      const rolled = roll(number, text)
      expect(roll(number, text)).toBe(rolled)
      expect(rolled).toBeGreaterThanOrEqual(0)
      expect(rolled).toBeLessThan(1)
    }),
    { seed },
  )
})

test('texts that differ in a number, and seeds that differ by one, fall evenly over ten parts', () => {
  const rolls = 20_000
  const countsOf = (rollAt: (index: number) => number) => {
    const counts = new Array<number>(10).fill(0)
    for (let index = 0; index < rolls; index += 1) {
      const part = Math.floor(rollAt(index) * 10)
      counts[part] = (counts[part] ?? 0) + 1
    }
    return counts
  }
  for (const counts of [
    countsOf((index) => roll(7, `0 eth_call ["0x${index.toString(16)}"] 1 strike`)),
    countsOf((index) => roll(7, `0 eth_call [] ${index} strike`)),
    countsOf((index) => roll(index, '0 eth_call [] 1 strike')),
    countsOf((index) => roll(index * 2 ** 32, '0 eth_call [] 1 strike')),
  ]) {
    // Chi-squared with 9 degrees of freedom: over 33 once in 10,000 times for fair dice, and these never change.
    const expected = rolls / 10
    const chiSquared = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    expect(chiSquared).toBeLessThan(33)
  }
})

test('neighbouring rolls know nothing of each other', () => {
  const rolls = 20_000
  let both = 0
  for (let index = 0; index < rolls; index += 1) {
    const one = roll(3, `request ${index} 1`) < 0.3
    const next = roll(3, `request ${index} 2`) < 0.3
    if (one && next) both += 1
  }
  expect(both / rolls).toBeGreaterThan(0.08)
  expect(both / rolls).toBeLessThan(0.1)
})

test('a pick takes every choice', () => {
  expect([0, 0.34, 0.67, 0.999].map((rolled) => pick(['a', 'b', 'c'], rolled))).toEqual(['a', 'b', 'c', 'c'])
})
