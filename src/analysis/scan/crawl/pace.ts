import { pause } from '../../../kernel/runtime/async.ts'

/** Waits until the next request to the site is due. Rejects with the signal's reason if aborted first. */
export type Pace = (signal: AbortSignal) => Promise<void>

/** Requests one after the other, `delayMs` apart, the first one `delayMs` from now; no wait without a delay. */
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
