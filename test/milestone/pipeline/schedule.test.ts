import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { faultTypes } from '../../../src/milestone/chaos/fault.ts'
import {
  allFaults,
  drawSchedule,
  type Schedule,
  shrinkSchedule,
} from '../../../src/milestone/pipeline/schedule.ts'
import { testSeed } from '../../support/seed.ts'

const seed = testSeed('schedule.test.ts')

test('the same seed and cycle draw the same one to three different faults', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(1000), fc.boolean(), (drawn, number, spareOne) => {
      const options = { seed: drawn, number, types: allFaults(), endpoints: 2, spareOne }
      const schedule = drawSchedule(options)
      expect(drawSchedule(options)).toEqual(schedule)
      expect(schedule.length).toBeGreaterThanOrEqual(1)
      expect(schedule.length).toBeLessThanOrEqual(3)
      expect(new Set(schedule.map(({ type }) => type)).size).toBe(schedule.length)
      if (!spareOne) return
      expect(new Set(schedule.map(({ endpoint }) => endpoint)).size).toBe(1)
      expect(schedule.every(({ endpoint }) => endpoint !== undefined)).toBe(true)
    }),
    { seed },
  )
})

test('a thousand cycles draw every fault', () => {
  const drawn = new Set(
    Array.from({ length: 1000 }, (_, number) =>
      drawSchedule({ seed: 7, number, types: allFaults(), endpoints: 2, spareOne: false }),
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
