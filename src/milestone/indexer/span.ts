import type { TakenBatch } from './take-batch.ts'

const spanFirst = 16
const spanMost = 10_000
/** A batch of this size is folded in a few milliseconds, so that no reader waits long for it. */
const eventsWanted = 2500
const growthMost = 4

/** How many blocks to take at once: more while they are quiet, fewer when they are full, refused or too slow. */
export interface Span {
  current(): number
  adapting(take: () => Promise<TakenBatch>): Promise<TakenBatch>
}

export function createSpan(): Span {
  let span = spanFirst
  let most = spanMost
  return {
    current: () => span,
    adapting: async (take) => {
      try {
        const taken = await take()
        const { events, spanMax, reachesTip } = taken.fetched
        if (spanMax !== undefined) most = Math.min(most, spanMax)
        const growth = Math.min(growthMost, eventsWanted / Math.max(1, events.length))
        // At the tip there are as many blocks as there are: few events there are no sign of quiet blocks.
        if (growth < 1 || !reachesTip) span = Math.ceil(span * growth)
        span = Math.min(span, most)
        return taken
      } catch (error) {
        span = Math.max(1, span >> 1)
        throw error
      }
    },
  }
}
