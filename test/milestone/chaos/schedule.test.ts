import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type FaultType, faultTypes } from '../../../src/milestone/chaos/fault.ts'
import {
  drawSchedule,
  faultMatrix,
  isFrequent,
  type Schedule,
  shrinkSchedule,
} from '../../../src/milestone/chaos/schedule.ts'
import { testSeed } from '../../support/seed.ts'

const seed = testSeed('schedule.test.ts')

test('the same seed and cycle draw the same one to three different faults', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(1000), fc.boolean(), (drawn, number, spareOne) => {
      const options = { seed: drawn, number, types: faultTypes, spareOne }
      const schedule = drawSchedule(options)
      expect(drawSchedule(options)).toEqual(schedule)
      expect(schedule.length).toBeGreaterThanOrEqual(1)
      expect(schedule.length).toBeLessThanOrEqual(3)
      expect(new Set(schedule.map(({ type }) => type)).size).toBe(schedule.length)
      if (!spareOne) return
      expect(schedule.filter(({ endpoint, count }) => endpoint === 'all' && count === undefined)).toEqual([])
    }),
    { seed },
  )
})

test('only the first fault of a cycle may last, and only faults with many occasions are left to chance', () => {
  for (let number = 0; number < 1000; number += 1) {
    const schedule = drawSchedule({ seed: 3, number, types: faultTypes, spareOne: true })
    expect(schedule.slice(1).filter(({ count }) => count === undefined)).toEqual([])
    expect(schedule.filter(({ type, probability }) => probability < 1 && !isFrequent(type))).toEqual([])
  }
})

test('every fault is certain to hit in some cell of the matrix, and cells where it cannot are marked', () => {
  const matrix = faultMatrix(faultTypes, 1)
  const cells = (type: FaultType, exercise: string) =>
    matrix.filter((cell) => cell.exercise === exercise && cell.schedule[0]?.type === type).length
  for (const type of faultTypes) expect(cells(type, 'always')).toBeGreaterThan(0)
  expect(matrix).toHaveLength(faultTypes.length * 12)
  expect([cells('rpc_reset', 'never'), cells('log_gap', 'never'), cells('reorg', 'never')]).toEqual([0, 9, 6])
})

test('a thousand cycles draw every fault', () => {
  const drawn = new Set(
    Array.from({ length: 1000 }, (_, number) =>
      drawSchedule({ seed: 7, number, types: faultTypes, spareOne: false }),
    ).flatMap((schedule) => schedule.map(({ type }) => type)),
  )
  expect([...drawn].sort()).toEqual([...faultTypes].sort())
})

test('a failing schedule shrinks to exactly the faults that make it fail', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.constantFrom(...faultTypes), { minLength: 1, maxLength: 12 }),
      fc.nat(),
      fc.integer({ min: 1, max: 3 }),
      async (types, start, guilty) => {
        const schedule: Schedule = types.map((type) => ({
          type,
          probability: 1,
          count: undefined,
          endpoint: 0,
          steps: undefined,
          seed: 1,
        }))
        const culprits = Array.from(
          { length: Math.min(guilty, types.length) },
          (_, index) => types[(start + index) % types.length],
        )
        const fails = async (candidate: Schedule) =>
          culprits.every((culprit) => candidate.some(({ type }) => type === culprit))
        const smallest = await shrinkSchedule(schedule, fails, 500)
        expect(smallest.map(({ type }): string => type).sort()).toEqual(culprits.map(String).sort())
      },
    ),
    { seed },
  )
})
