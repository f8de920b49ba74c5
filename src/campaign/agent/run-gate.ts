import { Busy } from '../errors.ts'

/** Bounds the runs that are queued or running in this process. */
export interface RunGate {
  /** Runs `work` if capacity is left. @throws Busy at once otherwise */
  enter<Result>(work: () => Promise<Result>): Promise<Result>
}

export function createRunGate({ inFlightMax }: { inFlightMax: number }): RunGate {
  let inFlight = 0
  return {
    enter: async (work) => {
      if (inFlight >= inFlightMax)
        throw new Busy('Cannot start another run as the queue is full: try again later')
      inFlight += 1
      try {
        return await work()
      } finally {
        inFlight -= 1
      }
    },
  }
}
