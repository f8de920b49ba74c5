import { comparePositions } from '../indexer/order.ts'
import type { ActivityEntry, ActivityType } from '../indexer/state.ts'
import { activityId } from '../views/activity.ts'
import type { Feed } from '../views/merged-feed.ts'
import { entryUpTo, type FeedMark } from './event-id.ts'
import type { FeedReader } from './feed-reader.ts'
import { farewell, greeting, ping, type Retraction, resetMessage, retractMessage } from './messages.ts'

/** Feed entries that a reorg has undone: all those above a block. */
export interface TakenBack {
  aboveBlock: number
  entries: readonly ActivityEntry[]
}

/**
 * One client of the stream. It costs a place in the feed, not a queue: what it has not taken yet is read from the feed
 * when its socket takes more, one piece at a time. What the runtime holds for it is that one piece.
 */
export interface Subscriber {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>
  /** Must be told right after the model has changed. */
  takeBack(takenBack: TakenBack): void
  /** The feed has got so many more entries. */
  notify(count: number): void
  ping(): void
  /** Says farewell and ends the stream as soon as the socket takes it. */
  end(index: number): void
}

export interface SubscriberOptions {
  feed: Feed
  reader: FeedReader
  /** Whether the model is what the last change said; in between nothing may be read. */
  isSettled: () => boolean
  type: ActivityType | undefined
  start: FeedMark
  /** What the client must be told before anything else. */
  first: { kind: 'nothing' } | { kind: 'reset' } | { kind: 'retract'; aboveBlock: number }
  /** Milliseconds, of a clock that never goes back. */
  clock: () => number
  /** Closes the connection of a client that takes nothing. */
  cut: () => void
  onGone: () => void
}

/** More entries than this may wait for a client only while its socket takes something now and then. */
const waitingMax = 1_000
const stalledMsMax = 5_000

export function createSubscriber(options: SubscriberOptions): Subscriber {
  const { feed, reader, type, clock } = options
  const encoder = new TextEncoder()
  let mark = options.start
  /** The place that the client's last id names. */
  let told = options.start
  let words = firstWords(options)
  let retraction: Required<Retraction> | undefined
  let pingDue = false
  let farewellTo: number | undefined
  let state: 'open' | 'cut' | 'gone' = 'open'
  let wake: (() => void) | undefined
  let waiting = 0
  let tookAt = clock()

  const tell = (text: string) => {
    told = mark
    return encoder.encode(text)
  }
  /** What to send next; undefined when there is nothing. */
  const next = (): Uint8Array<ArrayBuffer> | undefined => {
    if (words !== '') {
      const text = words
      words = ''
      return encoder.encode(text)
    }
    if (!options.isSettled()) return undefined
    if (retraction !== undefined) {
      const taken = retraction
      retraction = undefined
      return tell(retractMessage(reader.idOf(mark), taken))
    }
    if (mark.seq < feed.pipeline.forgottenSeq) {
      mark = reader.end()
      return tell(resetMessage(reader.idOf(mark)))
    }
    const chunk = reader.readOn(mark, type)
    mark = chunk.mark
    if (chunk.told !== undefined) {
      told = chunk.told
      return chunk.bytes
    }
    if (!pingDue) return undefined
    pingDue = false
    return isSame(told, mark) ? encoder.encode(ping(undefined)) : tell(ping(reader.idOf(mark)))
  }
  const leave = () => {
    if (state === 'gone') return
    state = 'gone'
    wake?.()
    options.onGone()
  }
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => {
    tookAt = clock()
    waiting = 0
    while (state === 'open' && farewellTo === undefined) {
      const bytes = next()
      if (bytes !== undefined) return controller.enqueue(bytes)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
      wake = undefined
    }
    if (state === 'gone') return
    if (farewellTo !== undefined) controller.enqueue(encoder.encode(farewell(farewellTo)))
    controller.close()
    leave()
  }

  return {
    stream: new ReadableStream({ pull, cancel: leave }, { highWaterMark: 0 }),
    takeBack: ({ aboveBlock, entries }) => {
      const { chain, seq } = mark
      if (chain === undefined || chain.blockNumber <= aboveBlock) return
      const ids = entries
        .filter((entry) => comparePositions(entry, chain) <= 0 && (type ?? entry.type) === entry.type)
        .map((entry) => activityId({ source: 'chain', entry }))
      mark = { chain: entryUpTo(feed.model.activity, aboveBlock), seq }
      if (retraction === undefined && ids.length === 0) return
      retraction = {
        aboveBlock: Math.min(aboveBlock, retraction?.aboveBlock ?? aboveBlock),
        ids: [...(retraction?.ids ?? []), ...ids],
      }
    },
    notify: (count) => {
      if (wake !== undefined) return wake()
      waiting += count
      if (state !== 'open' || waiting <= waitingMax || clock() - tookAt <= stalledMsMax) return
      state = 'cut'
      options.cut()
    },
    ping: () => {
      pingDue = true
      wake?.()
    },
    end: (index) => {
      farewellTo = index
      wake?.()
    },
  }
}

/** The id of a place is told only together with what its client must forget. */
function firstWords({ reader, start, first }: SubscriberOptions): string {
  const id = reader.idOf(start)
  if (first.kind === 'nothing') return greeting(id)
  const message =
    first.kind === 'reset' ? resetMessage(id) : retractMessage(id, { aboveBlock: first.aboveBlock })
  return greeting(undefined) + message
}

function isSame(a: FeedMark, b: FeedMark): boolean {
  return a.chain === b.chain && a.seq === b.seq
}
