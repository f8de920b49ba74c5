import { pause } from '../../../kernel/runtime/async.ts'

/** Waits until a site may be asked again. Rejects with the signal's reason when that comes first. */
export type Pace = (signal: AbortSignal) => Promise<void>

/** One request after the other, `delayMs` apart, the first so long after now; without a delay nobody waits. */
export function createPace(delayMs: number, clock: () => number): Pace {
  let nextAt = clock() + delayMs
  return async (signal) => {
    signal.throwIfAborted()
    if (delayMs <= 0) return
    const waitMs = nextAt - clock()
    nextAt = Math.max(nextAt, clock()) + delayMs
    if (waitMs <= 0) return
    await pause(waitMs, signal)
    signal.throwIfAborted()
  }
}
