import { type Static, Type, Type as t } from '@sinclair/typebox'
import { type Address, formatEther, formatUnits } from 'viem'
import { OneOf } from '../../kernel/http/schema-parts.ts'
import { checkedData } from '../../kernel/runtime/checked-data.ts'
import { milestoneError } from '../errors.ts'
import type { ReadModel } from '../indexer/read-model.ts'
import type { ActivityEntry } from '../indexer/state.ts'
import { type ActivityType, activityTypes } from '../pipeline-event.ts'
import { asHash, Count, Hash, Next, Ok, Seconds } from '../wire/shapes.ts'
import data from './activity-texts.json'
import { accountOf } from './explorer-milestones.ts'
import {
  endOfFeed,
  type Feed,
  type FeedItem,
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
  { type, since, limit, cursor, ...about }: ActivityQuery,
): Activity {
  const feed = { readModel, pipeline }
  const from = cursor === undefined ? endOfFeed(feed) : readFeedCursor(cursor)
  const { items, bounds, more } = newestFirst(feed, {
    type,
    since,
    limit,
    from,
    about: subjectOf(readModel, about),
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
function subjectOf(readModel: ReadModel, { milestone, account }: Partial<ActivityQuery>) {
  if (milestone === undefined && account === undefined) return undefined
  const hash = milestone === undefined ? undefined : asHash(milestone)
  if (milestone !== undefined && hash === undefined)
    throw milestoneError('invalid_milestone_hash', '/milestone')
  // A name has its ending here.
  const refused = milestoneError('invalid_account')
  if (account !== undefined && !/^0x|\./.test(account)) throw refused
  return {
    milestone: hash,
    account: account === undefined ? undefined : accountOf(readModel, account, () => refused),
  }
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

interface ActivityText {
  title: string
  description: string
  metadata: Readonly<Record<string, string | number | boolean>>
}

const Words = Type.Union([
  Type.String(),
  Type.Object(
    {
      deadline: Type.Optional(Type.String()),
      unfunded: Type.Optional(Type.String()),
      true: Type.Optional(Type.String()),
      false: Type.String(),
    },
    { additionalProperties: false },
  ),
])
/**
 * The texts of each event. `{who}` is the account's name, `{money}` its amount with the unit, `{day}` its detail as a day.
 * Variants: a missed deadline, an amount of 0, a detail that is true; `false` is the rest.
 */
const Texts = Type.Record(
  Type.String(),
  Type.Object(
    {
      title: Words,
      text: Words,
      /** Name of the detail in the metadata; `verified` by default. */
      detail: Type.Optional(Type.String()),
    },
    { additionalProperties: false },
  ),
)
const texts: Partial<Static<typeof Texts>> = checkedData(Texts, data, 'activity-texts.json')

const usdcDecimals = 6

/** An entry of the feed in words, with the present names of accounts. */
export function describeActivity(readModel: Pick<ReadModel, 'names'>, entry: ActivityEntry): ActivityText {
  const { title, text, detail = 'verified' } = texts[entry.event] ?? { title: entry.event, text: entry.event }
  const name = entry.account === undefined ? undefined : readModel.names.primaryByAddress.get(entry.account)
  const marks: Readonly<Record<string, string>> = {
    who: name ?? shortAddress(entry.account),
    money: moneyText(entry),
    day: dayOf(entry.detail),
    detail: String(entry.detail),
  }
  return {
    title: variantOf(title, entry),
    description: variantOf(text, entry).replace(/\{(\w+)\}/g, (_, mark: string) => marks[mark] ?? ''),
    metadata: {
      event: entry.event,
      ...(entry.milestone !== undefined && { milestoneHash: entry.milestone }),
      ...(entry.account !== undefined && { account: entry.account }),
      ...(name !== undefined && { ens: name }),
      ...(entry.amount !== undefined && { [isUsdc(entry) ? 'amountUsdc' : 'amountWei']: amountText(entry) }),
      ...(entry.detail !== undefined && { [detail]: entry.detail }),
    },
  }
}

function variantOf(words: Static<typeof Words>, { type, amount, detail }: ActivityEntry): string {
  if (typeof words === 'string') return words
  const { deadline, unfunded } = words
  if (type === 'deadline' && deadline !== undefined) return deadline
  if (amount === 0n && unfunded !== undefined) return unfunded
  return (detail === true ? words.true : undefined) ?? words.false
}

function isUsdc(entry: ActivityEntry): boolean {
  return entry.type === 'charge' || entry.type === 'revenue'
}

/** Wei as an integer, USDC as a decimal, as everywhere in answers. */
function amountText(entry: ActivityEntry): string {
  const amount = entry.amount ?? 0n
  return isUsdc(entry) ? formatUnits(amount, usdcDecimals) : amount.toString()
}

/** For readers: ETH has four decimals at most, unless it is less; `metadata` has the exact amount. */
function moneyText(entry: ActivityEntry): string {
  const amount = entry.amount ?? 0n
  if (isUsdc(entry)) return `${formatUnits(amount, usdcDecimals)} USDC`
  const rounded = ((amount + shownStep / 2n) / shownStep) * shownStep
  return `${formatEther(rounded === 0n ? amount : rounded)} ETH`
}

const shownStep = 10n ** 14n

function shortAddress(address: Address | undefined): string {
  return address === undefined ? 'an unknown account' : `${address.slice(0, 6)}…${address.slice(-4)}`
}

function dayOf(seconds: ActivityEntry['detail']): string {
  const date = new Date(Number(seconds) * 1000)
  return Number.isNaN(date.getTime()) ? 'a day beyond the calendar' : date.toISOString().slice(0, 10)
}
