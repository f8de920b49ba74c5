import type { Address, Hex } from 'viem'
import { milestoneError } from '../errors.ts'
import { countBefore, countLeading } from '../indexer/order.ts'
import type { ReadModel } from '../indexer/read-model.ts'
import type { ActivityEntry, Position } from '../indexer/state.ts'
import type { ActivityType, PipelineEvent, PipelineEvents } from '../pipeline-event.ts'

/** The feed's two sources. Each is ordered, by position and by number, with times that never decrease. */
export interface Feed {
  readModel: Pick<ReadModel, 'activity' | 'activityByType' | 'names'>
  pipeline: Pick<PipelineEvents, 'events' | 'forgottenSeq'>
}

export type FeedItem =
  | { source: 'chain'; entry: ActivityEntry }
  | { source: 'pipeline'; entry: PipelineEvent }

/** A boundary between two entries in each source. */
export interface FeedBounds {
  before: Position
  beforeSeq: number
}

/** A milestone or an account that events of the chain are about. */
export interface FeedSubject {
  milestone?: Hex | undefined
  account?: Address | undefined
}

function isAbout({ milestone, account }: FeedSubject) {
  return (entry: ActivityEntry) =>
    (milestone === undefined || entry.milestone === milestone) &&
    (account === undefined || entry.account === account)
}

export function chainEntries({ readModel }: Feed, type: ActivityType | undefined): readonly ActivityEntry[] {
  return type === undefined ? readModel.activity : (readModel.activityByType.get(type) ?? [])
}

export function pipelineEntries({ pipeline }: Feed, type: ActivityType | undefined) {
  return type === undefined ? pipeline.events : pipeline.events.filter((event) => event.type === type)
}

/** The boundary after everything that is in the feed now. */
export function endOfFeed({ readModel, pipeline }: Feed): FeedBounds {
  const newest = readModel.activity.at(-1)
  return {
    before: {
      blockNumber: newest?.blockNumber ?? 0,
      logIndex: newest === undefined ? 0 : newest.logIndex + 1,
    },
    beforeSeq: (pipeline.events.at(-1)?.seq ?? pipeline.forgottenSeq) + 1,
  }
}

/** The boundary before everything at or after this time, in seconds since the epoch. */
export function firstSince(feed: Feed, since: number): FeedBounds {
  const isEarlier = ({ timestamp }: { timestamp: number }) => timestamp < since
  const end = endOfFeed(feed)
  const { activity } = feed.readModel
  const { events } = feed.pipeline
  return {
    before: activity[countLeading(activity, isEarlier)] ?? end.before,
    beforeSeq: events[countLeading(events, isEarlier)]?.seq ?? end.beforeSeq,
  }
}

/**
 * Merges both sources by time, backwards from a boundary; of two entries of one second, the pipeline's is the newer.
 * `bounds` is where the result ends, and `more` whether the query matches anything before it.
 */
export function newestFirst(
  feed: Feed,
  query: {
    type: ActivityType | undefined
    since: number | undefined
    limit: number
    from: FeedBounds
    /** Leaves out the other entries; without it all count. */
    about?: FeedSubject | undefined
  },
): { items: FeedItem[]; bounds: FeedBounds; more: boolean } {
  const { type, since = 0, limit, from, about } = query
  const chain =
    about === undefined ? chainEntries(feed, type) : chainEntries(feed, type).filter(isAbout(about))
  const pipeline = about === undefined ? pipelineEntries(feed, type) : []
  let chainLeft = countBefore(chain, from.before, (entry) => entry)
  let pipelineLeft = countSeqBefore(pipeline, from.beforeSeq)
  const bounds = { ...from }
  const items: FeedItem[] = []
  for (;;) {
    const block = chain[chainLeft - 1]
    const own = pipeline[pipelineLeft - 1]
    const takesOwn = own !== undefined && (block === undefined || own.timestamp >= block.timestamp)
    const next = takesOwn ? own : block
    if (next === undefined || next.timestamp < since) return { items, bounds, more: false }
    if (items.length === limit) return { items, bounds, more: true }
    if (takesOwn) {
      items.push({ source: 'pipeline', entry: own })
      bounds.beforeSeq = own.seq
      pipelineLeft -= 1
    } else if (block !== undefined) {
      items.push({ source: 'chain', entry: block })
      bounds.before = { blockNumber: block.blockNumber, logIndex: block.logIndex }
      chainLeft -= 1
    }
  }
}

/** How many pipeline events come before this number. */
export function countSeqBefore(events: readonly PipelineEvent[], seq: number): number {
  return countLeading(events, (event) => event.seq < seq)
}

/** The cursor names an entry of each source, so neither new entries nor a reorg above it shift a page. */
export function writeFeedCursor({ before, beforeSeq }: FeedBounds): string {
  return Buffer.from(`${before.blockNumber}.${before.logIndex}.${beforeSeq}`).toString('base64url')
}

/** @throws invalid_cursor unless `writeFeedCursor` made it */
export function readFeedCursor(cursor: string): FeedBounds {
  const [, blockNumber, logIndex, beforeSeq] =
    /^(\d{1,15})\.(\d{1,9})\.(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const bounds = {
    before: { blockNumber: Number(blockNumber), logIndex: Number(logIndex) },
    beforeSeq: Number(beforeSeq),
  }
  if (beforeSeq === undefined || writeFeedCursor(bounds) !== cursor) throw milestoneError('invalid_cursor')
  return bounds
}
