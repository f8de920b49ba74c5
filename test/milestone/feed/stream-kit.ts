import { type ActivityStreams, createActivityStreams } from '../../../src/milestone/feed/activity-streams.ts'
import { createModelWriter, type ModelChange } from '../../../src/milestone/indexer/model-writer.ts'
import type { ActivityType, PipelineEvent } from '../../../src/milestone/pipeline-event.ts'
import { activityAnswer } from '../../../src/milestone/views/activity.ts'
import { endOfFeed, newestFirst } from '../../../src/milestone/views/merged-feed.ts'
import type { StreamMessage } from '../../support/event-stream.ts'
import { batchOf, type MadeBlock } from '../indexer/history.ts'
import { type Act, play, type Simulation } from '../indexer/random-history.ts'

/** A feed whose chain and pipeline the test moves by hand, and its streams. */
export function createStage(
  options: {
    streamsMax?: number
    perCallerMax?: number
    eventsMax?: number
    /** A minute unless told: no test takes as long. */
    pingMs?: number | 'as served'
    clock?: () => number
  } = {},
) {
  const { pingMs = 60_000, ...streamOptions } = options
  const writer = createModelWriter()
  const pipeline = createPipeline(options.eventsMax ?? 1_000)
  const listeners = new Set<(change: ModelChange) => void>()
  const streams = createActivityStreams({
    readModel: writer.readModel,
    onModelChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    pipeline,
    deployment: 'stage',
    ...(pingMs === 'as served' ? {} : { pingMs }),
    ...streamOptions,
  })
  /** The blocks that stand, each with what the contracts had done by then. */
  let blocks: { made: MadeBlock; after: Simulation }[] = []
  let salt = 0

  const emit = (change: ModelChange) => {
    for (const listener of listeners) listener(change)
  }
  /** New blocks on the newest one that is kept. Readers may look before the listeners are called. */
  const extend = async (acts: readonly (readonly Act[])[], undo = 0, beforeTold = async () => {}) => {
    salt += 1
    const kept = blocks.slice(0, Math.max(1, blocks.length - undo))
    const undone = kept.length < blocks.length
    const simulation = structuredClone(kept.at(-1)?.after ?? { milestones: [], made: 0 })
    const fresh = acts.map((block, index) => {
      const parent = index === 0 ? kept.at(-1) : added[index - 1]
      const [made] = play(simulation, parent?.made.block, [block], `${salt}`)
      if (made === undefined) throw new Error('one list of acts is one block')
      added.push({ made, after: structuredClone(simulation) })
      return made
    })
    blocks = [...kept, ...added.splice(0)]
    const change = writer.apply(
      batchOf(fresh, undone ? kept.at(-1)?.made.block : undefined),
      writer.readModel.revision + 1,
    )
    await beforeTold()
    emit(change)
  }
  const added: typeof blocks = []
  /** Another history from the first block on, as an index made anew has it. */
  const reload = (acts: readonly (readonly Act[])[]) => {
    salt += 1
    const other = createModelWriter()
    const simulation: Simulation = { milestones: [], made: 0 }
    blocks = []
    for (const block of acts) {
      const [made] = play(simulation, blocks.at(-1)?.made.block, [block], `${salt}`)
      if (made === undefined) continue
      blocks.push({ made, after: structuredClone(simulation) })
      other.apply(batchOf([made]), writer.readModel.revision + blocks.length)
    }
    emit(writer.adopt(other))
  }
  const feed = { readModel: writer.readModel, pipeline }
  return {
    streams,
    pipeline,
    extend,
    reload,
    blockCount: () => blocks.length,
    /** Everything in the feed, newest first. */
    events: (type?: ActivityType) =>
      newestFirst(feed, { type, since: undefined, limit: 1_000_000, from: endOfFeed(feed) }).items.map(
        (item) => activityAnswer(feed, item),
      ),
  }
}

/** The pipeline's part without a database. */
function createPipeline(eventsMax: number) {
  const events: PipelineEvent[] = []
  const listeners = new Set<() => void>()
  let seq = 0
  return {
    events,
    get forgottenSeq() {
      return events.length < eventsMax ? 0 : (events[0]?.seq ?? 0) - 1
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    append: (timestamp: number, gap = 1) => {
      seq += gap
      events.push({
        seq,
        type: 'chaos',
        title: `Event ${seq}`,
        description: 'It happened',
        timestamp: Math.max(timestamp, events.at(-1)?.timestamp ?? 0),
        metadata: {},
        runId: undefined,
      })
      events.splice(0, Math.max(0, events.length - eventsMax))
      for (const listener of listeners) listener()
    },
  }
}

/** Reads a stream only when told to, as a socket does that takes something now and then. */
export function createPuller(streams: ActivityStreams, onMessage: (message: StreamMessage) => void) {
  const decoder = new TextDecoder()
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  let pending = false
  let lastEventId = ''
  let text = ''
  let cuts = 0

  const take = (block: string) => {
    const fields = new Map(
      block.split('\n').map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon), line.slice(colon + 2)] as const
      }),
    )
    lastEventId = fields.get('id') ?? lastEventId
    const data = fields.get('data')
    if (data !== undefined)
      onMessage({ event: fields.get('event') ?? '', id: lastEventId, data: JSON.parse(data) })
  }
  return {
    isOpen: () => reader !== undefined,
    lastEventId: () => lastEventId,
    /** Everything that came, as it came. */
    text: () => text,
    cuts: () => cuts,
    open: (query: Partial<Parameters<ActivityStreams['open']>[0]> = {}) => {
      const first = { type: undefined, since: undefined, limit: undefined, ...query }
      const id = lastEventId === '' ? query.lastEventId : lastEventId
      const stream = streams.open({ ...first, lastEventId: id }, () => {
        cuts += 1
      })
      reader = stream.getReader()
    },
    /** Takes one piece if one is ready. */
    pull: async () => {
      const current = reader
      if (current === undefined) return
      if (!pending) {
        pending = true
        void current.read().then(({ value, done }) => {
          if (reader !== current) return
          pending = false
          if (done) reader = undefined
          const piece = decoder.decode(value)
          text += piece
          for (const block of piece.split('\n\n').slice(0, -1)) take(block)
        })
      }
      await Bun.sleep(0)
    },
    drop: async () => {
      const current = reader
      reader = undefined
      pending = false
      await current?.cancel()
    },
  }
}
