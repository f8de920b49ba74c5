import type { TakenBatch } from './take-batch.ts'

const spanFirst = 512
const spanMost = 10_000
/** A batch of this size is folded in a few milliseconds, so that no reader waits long for it. */
const eventsWanted = { least: 1000, most: 4000 }

/** How many blocks to ask for at once: more while they are quiet, fewer when they are full, refused or too slow. */
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
        if (events.length > eventsWanted.most) span = Math.max(1, span >> 1)
        else if (events.length < eventsWanted.least && !reachesTip) span *= 2
        span = Math.min(span, most)
        return taken
      } catch (error) {
        span = Math.max(1, span >> 1)
        throw error
      }
    },
  }
}
