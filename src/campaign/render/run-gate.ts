import { widerCallerOf } from '../../kernel/runtime/caller-networks.ts'
import { campaignError } from '../errors.ts'

/** Bounds the runs that are queued or running in this process. */
export interface RunGate {
  /**
   * Runs `work` if capacity is left.
   * @throws runs_busy at once otherwise, too_many_at_once where the caller has its share of the places
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
      if (inFlight >= inFlightMax) throw campaignError('runs_busy')
      if (name !== undefined && (counts.get(name) ?? 0) >= perCallerMax)
        throw campaignError('too_many_at_once', perCallerMax)
      count(name, 1)
      try {
        return await work()
      } finally {
        count(name, -1)
      }
    },
  }
}
