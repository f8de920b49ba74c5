import type { Database } from '../../kernel/database/database.ts'
import { pause } from '../../kernel/runtime/async.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import type { ReadReport } from './leader-report.ts'
import type { ChainBatch, ModelChange, ModelWriter } from './model-writer.ts'
import type { BlockRef } from './state.ts'
import { chainChannel, type Store } from './store.ts'
import type { StoreSnapshot } from './store-snapshot.ts'
import { loadModel } from './store-snapshot.ts'

export interface ReplicaOptions {
  database: Database
  store: Store
  writer: ModelWriter
  log: Log
  now: () => number
  /** How often to read the store although no change was announced. */
  pollMs: number
  onChange?: (change: ModelChange) => void
}

export interface StoreStatus {
  /** When the store was last read, in milliseconds since the epoch. */
  readAt: number | undefined
  /** Why it could not be read since. */
  problem: string | undefined
  /** What it contains of the leading process. */
  leader: ReadReport | undefined
}

/** Keeps a model equal to the store that another process writes. */
export type Replica = ReturnType<typeof createReplica>

/** How the store's history continues ours. */
type Catchup =
  | { kind: 'continue'; batch: ChainBatch; blocks: readonly BlockRef[]; revision: number }
  | { kind: 'reload'; loaded: ModelWriter }

export function createReplica(options: ReplicaOptions) {
  const { database, store, writer, log, now, pollMs, onChange } = options
  const stopping = new AbortController()
  let status: StoreStatus = { readAt: undefined, problem: undefined, leader: undefined }
  let wake = new AbortController()
  let running: Promise<void> | undefined

  const sync = async () => {
    const catchup = await store.read((snapshot) => catchUp(snapshot, writer))
    if (catchup?.kind === 'reload') {
      const change = writer.adopt(catchup.loaded)
      onChange?.(change)
    }
    if (catchup?.kind === 'continue') {
      const change = writer.apply(catchup.batch, catchup.revision)
      writer.setBlocks(catchup.blocks, catchup.revision)
      onChange?.(change)
    }
    status = { readAt: now(), problem: undefined, leader: await store.leader() }
  }
  const run = async () => {
    let unlisten = async () => {}
    try {
      unlisten = await database.listen(chainChannel, () => wake.abort())
    } catch (error) {
      log.warn('cannot listen for chain changes, polling instead', { reason: messageOf(error) })
    }
    while (!stopping.signal.aborted) {
      wake = new AbortController()
      try {
        await sync()
      } catch (error) {
        status = { ...status, problem: messageOf(error) }
        log.warn('cannot read the chain store', { reason: messageOf(error) })
      }
      await pause(pollMs, AbortSignal.any([stopping.signal, wake.signal]))
    }
    await unlisten().catch(() => {})
  }

  return {
    /** Brings the model up to the store's revision. */
    sync,
    start: () => {
      running ??= run()
    },
    stop: async () => {
      stopping.abort()
      await running
    },
    storeStatus: () => status,
  }
}

/**
 * Finds up to where the store's history and ours are equal: our newest block that the store has too. When the store is
 * far ahead, an equal newest event serves as well: equal block hashes mean equal histories below.
 */
async function catchUp(
  snapshot: StoreSnapshot,
  { readModel, lastEvent }: ModelWriter,
): Promise<Catchup | undefined> {
  const cursor = await snapshot.cursor()
  if (cursor === undefined) {
    return readModel.head === undefined ? undefined : { kind: 'reload', loaded: await loadModel(snapshot) }
  }
  if (cursor.revision === readModel.revision && cursor.head.hash === readModel.head?.hash) return undefined
  const { head } = readModel
  if (head === undefined) return { kind: 'reload', loaded: await loadModel(snapshot) }

  const blocks = await snapshot.blocks()
  const stored = new Map(blocks.map((block) => [block.number, block.hash]))
  const common = readModel.blocks.findLast((block) => stored.get(block.number) === block.hash)
  const newest = common ?? ((await sharesEvents(snapshot, head, lastEvent())) ? head : undefined)
  if (newest === undefined) return { kind: 'reload', loaded: await loadModel(snapshot) }

  const batch: ChainBatch = {
    undoTo: newest === head ? undefined : newest,
    blocks: blocks.filter((block) => block.number > newest.number),
    events: (await Array.fromAsync(snapshot.eventsAbove(newest.number))).flat(),
  }
  return { kind: 'continue', batch, blocks, revision: cursor.revision }
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
