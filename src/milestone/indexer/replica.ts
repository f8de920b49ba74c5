import type { Database } from '../../kernel/database/database.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import type { ReadReport } from './leader-report.ts'
import { loadSnapshot } from './load-model.ts'
import type { ChainBatch, ModelChange, ModelWriter } from './model-writer.ts'
import { pause } from './pause.ts'
import type { BlockRef } from './state.ts'
import { chainChannel, type Store } from './store.ts'
import type { StoreSnapshot } from './store-snapshot.ts'

export interface ReplicaOptions {
  database: Database
  store: Store
  writer: ModelWriter
  log: Log
  now: () => number
  /** How often to look although nobody called. */
  pollMs: number
  onChange?: (change: ModelChange) => void
}

/** Keeps a model equal to the store that another process writes. */
export interface Replica {
  /** Brings the model up to the store's revision. */
  sync(): Promise<void>
  start(): void
  stop(): Promise<void>
  /**
   * When the store last answered, in milliseconds since the epoch, why it did not since, and what it said of the leading
   * process.
   */
  contact(): { at: number | undefined; problem: string | undefined; leader: ReadReport | undefined }
}

/** How the store's history goes on from ours. */
type Catchup =
  | { kind: 'go on'; batch: ChainBatch; blocks: readonly BlockRef[]; revision: number }
  | { kind: 'reload'; loaded: ModelWriter }

export function createReplica(options: ReplicaOptions): Replica {
  const { database, store, writer, log, now, pollMs, onChange } = options
  const stopping = new AbortController()
  let contact: ReturnType<Replica['contact']> = { at: undefined, problem: undefined, leader: undefined }
  let wake = new AbortController()
  let running: Promise<void> | undefined

  const sync = async () => {
    const catchup = await store.read((snapshot) => catchUp(snapshot, writer))
    if (catchup?.kind === 'reload') {
      const change = writer.adopt(catchup.loaded)
      onChange?.(change)
    }
    if (catchup?.kind === 'go on') {
      const change = writer.apply(catchup.batch, catchup.revision)
      writer.setBlocks(catchup.blocks, catchup.revision)
      onChange?.(change)
    }
    contact = { at: now(), problem: undefined, leader: await store.leader() }
  }
  const run = async () => {
    let unlisten = async () => {}
    try {
      unlisten = await database.listen(chainChannel, () => wake.abort())
    } catch (error) {
      log.warn('cannot listen for chain changes, so looking for them instead', { reason: messageOf(error) })
    }
    while (!stopping.signal.aborted) {
      wake = new AbortController()
      try {
        await sync()
      } catch (error) {
        contact = { ...contact, problem: messageOf(error) }
        log.warn('cannot read the chain store', { reason: messageOf(error) })
      }
      await pause(pollMs, AbortSignal.any([stopping.signal, wake.signal]))
    }
    await unlisten().catch(() => {})
  }

  return {
    sync,
    start: () => {
      running ??= run()
    },
    stop: async () => {
      stopping.abort()
      await running
    },
    contact: () => contact,
  }
}

/**
 * Finds where the store's history and ours are the same. Our newest block that the store has too is such a place. When
 * the store has run far ahead of us, an equal newest event is one: equal block hashes mean equal histories below.
 */
async function catchUp(
  snapshot: StoreSnapshot,
  { model, lastEvent }: ModelWriter,
): Promise<Catchup | undefined> {
  const cursor = await snapshot.cursor()
  if (cursor === undefined) {
    return model.head === undefined ? undefined : { kind: 'reload', loaded: await loadSnapshot(snapshot) }
  }
  if (cursor.revision === model.revision && cursor.head.hash === model.head?.hash) return undefined
  const { head } = model
  if (head === undefined) return { kind: 'reload', loaded: await loadSnapshot(snapshot) }

  const blocks = await snapshot.blocks()
  const stored = new Map(blocks.map((block) => [block.number, block.hash]))
  const common = model.blocks.findLast((block) => stored.get(block.number) === block.hash)
  const newest = common ?? ((await sharesEvents(snapshot, head, lastEvent())) ? head : undefined)
  if (newest === undefined) return { kind: 'reload', loaded: await loadSnapshot(snapshot) }

  const batch: ChainBatch = {
    undoTo: newest === head ? undefined : newest,
    blocks: blocks.filter((block) => block.number > newest.number),
    events: (await Array.fromAsync(snapshot.eventsAbove(newest.number))).flat(),
  }
  return { kind: 'go on', batch, blocks, revision: cursor.revision }
}

async function sharesEvents(
  snapshot: StoreSnapshot,
  head: BlockRef,
  own: ReturnType<ModelWriter['lastEvent']>,
): Promise<boolean> {
  const stored = await snapshot.lastEventUpTo(head.number)
  return (
    own !== undefined &&
    stored?.blockNumber === own.blockNumber &&
    stored.logIndex === own.logIndex &&
    stored.blockHash === own.blockHash
  )
}
