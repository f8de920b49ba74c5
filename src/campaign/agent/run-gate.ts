import { RequestRefused } from '../../kernel/problem.ts'
import { Busy } from '../errors.ts'

/** Bounds the runs that are waiting or being worked on, of one caller and of all. */
export interface RunGate {
  /** Runs `work` when there is room for it. @throws RequestRefused 429, or Busy 503, at once when there is none */
  enter<Result>(caller: string, work: () => Promise<Result>): Promise<Result>
}

export function createRunGate(limits: { perCaller: number; inAll: number }): RunGate {
  const byCaller = new Map<string, number>()
  let all = 0
  return {
    enter: async (caller, work) => {
      const own = byCaller.get(caller) ?? 0
      if (own >= limits.perCaller) {
        throw new RequestRefused(
          429,
          'too_many_in_flight',
          `Cannot start another run as ${own} of yours are in flight: wait for one of them`,
          { retryAfterSeconds: 1 },
        )
      }
      if (all >= limits.inAll)
        throw new Busy('Cannot start another run as the queue is full: try again later')
      byCaller.set(caller, own + 1)
      all += 1
      try {
        return await work()
      } finally {
        all -= 1
        const left = (byCaller.get(caller) ?? 1) - 1
        if (left === 0) byCaller.delete(caller)
        else byCaller.set(caller, left)
      }
    },
  }
}
