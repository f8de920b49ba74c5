import type { TakenBatch } from './take-batch.ts'

const spanFirst = 16
const spanMost = 10_000
/** A batch of this size is folded in a few milliseconds, which delays readers little. */
const eventsWanted = 2500
const growthMost = 4

/** How many blocks to read at once: more while they have few events, fewer when they have many or reading fails. */
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
        if (spanMax !== undefined) most = Math.max(1, Math.min(most, spanMax))
        const growth = Math.min(growthMost, eventsWanted / Math.max(1, events.length))
        // At the tip few events do not mean quiet blocks, as a batch there may be a single block.
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
