import { createHash } from 'node:crypto'
import { milestoneError } from '../errors.ts'
import type { ModelChange } from '../indexer/model-writer.ts'
import type { ReadModel } from '../indexer/read-model.ts'
import type { ActivityType, PipelineFeed } from '../pipeline-event.ts'
import { type FeedPosition, locate, readEventId } from './event-id.ts'
import { createFeedReader } from './feed-reader.ts'
import {
  createSubscriber,
  type Subscriber,
  type SubscriberOptions,
  type UndoneEntries,
} from './subscriber.ts'

export interface StreamQuery {
  /** Continue after this id; `since` and `limit` are then ignored. */
  lastEventId: string | undefined
  type?: ActivityType | undefined
  /** Begin with what happened at or after this time, in seconds since the epoch. */
  since?: number | undefined
  /** Begin with so many of the newest events. */
  limit?: number | undefined
}

/** The live feed: additions and retractions of the read model and of the pipeline, for any number of clients. */
export type ActivityStreams = ReturnType<typeof createActivityStreams>

export interface ActivityStreamsOptions {
  readModel: ReadModel
  /** Calls the listener right after every change of the model. */
  onModelChange: (listener: (change: ModelChange) => void) => () => void
  pipeline: Pick<PipelineFeed, 'events' | 'forgottenSeq' | 'subscribe'>
  /** The chain and its contracts (see `deploymentKey`). */
  deployment: string
  streamsMax?: number
  /** How many of them one caller may hold. */
  perCallerMax?: number
  pingMs?: number
  /** Milliseconds, of a clock that never goes back. */
  clock?: () => number
}

const streamsMaxDefault = 1_000
const perCallerMaxDefault = 500
const pingMsDefault = 15_000

export function createActivityStreams(options: ActivityStreamsOptions) {
  const { readModel, pipeline, streamsMax = streamsMaxDefault, pingMs = pingMsDefault } = options
  const { perCallerMax = perCallerMaxDefault } = options
  const clock = options.clock ?? (() => performance.now())
  const feed = { readModel, pipeline }
  const deploymentTag = createHash('sha256').update(options.deployment).digest('hex').slice(0, 8)
  const reader = createFeedReader(feed, deploymentTag)
  /** Each with its caller. */
  const subscribers = new Map<Subscriber, string | undefined>()
  let seenRevision = readModel.revision
  let newestSeq = reader.end().seq
  let allGone: (() => void) | undefined
  let closing = false

  const notify = (count: number) => {
    for (const subscriber of subscribers.keys()) subscriber.notify(count)
  }
  const unsubscribeModel = options.onModelChange((change) => {
    seenRevision = change.revision
    reader.clearCache()
    const undone = undoneBy(change)
    if (undone !== undefined) for (const subscriber of subscribers.keys()) subscriber.retract(undone)
    // Even without an event: a client may have read between the change and this.
    notify(change.added.length)
  })
  const unsubscribePipeline = pipeline.subscribe(() => {
    reader.clearCache()
    const { seq } = reader.end()
    notify(seq - newestSeq)
    newestSeq = seq
  })
  const pinging = setInterval(() => {
    for (const subscriber of subscribers.keys()) subscriber.ping()
    notify(0)
  }, pingMs)
  pinging.unref()

  const openedBy = (caller: string) => [...subscribers.values()].filter((holder) => holder === caller).length
  const startOf = ({
    lastEventId,
    type,
    since,
    limit,
  }: StreamQuery): Pick<SubscriberOptions, 'start' | 'first'> => {
    const fresh = (start: FeedPosition) => ({ start, first: { kind: 'nothing' } as const })
    if (lastEventId === undefined) {
      if (since === undefined && limit === undefined) return fresh(reader.end())
      return fresh(reader.startOf({ type, since, limit }))
    }
    const located = locate(feed, readEventId(lastEventId, deploymentTag))
    if (located.kind === 'here') return fresh(located.position)
    if (located.kind === 'lost') return { start: reader.end(), first: { kind: 'reset' } }
    return { start: located.position, first: { kind: 'retract', aboveBlock: located.aboveBlock } }
  }

  return {
    get openCount() {
      return subscribers.size
    },
    /** The id of the newest position. */
    currentId: () => reader.idOf(reader.end()),
    /**
     * Opens a stream for `caller`. `cut` must close its connection for good.
     * @throws invalid_event_id for a malformed `lastEventId`
     * @throws too_many_streams
     * @throws shutting_down
     */
    open: (query: StreamQuery, cut: () => void, caller?: string) => {
      const start = startOf(query)
      if (closing) throw milestoneError('shutting_down')
      if (subscribers.size >= streamsMax) throw milestoneError('too_many_streams', streamsMax)
      if (caller !== undefined && openedBy(caller) >= perCallerMax)
        throw milestoneError('too_many_streams', perCallerMax, 'caller')
      const subscriber: Subscriber = createSubscriber({
        ...start,
        feed,
        reader,
        isSettled: () => readModel.revision === seenRevision,
        type: query.type,
        clock,
        cut,
        onGone: () => {
          subscribers.delete(subscriber)
          if (subscribers.size === 0) allGone?.()
        },
      })
      subscribers.set(subscriber, caller)
      return subscriber.stream
    },
    /** Ends all streams; waits for clients that still read, `graceMs` at most. */
    close: async (graceMs: number) => {
      closing = true
      clearInterval(pinging)
      unsubscribeModel()
      unsubscribePipeline()
      if (subscribers.size === 0) return
      const gone = Promise.withResolvers<void>()
      allGone = gone.resolve
      const timer = setTimeout(gone.resolve, graceMs)
      for (const [index, subscriber] of [...subscribers.keys()].entries()) subscriber.end(index)
      await gone.promise
      clearTimeout(timer)
    },
  }
}

/** After a reload of the whole model only the entries show from where on the history differs. */
function undoneBy({ undoneTo, retracted }: ModelChange): UndoneEntries | undefined {
  const [oldest] = retracted
  return oldest === undefined
    ? undefined
    : { aboveBlock: undoneTo ?? oldest.blockNumber - 1, entries: retracted }
}
