import { describeActivity } from '../indexer/describe-activity.ts'
import type { ActivityType } from '../indexer/state.ts'
import type { Activity } from '../model.ts'
import {
  endOfFeed,
  type Feed,
  type FeedItem,
  newestFirst,
  readFeedCursor,
  writeFeedCursor,
} from './merged-feed.ts'
import type { PageQuery, Snapshot } from './snapshot.ts'

export interface ActivityQuery extends PageQuery {
  type: ActivityType | undefined
  /** Only events at or after this time, in seconds since the epoch. */
  since: number | undefined
}

/** The feed, newest first. `lastEventId` is the stream's id of this state. */
export function activity(
  { model, asOf, pipeline, lastEventId }: Snapshot & Feed & { lastEventId: string },
  { type, since, limit, cursor }: ActivityQuery,
): Activity {
  const feed = { model, pipeline }
  const from = cursor === undefined ? endOfFeed(feed) : readFeedCursor(cursor)
  const { items, bounds, more } = newestFirst(feed, { type, since, limit, from })
  const events = items.map((item) => activityAnswer(feed, item))
  return {
    ok: true,
    count: events.length,
    next: more ? writeFeedCursor(bounds) : null,
    lastEventId,
    events,
    asOf,
  }
}

/** One event as answers show it, in words. */
export function activityAnswer({ model }: Feed, item: FeedItem): Activity['events'][number] {
  const id = activityId(item)
  if (item.source === 'pipeline') {
    const { type, title, timestamp, description, metadata, runId } = item.entry
    return {
      id,
      type,
      title,
      timestamp,
      description,
      metadata: runId === undefined ? metadata : { ...metadata, runId },
    }
  }
  const { type, title, timestamp, description, txHash, metadata } = describeActivity(model, item.entry)
  return { id, type, title, timestamp, description, txHash, blockNumber: item.entry.blockNumber, metadata }
}

/** What answers call an event. A reorg may give the name of a chain event to another one. */
export function activityId({ source, entry }: FeedItem): string {
  return source === 'chain' ? `${entry.blockNumber}.${entry.logIndex}` : `p${entry.seq}`
}
