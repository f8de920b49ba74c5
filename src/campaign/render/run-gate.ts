import { widerCallerOf } from '../../kernel/runtime/caller-networks.ts'
import { Busy, TooManyAtOnce } from '../errors.ts'

/** Bounds the runs that are queued or running in this process. */
export interface RunGate {
  /**
   * Runs `work` if capacity is left.
   * @throws Busy at once otherwise, TooManyAtOnce where the caller has its share of the places
   */
  enter<Result>(work: () => Promise<Result>, caller?: string): Promise<Result>
}

/** `perCallerMax` is what one caller, or one IPv6 network of 48 bits, may have of the places. */
export function createRunGate({
  inFlightMax,
  perCallerMax = inFlightMax,
}: {
  inFlightMax: number
  perCallerMax?: number
}): RunGate {
  const counts = new Map<string, number>()
  let inFlight = 0
  const count = (name: string | undefined, change: number) => {
    inFlight += change
    if (name === undefined) return
    const left = (counts.get(name) ?? 0) + change
    if (left === 0) counts.delete(name)
    else counts.set(name, left)
  }
  return {
    enter: async (work, caller) => {
      const name = caller === undefined ? undefined : (widerCallerOf(caller) ?? caller)
      if (inFlight >= inFlightMax)
        throw new Busy('Cannot start another run as the queue is full: try again later')
      if (name !== undefined && (counts.get(name) ?? 0) >= perCallerMax) throw new TooManyAtOnce(perCallerMax)
      count(name, 1)
      try {
        return await work()
      } finally {
        count(name, -1)
      }
    },
  }
}
