import { LRUCache } from 'lru-cache'
import { widerCallerOf } from './caller-networks.ts'

/** A piece of work, such as a scan or a run, and who asked for it: one object for each. */
export interface Work {
  readonly caller: string
}

export interface TurnOptions {
  /** Goes before all jobs that are not urgent. */
  isUrgent?: boolean
  /** May have all places, and does not count in the share of its caller: for jobs that are short for sure. */
  isShort?: boolean
}

interface Waiting extends Required<TurnOptions> {
  work: Work
  caller: string
  begin: () => void
}

const callersRememberedMax = 1_000

/**
 * Lets a bounded number of jobs run. Callers take turns, and so do the pieces of work of one caller. Callers of one
 * IPv6 /48 network count as one. One place is never for a caller that has all the others, so that its slow jobs do not
 * hold up everybody else.
 */
export function createFairTurns({ runningMax }: { runningMax: number }) {
  const perCallerMax = Math.max(1, runningMax - 1)
  const queue: Waiting[] = []
  const runningOf = new Map<string, number>()
  const lastTurnOfCaller = new LRUCache<string, number>({ max: callersRememberedMax })
  const lastTurnOfWork = new WeakMap<Work, number>()
  let running = 0
  let turn = 0
  let whenIdle: PromiseWithResolvers<void> | undefined

  const goesBefore = (a: Waiting, b: Waiting) => {
    if (a.isUrgent !== b.isUrgent) return a.isUrgent
    const byCaller = (lastTurnOfCaller.get(a.caller) ?? 0) - (lastTurnOfCaller.get(b.caller) ?? 0)
    return (byCaller || (lastTurnOfWork.get(a.work) ?? 0) - (lastTurnOfWork.get(b.work) ?? 0)) < 0
  }
  const startNext = () => {
    while (running < runningMax) {
      let next: Waiting | undefined
      for (const each of queue) {
        if (!each.isShort && (runningOf.get(each.caller) ?? 0) >= perCallerMax) continue
        if (next === undefined || goesBefore(each, next)) next = each
      }
      if (next === undefined) break
      queue.splice(queue.indexOf(next), 1)
      turn += 1
      lastTurnOfCaller.set(next.caller, turn)
      lastTurnOfWork.set(next.work, turn)
      next.begin()
    }
    if (running > 0 || queue.length > 0) return
    whenIdle?.resolve()
    whenIdle = undefined
  }
  const count = (caller: string, change: number, { isShort }: TurnOptions) => {
    running += change
    if (isShort === true) return
    const left = (runningOf.get(caller) ?? 0) + change
    if (left === 0) runningOf.delete(caller)
    else runningOf.set(caller, left)
  }
  const turnOf = (work: Work, caller: string, signal: AbortSignal, options: TurnOptions) =>
    new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        isUrgent: options.isUrgent === true,
        isShort: options.isShort === true,
        work,
        caller,
        begin: () => {
          signal.removeEventListener('abort', leave)
          count(caller, 1, options)
          resolve()
        },
      }
      const leave = () => {
        queue.splice(queue.indexOf(waiting), 1)
        reject(signal.reason)
        startNext()
      }
      signal.addEventListener('abort', leave, { once: true })
      queue.push(waiting)
      startNext()
    })

  return {
    /** Jobs that wait. */
    get waiting() {
      return queue.length
    },
    /**
     * Runs `job` when its turn has come. `signal` ends the waiting; what has begun ends by itself.
     * @throws the reason of `signal`, and what `job` throws
     */
    async run<Result>(
      work: Work,
      signal: AbortSignal,
      job: () => Promise<Result>,
      options: TurnOptions = {},
    ) {
      signal.throwIfAborted()
      const caller = widerCallerOf(work.caller) ?? work.caller
      await turnOf(work, caller, signal, options)
      try {
        return await job()
      } finally {
        count(caller, -1, options)
        startNext()
      }
    },
    /** Resolves when nothing runs or waits. */
    idle() {
      if (running === 0 && queue.length === 0) return Promise.resolve()
      whenIdle ??= Promise.withResolvers()
      return whenIdle.promise
    },
  }
}
