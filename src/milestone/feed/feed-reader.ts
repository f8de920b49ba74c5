import { countBefore } from '../indexer/order.ts'
import type { ActivityEntry, ActivityType } from '../indexer/state.ts'
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
import { type FeedMark, writeEventId } from './event-id.ts'
import type { PipelineEvent } from './feed.ts'
import { activityMessage } from './messages.ts'

/** A stretch of the feed, ready to be sent. */
export interface FeedChunk {
  bytes: Uint8Array<ArrayBuffer>
  /** Where its last message stands; undefined when there is none. */
  told: FeedMark | undefined
  /** Where to read on. */
  mark: FeedMark
}

/** Reads the feed onwards for any number of clients, writing every event once for all that are at the same place. */
export interface FeedReader {
  idOf(mark: FeedMark): string
  /** The place of the newest event. */
  end(): FeedMark
  /** The place before everything of that time on; with a limit, before the newest so many of it. */
  startOf(query: {
    type: ActivityType | undefined
    since: number | undefined
    limit: number | undefined
  }): FeedMark
  /** What follows this place, as much as one piece may hold. */
  readOn(mark: FeedMark, type: ActivityType | undefined): FeedChunk
  /** Drops what was kept for others; to be called whenever the feed has changed. */
  forget(): void
}

const chunkBytesMax = 65_536
const keptChunksMax = 64
const keptTextsMax = 2_000

export function createFeedReader(feed: Feed, deploymentTag: string): FeedReader {
  const { model, pipeline } = feed
  const chunks = new Map<string, FeedChunk>()
  const texts = new Map<ActivityEntry | PipelineEvent, string>()
  const encoder = new TextEncoder()

  const textOf = (item: FeedItem) => {
    const known = texts.get(item.entry)
    if (known !== undefined) return known
    const text = JSON.stringify(activityAnswer(feed, item))
    if (texts.size >= keptTextsMax) texts.clear()
    texts.set(item.entry, text)
    return text
  }
  const idOf = (mark: FeedMark) => writeEventId(feed, deploymentTag, mark)
  const end = (): FeedMark => ({
    chain: model.activity.at(-1),
    seq: pipeline.events.at(-1)?.seq ?? pipeline.forgottenSeq,
  })
  const read = (from: FeedMark, type: ActivityType | undefined): FeedChunk => {
    const chain = chainEntries(feed, type)
    const own = pipelineEntries(feed, type)
    let nextBlock = from.chain === undefined ? 0 : countBefore(chain, justAfter(from.chain), (entry) => entry)
    let nextOwn = countSeqBefore(own, from.seq + 1)
    let mark = from
    let text = ''
    while (text.length < chunkBytesMax) {
      const item = older(chain[nextBlock], own[nextOwn])
      if (item === undefined) {
        const { chain, seq } = end()
        return chunkOf(text, mark, from, { chain, seq: Math.max(seq, mark.seq) })
      }
      if (item.source === 'chain') {
        mark = { chain: item.entry, seq: mark.seq }
        nextBlock += 1
      } else {
        mark = { chain: mark.chain, seq: item.entry.seq }
        nextOwn += 1
      }
      text += activityMessage(idOf(mark), textOf(item))
    }
    return chunkOf(text, mark, from, mark)
  }
  const chunkOf = (text: string, told: FeedMark, from: FeedMark, mark: FeedMark): FeedChunk => ({
    bytes: encoder.encode(text),
    told: told === from ? undefined : told,
    mark,
  })

  return {
    idOf,
    end,
    startOf: ({ type, since = 0, limit }) => {
      const { before, beforeSeq } =
        limit === undefined
          ? firstSince(feed, since)
          : newestFirst(feed, { type, since, limit, from: endOfFeed(feed) }).bounds
      const { events, forgottenSeq } = pipeline
      return {
        chain: model.activity[countBefore(model.activity, before, (entry) => entry) - 1],
        seq: events[countSeqBefore(events, beforeSeq) - 1]?.seq ?? forgottenSeq,
      }
    },
    readOn: (mark, type) => {
      const key = `${mark.chain?.blockNumber}.${mark.chain?.logIndex}.${mark.seq}.${type}`
      const known = chunks.get(key)
      if (known !== undefined) return known
      const chunk = read(mark, type)
      if (chunks.size >= keptChunksMax) chunks.clear()
      chunks.set(key, chunk)
      return chunk
    },
    forget: () => {
      chunks.clear()
      texts.clear()
    },
  }
}

function justAfter({ blockNumber, logIndex }: ActivityEntry) {
  return { blockNumber, logIndex: logIndex + 1 }
}

/** Which of two comes first: by time, and of one second the one of the chain. */
function older(block: ActivityEntry | undefined, own: PipelineEvent | undefined): FeedItem | undefined {
  if (block !== undefined && (own === undefined || block.timestamp <= own.timestamp)) {
    return { source: 'chain', entry: block }
  }
  return own === undefined ? undefined : { source: 'pipeline', entry: own }
}
