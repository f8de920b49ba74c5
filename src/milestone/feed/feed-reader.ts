import { LRUCache } from 'lru-cache'
import { countBefore } from '../indexer/order.ts'
import type { ActivityEntry } from '../indexer/state.ts'
import type { ActivityType, PipelineEvent } from '../pipeline-event.ts'
import { activityAnswer } from '../views/activity.ts'
import {
  chainEntries,
  countSeqBefore,
  endOfFeed,
  type Feed,
  type FeedItem,
  firstSince,
  newestFirst,
  pipelineEntries,
} from '../views/merged-feed.ts'
import { type FeedPosition, writeEventId } from './event-id.ts'
import { activityMessage } from './messages.ts'

/** A part of the feed, encoded. */
export interface FeedChunk {
  bytes: Uint8Array<ArrayBuffer>
  /** The position of its last message; undefined when there is none. */
  sent: FeedPosition | undefined
  /** Where to read on. */
  next: FeedPosition
}

/** Reads the feed forward for any number of clients, encoding every event once for all clients at the same position. */
export type FeedReader = ReturnType<typeof createFeedReader>

const chunkBytesMax = 65_536
const cachedChunksMax = 64
const cachedTextsMax = 2_000

export function createFeedReader(feed: Feed, deploymentTag: string) {
  const { readModel, pipeline } = feed
  const chunks = new LRUCache<string, FeedChunk>({ max: cachedChunksMax })
  const texts = new LRUCache<ActivityEntry | PipelineEvent, string>({ max: cachedTextsMax })
  const encoder = new TextEncoder()

  const textOf = (item: FeedItem) => {
    const cached = texts.get(item.entry)
    if (cached !== undefined) return cached
    const text = JSON.stringify(activityAnswer(feed, item))
    texts.set(item.entry, text)
    return text
  }
  const idOf = (position: FeedPosition) => writeEventId(feed, deploymentTag, position)
  const end = (): FeedPosition => ({
    chain: readModel.activity.at(-1),
    seq: pipeline.events.at(-1)?.seq ?? pipeline.forgottenSeq,
  })
  const read = (from: FeedPosition, type: ActivityType | undefined): FeedChunk => {
    const chain = chainEntries(feed, type)
    const own = pipelineEntries(feed, type)
    let nextBlock = from.chain === undefined ? 0 : countBefore(chain, justAfter(from.chain), (entry) => entry)
    let nextOwn = countSeqBefore(own, from.seq + 1)
    let position = from
    let text = ''
    while (text.length < chunkBytesMax) {
      const item = older(chain[nextBlock], own[nextOwn])
      if (item === undefined) {
        const { chain, seq } = end()
        return chunkOf(text, position, from, { chain, seq: Math.max(seq, position.seq) })
      }
      if (item.source === 'chain') {
        position = { chain: item.entry, seq: position.seq }
        nextBlock += 1
      } else {
        position = { chain: position.chain, seq: item.entry.seq }
        nextOwn += 1
      }
      text += activityMessage(idOf(position), textOf(item))
    }
    return chunkOf(text, position, from, position)
  }
  const chunkOf = (text: string, sent: FeedPosition, from: FeedPosition, next: FeedPosition): FeedChunk => ({
    bytes: encoder.encode(text),
    sent: sent === from ? undefined : sent,
    next,
  })

  return {
    idOf,
    /** The position of the newest event. */
    end,
    /** The position before everything from that time on; with a limit, before the newest of it. */
    startOf: ({
      type,
      since = 0,
      limit,
    }: {
      type: ActivityType | undefined
      since: number | undefined
      limit: number | undefined
    }): FeedPosition => {
      const { before, beforeSeq } =
        limit === undefined
          ? firstSince(feed, since)
          : newestFirst(feed, { type, since, limit, from: endOfFeed(feed) }).bounds
      const { events, forgottenSeq } = pipeline
      return {
        chain: readModel.activity[countBefore(readModel.activity, before, (entry) => entry) - 1],
        seq: events[countSeqBefore(events, beforeSeq) - 1]?.seq ?? forgottenSeq,
      }
    },
    /** What follows a position, up to the size of one chunk. */
    readFrom: (position: FeedPosition, type: ActivityType | undefined) => {
      const key = `${position.chain?.blockNumber}.${position.chain?.logIndex}.${position.seq}.${type}`
      const cached = chunks.get(key)
      if (cached !== undefined) return cached
      const chunk = read(position, type)
      chunks.set(key, chunk)
      return chunk
    },
    /** Empties the cache; to be called whenever the feed has changed. */
    clearCache: () => {
      chunks.clear()
      texts.clear()
    },
  }
}

function justAfter({ blockNumber, logIndex }: ActivityEntry) {
  return { blockNumber, logIndex: logIndex + 1 }
}

/** The earlier of the two; in the same second that of the chain. */
function older(block: ActivityEntry | undefined, own: PipelineEvent | undefined): FeedItem | undefined {
  if (block !== undefined && (own === undefined || block.timestamp <= own.timestamp)) {
    return { source: 'chain', entry: block }
  }
  return own === undefined ? undefined : { source: 'pipeline', entry: own }
}
