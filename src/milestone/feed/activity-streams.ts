import { createHash } from 'node:crypto'
import { ShuttingDown, TooManyStreams } from '../errors.ts'
import type { ModelChange } from '../indexer/model-writer.ts'
import type { ReadModel } from '../indexer/read-model.ts'
import type { ActivityType } from '../indexer/state.ts'
import { type FeedMark, locate, readEventId } from './event-id.ts'
import type { PipelineFeed } from './feed.ts'
import { createFeedReader } from './feed-reader.ts'
import { createSubscriber, type Subscriber, type SubscriberOptions, type TakenBack } from './subscriber.ts'

export interface StreamQuery {
  /** Go on after this place; the two below then mean nothing. */
  lastEventId: string | undefined
  type: ActivityType | undefined
  /** Begin with what happened at or after this time, in seconds since the epoch. */
  since: number | undefined
  /** Begin with so many of the newest events. */
  limit: number | undefined
}

/** The live feed: additions and retractions of the read model and of the pipeline, for any number of clients. */
export interface ActivityStreams {
  readonly openCount: number
  /** The id of the feed's newest place. */
  currentId(): string
  /**
   * Opens a stream for `caller`. `cut` must close its connection for good.
   * @throws InvalidEventId for what is no id of this stream
   * @throws TooManyStreams
   * @throws ShuttingDown
   */
  open(query: StreamQuery, cut: () => void, caller?: string): Subscriber['stream']
  /** Ends all streams; waits for those clients that still take something, `graceMs` at most. */
  close(graceMs: number): Promise<void>
}

export interface ActivityStreamsOptions {
  model: ReadModel
  /** Calls back right after every change of the model. */
  onModelChange: (listener: (change: ModelChange) => void) => () => void
  pipeline: Pick<PipelineFeed, 'events' | 'forgottenSeq' | 'subscribe'>
  /** Names the chain and its contracts (see `deploymentKey`). */
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

export function createActivityStreams(options: ActivityStreamsOptions): ActivityStreams {
  const { model, pipeline, streamsMax = streamsMaxDefault, pingMs = pingMsDefault } = options
  const { perCallerMax = perCallerMaxDefault } = options
  const clock = options.clock ?? (() => performance.now())
  const feed = { model, pipeline }
  const deploymentTag = createHash('sha256').update(options.deployment).digest('hex').slice(0, 8)
  const reader = createFeedReader(feed, deploymentTag)
  /** With the caller that each is held by. */
  const subscribers = new Map<Subscriber, string | undefined>()
  let seenRevision = model.revision
  let newestSeq = reader.end().seq
  let allGone: (() => void) | undefined
  let closing = false

  const notify = (count: number) => {
    for (const subscriber of subscribers.keys()) subscriber.notify(count)
  }
  const forgetModelChanges = options.onModelChange((change) => {
    seenRevision = change.revision
    reader.forget()
    const takenBack = takenBackBy(change)
    if (takenBack !== undefined) for (const subscriber of subscribers.keys()) subscriber.takeBack(takenBack)
    // Even without an event: a client may have looked between the change and this.
    notify(change.added.length)
  })
  const forgetPipeline = pipeline.subscribe(() => {
    reader.forget()
    const { seq } = reader.end()
    notify(seq - newestSeq)
    newestSeq = seq
  })
  const pinging = setInterval(() => {
    for (const subscriber of subscribers.keys()) subscriber.ping()
    notify(0)
  }, pingMs)
  pinging.unref()

  const heldBy = (caller: string) => [...subscribers.values()].filter((holder) => holder === caller).length
  const startOf = ({
    lastEventId,
    type,
    since,
    limit,
  }: StreamQuery): Pick<SubscriberOptions, 'start' | 'first'> => {
    const fresh = (start: FeedMark) => ({ start, first: { kind: 'nothing' } as const })
    if (lastEventId === undefined) {
      if (since === undefined && limit === undefined) return fresh(reader.end())
      return fresh(reader.startOf({ type, since, limit }))
    }
    const located = locate(feed, readEventId(lastEventId, deploymentTag))
    if (located.kind === 'here') return fresh(located.mark)
    if (located.kind === 'lost') return { start: reader.end(), first: { kind: 'reset' } }
    return { start: located.mark, first: { kind: 'retract', aboveBlock: located.aboveBlock } }
  }

  return {
    get openCount() {
      return subscribers.size
    },
    currentId: () => reader.idOf(reader.end()),
    open: (query, cut, caller) => {
      const start = startOf(query)
      if (closing) throw new ShuttingDown()
      if (subscribers.size >= streamsMax) throw new TooManyStreams(streamsMax)
      if (caller !== undefined && heldBy(caller) >= perCallerMax)
        throw new TooManyStreams(perCallerMax, 'caller')
      const subscriber: Subscriber = createSubscriber({
        ...start,
        feed,
        reader,
        isSettled: () => model.revision === seenRevision,
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
    close: async (graceMs) => {
      closing = true
      clearInterval(pinging)
      forgetModelChanges()
      forgetPipeline()
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

/** After a reload of the whole model only the entries tell from where on the history is another one. */
function takenBackBy({ undoneTo, retracted }: ModelChange): TakenBack | undefined {
  const [oldest] = retracted
  return oldest === undefined
    ? undefined
    : { aboveBlock: undoneTo ?? oldest.blockNumber - 1, entries: retracted }
}
