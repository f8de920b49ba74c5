import type { FaultType, StepWord } from './fault.ts'
import { faultFacts } from './faults.ts'
import { sample } from './random.ts'

/** A fault to inject before a cycle. */
interface ScheduledFault {
  type: FaultType
  probability: number
  /** Hits at most; undefined without a limit. */
  count: number | undefined
  /** Index of the endpoint. */
  endpoint: number | 'all'
  /** Only at these steps of a cycle; undefined means all the time. */
  steps: readonly StepWord[] | undefined
  seed: number
}

/** The faults of one cycle. */
export type Schedule = readonly ScheduledFault[]

/**
 * Draws one to three different faults of `types` for cycle `number`. The first may last; the others hit a few requests
 * at any endpoint, so that none masks another. With `spareOne`, a lasting fault of the wire is confined to the first
 * endpoint, which a client prefers.
 */
export function drawSchedule(options: {
  seed: number
  number: number
  types: readonly FaultType[]
  spareOne: boolean
}): Schedule {
  const { types, spareOne } = options
  let drawn = 0
  const random = () => {
    drawn += 1
    return sample(options.seed, `${options.number} ${drawn}`)
  }
  const pick = (below: number) => Math.floor(random() * below)
  const wanted = Math.min(types.length, 1 + pick(3))
  const schedule: ScheduledFault[] = []
  while (schedule.length < wanted) {
    const type = types[pick(types.length)]
    if (type === undefined || schedule.some((fault) => fault.type === type)) continue
    const ends = schedule.length > 0 || pick(3) === 0
    const hits = 1 + pick(3)
    schedule.push({
      type,
      probability: !ends && isFrequent(type) && pick(2) === 0 ? 0.3 : 1,
      count: countOf(type, ends ? hits : undefined),
      endpoint: ends || (!spareOne && pick(2) === 0) ? 'all' : 0,
      steps: undefined,
      seed: Math.floor(random() * 2 ** 31),
    })
  }
  return schedule
}

/** At most the hits that a cycle survives. */
function countOf(type: FaultType, count: number | undefined): number | undefined {
  const countMax = faultFacts[type].hits
  return countMax === undefined ? count : Math.min(countMax, count ?? countMax)
}

const matrixSteps: readonly StepWord[] = ['read', 'vote', 'finalize', 'release']

/** One cell of the matrix. */
export interface MatrixCell {
  schedule: Schedule
  /** Whether its fault is certain to hit, does so by chance, or has no occasion. */
  exercise: 'always' | 'by chance' | 'never'
}

/** One cycle for every fault type and step in three modes: once, for 30 % of requests, always on one endpoint. */
export function faultMatrix(types: readonly FaultType[], seed: number): MatrixCell[] {
  return types.flatMap((type) =>
    matrixSteps.flatMap((step): MatrixCell[] => {
      const fault = { type, steps: [step], seed, count: countOf(type, undefined), probability: 1 }
      const exercise = actsAt(type, step) ? 'always' : 'never'
      const rarely = exercise === 'always' && !actsOnAll(type) ? 'by chance' : exercise
      return [
        { schedule: [{ ...fault, endpoint: 'all', count: 1 }], exercise },
        { schedule: [{ ...fault, endpoint: 'all', probability: 0.3 }], exercise: rarely },
        { schedule: [{ ...fault, endpoint: 0 }], exercise },
      ]
    }),
  )
}

/**
 * Reduces `schedule` to the fewest faults that still fail, by delta debugging. `fails` runs a cycle with the given
 * faults, at most `tries` times.
 */
export async function shrinkSchedule(
  schedule: Schedule,
  fails: (candidate: Schedule) => Promise<boolean>,
  tries = 40,
): Promise<Schedule> {
  let smallest = schedule
  let left = tries
  let parts = 2
  while (smallest.length > 1 && left > 0) {
    const size = Math.ceil(smallest.length / parts)
    let smaller: Schedule | undefined
    for (let start = 0; start < smallest.length && left > 0; start += size) {
      const candidate = smallest.filter((_, index) => index < start || index >= start + size)
      left -= 1
      if (candidate.length < smallest.length && (await fails(candidate))) {
        smaller = candidate
        break
      }
    }
    if (smaller !== undefined) {
      smallest = smaller
      parts = Math.max(2, parts - 1)
    } else if (parts >= smallest.length) break
    else parts = Math.min(smallest.length, parts * 2)
  }
  return smallest
}

/** Whether a fault confined to this step is certain to have an occasion there. */
function actsAt(type: FaultType, step: StepWord): boolean {
  const { steps } = faultFacts[type]
  return steps === 'sending' ? step !== 'read' : (steps?.includes(step) ?? true)
}

/** Whether every request is an occasion for the fault. */
function actsOnAll(type: FaultType): boolean {
  return faultFacts[type].steps === undefined
}

/** Whether a cycle has so many occasions that a probability of 30 % is certain to hit one of them. */
export function isFrequent(type: FaultType): boolean {
  return actsOnAll(type) || faultFacts[type].steps === 'sending'
}
