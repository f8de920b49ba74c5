import { expect, test } from 'bun:test'
import { createPatternCheck, expectLinearGrowth, repeatedTexts } from './linear-growth.ts'

/** Work that takes `msFor(size)` by its own clock, and the sizes that it was run with. */
function work(msFor: (size: number) => number) {
  let clock = 0
  const sizes: number[] = []
  return {
    sizes,
    size: 10,
    now: () => clock,
    workOn: (size: number) => () => {
      sizes.push(size)
      clock += msFor(size)
    },
  }
}

test('work that grows as the square of its input is found', () => {
  expect(() =>
    expectLinearGrowth(
      'squares',
      work((size) => size ** 2),
    ),
  ).toThrow('Not linear: squares: 100.0 ms for 10, 102400 ms for 32 times as much')
  expect(() =>
    expectLinearGrowth(
      'small squares',
      work((size) => 2 * (size / 10) ** 2),
    ),
  ).toThrow('Not linear: small squares: 2.0 ms for 10, 32768 ms for 128 times as much')
})

test('linear work is compared once, on an input eight times as large', () => {
  const linear = work((size) => size)
  expectLinearGrowth('linear work', linear)
  expect([...new Set(linear.sizes)]).toEqual([10, 80])
})

test('work that is too short to matter is run once', () => {
  const short = work((size) => (size / 10) ** 2)
  expectLinearGrowth('short work', short)
  expect(short.sizes).toEqual([10])
})

test('linear work that something disturbs is tried on larger inputs, and passes', () => {
  const disturbed = work((size) => (size === 80 ? 100 * size : size))
  expectLinearGrowth('disturbed work', disturbed)
  expect([...new Set(disturbed.sizes)]).toEqual([10, 80, 160])
})

test('a pattern that starts anew everywhere is found', () => {
  const expectLinearPattern = createPatternCheck(repeatedTexts(['a '], [['', '!']]), {
    firstChars: 2_000,
    limitMs: 20,
  })
  expect(() => expectLinearPattern('here', /(?:a )+b/g)).toThrow('Not linear: here /(?:a )+b/g on "a "')
})
