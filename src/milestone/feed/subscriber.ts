import { comparePositions } from '../indexer/order.ts'
import type { ActivityEntry } from '../indexer/state.ts'
import type { ActivityType } from '../pipeline-event.ts'
import { activityId } from '../views/activity.ts'
import type { Feed } from '../views/merged-feed.ts'
import { entryUpTo, type FeedPosition } from './event-id.ts'
import type { FeedReader } from './feed-reader.ts'
import {
  endMessage,
  openMessage,
  pingMessage,
  type Retraction,
  resetMessage,
  retractMessage,
} from './messages.ts'

/** Feed entries that a reorg has undone: all above a block. */
export interface UndoneEntries {
  aboveBlock: number
  entries: readonly ActivityEntry[]
}

/**
 * One client of the stream. Holds a position in the feed, not a queue: when its socket takes more, the next chunk is
 * read from the feed, and the runtime buffers that one chunk.
 */
export type Subscriber = ReturnType<typeof createSubscriber>

export interface SubscriberOptions {
  feed: Feed
  reader: FeedReader
  /** Whether the last change of the model has been announced; until then nothing may be read. */
  isSettled: () => boolean
  type: ActivityType | undefined
  start: FeedPosition
  /** What the client must receive before anything else. */
  first: { kind: 'nothing' } | { kind: 'reset' } | { kind: 'retract'; aboveBlock: number }
  /** Milliseconds, of a clock that never goes back. */
  clock: () => number
  /** Closes the connection of a client that takes nothing. */
  cut: () => void
  onGone: () => void
}

/** More entries than this may be pending only while the client's socket still takes some. */
const pendingMax = 1_000
const stalledMsMax = 5_000

export function createSubscriber(options: SubscriberOptions) {
  const { feed, reader, type, clock } = options
  const encoder = new TextEncoder()
  let position = options.start
  /** The position of the last id sent. */
  let sent = options.start
  let opening = openingOf(options)
  let retraction: Required<Retraction> | undefined
  let pingDue = false
  let endIndex: number | undefined
  let state: 'open' | 'cut' | 'gone' = 'open'
  let wake: (() => void) | undefined
  let pending = 0
  let lastPullAt = clock()

  const withId = (text: string) => {
    sent = position
    return encoder.encode(text)
  }
  /** What to send next; undefined when there is nothing. */
  const next = (): Uint8Array<ArrayBuffer> | undefined => {
    if (opening !== '') {
      const text = opening
      opening = ''
      return encoder.encode(text)
    }
    if (!options.isSettled()) return undefined
    if (retraction !== undefined) {
      const text = retractMessage(reader.idOf(position), retraction)
      retraction = undefined
      return withId(text)
    }
    if (position.seq < feed.pipeline.forgottenSeq) {
      position = reader.end()
      return withId(resetMessage(reader.idOf(position)))
    }
    const chunk = reader.readFrom(position, type)
    position = chunk.next
    if (chunk.sent !== undefined) {
      sent = chunk.sent
      return chunk.bytes
    }
    if (!pingDue) return undefined
    pingDue = false
    return isSame(sent, position)
      ? encoder.encode(pingMessage(undefined))
      : withId(pingMessage(reader.idOf(position)))
  }
  const leave = () => {
    if (state === 'gone') return
    state = 'gone'
    wake?.()
    options.onGone()
  }
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => {
    lastPullAt = clock()
    pending = 0
    while (state === 'open' && endIndex === undefined) {
      const bytes = next()
      if (bytes !== undefined) return controller.enqueue(bytes)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
      wake = undefined
    }
    if (state === 'gone') return
    if (endIndex !== undefined) controller.enqueue(encoder.encode(endMessage(endIndex)))
    controller.close()
    leave()
  }

  return {
    stream: new ReadableStream({ pull, cancel: leave }, { highWaterMark: 0 }),
    /** Must be called right after the model has changed. */
    retract: ({ aboveBlock, entries }: UndoneEntries) => {
      const { chain, seq } = position
      if (chain === undefined || chain.blockNumber <= aboveBlock) return
      const ids = entries
        .filter((entry) => comparePositions(entry, chain) <= 0 && (type ?? entry.type) === entry.type)
        .map((entry) => activityId({ source: 'chain', entry }))
      position = { chain: entryUpTo(feed.readModel.activity, aboveBlock), seq }
      if (retraction === undefined && ids.length === 0) return
      retraction = {
        aboveBlock: Math.min(aboveBlock, retraction?.aboveBlock ?? aboveBlock),
        ids: [...(retraction?.ids ?? []), ...ids],
      }
    },
    /** The feed has `count` more entries. */
    notify: (count: number) => {
      if (wake !== undefined) return wake()
      pending += count
      if (state !== 'open' || pending <= pendingMax || clock() - lastPullAt <= stalledMsMax) return
      state = 'cut'
      options.cut()
    },
    ping: () => {
      pingDue = true
      wake?.()
    },
    /** Sends the last message and ends the stream as soon as the socket takes it. */
    end: (index: number) => {
      endIndex = index
      wake?.()
    },
  }
}

/** The id of a position is sent only together with what its client must discard. */
function openingOf({ reader, start, first }: SubscriberOptions): string {
  const id = reader.idOf(start)
  if (first.kind === 'nothing') return openMessage(id)
  const message =
    first.kind === 'reset' ? resetMessage(id) : retractMessage(id, { aboveBlock: first.aboveBlock })
  return openMessage(undefined) + message
}

function isSame(a: FeedPosition, b: FeedPosition): boolean {
  return a.chain === b.chain && a.seq === b.seq
}
