import { describeActivity } from '../indexer/describe-activity.ts'
import type { ReadModel } from '../indexer/read-model.ts'
import type { ActivityEntry, ActivityType } from '../indexer/state.ts'
import type { Activity } from '../model.ts'
import { filteredNewestFirst, pageNewestFirst } from './page.ts'
import type { PageQuery, Snapshot } from './snapshot.ts'

export interface ActivityQuery extends PageQuery {
  type: ActivityType | undefined
  /** Only events at or after this time, in seconds since the epoch. */
  since: number | undefined
}

/** The feed, newest first. */
export function activity({ model, asOf }: Snapshot, query: ActivityQuery): Activity {
  const { type, since } = query
  const list = type === undefined ? model.activity : (model.activityByType.get(type) ?? [])
  const page =
    since === undefined
      ? pageNewestFirst(list, positionOf, query)
      : filteredNewestFirst(list, positionOf, {
          ...query,
          accept: () => true,
          stop: (entry) => entry.timestamp < since,
        })
  const events = page.items.map((entry) => activityAnswer(model, entry))
  return { ok: true, count: events.length, next: page.next, events, asOf }
}

/** One event as answers show it, in words. */
export function activityAnswer(model: ReadModel, entry: ActivityEntry): Activity['events'][number] {
  const { type, title, timestamp, description, txHash, metadata } = describeActivity(model, entry)
  return {
    id: `${entry.blockNumber}.${entry.logIndex}`,
    type,
    title,
    timestamp,
    description,
    txHash,
    blockNumber: entry.blockNumber,
    metadata,
  }
}

/** An entry is its own position. */
function positionOf(entry: ActivityEntry) {
  return entry
}
