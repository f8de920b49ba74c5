import { Type as t } from '@sinclair/typebox'
import { getAddress, isAddress } from 'viem'
import { OneOf } from '../../kernel/http/schema-parts.ts'
import { milestoneError } from '../errors.ts'
import { type ActivityType, activityTypes } from '../pipeline-event.ts'
import { asHash, Count, Hash, Next, Ok, Seconds } from '../wire/shapes.ts'
import { describeActivity } from './describe-activity.ts'
import {
  endOfFeed,
  type Feed,
  type FeedItem,
  type FeedSubject,
  newestFirst,
  readFeedCursor,
  writeFeedCursor,
} from './merged-feed.ts'
import { AsOf, type PageQuery, type Snapshot } from './snapshot.ts'

export const ActivityEvent = t.Object(
  {
    id: t.String({
      description: 'Identifies the event; after a reorg the event that replaces it may have the same id',
      examples: ['212.3'],
    }),
    type: OneOf(activityTypes, { examples: ['verification'] }),
    title: t.String({ examples: ['Milestone verified'] }),
    timestamp: Seconds('Time of its block, or when it happened outside the chain'),
    description: t.String({ examples: ['The approving verdict on solar-pump became final'] }),
    txHash: t.Optional(Hash('The transaction it came from')),
    blockNumber: t.Optional(t.Integer({ examples: [212] })),
    metadata: t.Record(t.String(), t.Union([t.String(), t.Number(), t.Boolean()]), {
      description: 'Details by kind of event',
      examples: [{ milestoneHash: `0x${'3f'.repeat(32)}` }],
    }),
  },
  { title: 'ActivityEvent' },
)

export const Activity = t.Object({
  ok: Ok,
  count: Count('Events in this answer'),
  next: Next,
  lastEventId: t.String({
    description:
      'Identifies this state of the feed: /api/activity/stream?lastEventId= continues from exactly here',
    examples: ['212.3~17~9c1f03aa~5d2e77a01b9c'],
  }),
  events: t.Array(ActivityEvent, { description: 'Newest first' }),
  asOf: AsOf,
})
export type Activity = typeof Activity.static

export const ActivityStream = t.String({
  contentMediaType: 'text/event-stream',
  description:
    'Server-sent events. `activity`: an event, as GET /api/activity shows it. `retract`: `{aboveBlock, ids?}`, discard every event whose `blockNumber` is greater than `aboveBlock`; those that replace them follow. `reset`: discard everything and read GET /api/activity again.',
  examples: ['event: activity\nid: 212.3~17~9c1f03aa~5d2e77a01b9c\ndata: {"id":"212.3","type":"charge"}\n\n'],
})

export interface ActivityQuery extends PageQuery {
  type?: ActivityType | undefined
  /** Only events at or after this time, in seconds since the epoch. */
  since?: number | undefined
  /** Only events of this milestone. */
  milestone?: string | undefined
  /** Only events of this account. */
  account?: string | undefined
}

/** The feed, newest first. `lastEventId` is the stream's id of this state. */
export function activity(
  { readModel, asOf, pipeline, lastEventId }: Snapshot & Feed & { lastEventId: string },
  { type, since, limit, cursor, milestone, account }: ActivityQuery,
): Activity {
  const feed = { readModel, pipeline }
  const from = cursor === undefined ? endOfFeed(feed) : readFeedCursor(cursor)
  const { items, bounds, more } = newestFirst(feed, {
    type,
    since,
    limit,
    from,
    about: subjectOf(milestone, account),
  })
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

/** @throws invalid_milestone_hash, invalid_account */
function subjectOf(milestone: string | undefined, account: string | undefined): FeedSubject | undefined {
  if (milestone === undefined && account === undefined) return undefined
  const hash = milestone === undefined ? undefined : asHash(milestone)
  if (milestone !== undefined && hash === undefined)
    throw milestoneError('invalid_milestone_hash', '/milestone')
  if (account !== undefined && !isAddress(account, { strict: false })) throw milestoneError('invalid_account')
  return { milestone: hash, account: account === undefined ? undefined : getAddress(account) }
}

/** One event as answers show it. */
export function activityAnswer({ readModel }: Feed, item: FeedItem): Activity['events'][number] {
  const id = activityId(item)
  if (item.source === 'pipeline') {
    const { seq: _, runId, metadata, ...event } = item.entry
    return { id, ...event, metadata: runId === undefined ? metadata : { ...metadata, runId } }
  }
  const { type, timestamp, txHash, blockNumber } = item.entry
  const { title, description, metadata } = describeActivity(readModel, item.entry)
  return { id, type, title, timestamp, description, txHash, blockNumber, metadata }
}

/** The id of an event in answers. A reorg may give the id of a chain event to another one. */
export function activityId({ source, entry }: FeedItem): string {
  return source === 'chain' ? `${entry.blockNumber}.${entry.logIndex}` : `p${entry.seq}`
}
