import { sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import type { Database, Db } from '../../kernel/database/database.ts'
import { chainBlocks, chainCursors, chainEvents } from '../tables.ts'
import { eventFromJson } from './event-codec.ts'
import type { ChainEvent } from './events.ts'
import { createModelWriter, type EventMark, type ModelWriter } from './model-writer.ts'
import type { BlockRef } from './state.ts'

export interface StoredCursor {
  revision: number
  head: BlockRef
}

/** One consistent state of a deployment's history. */
export type StoreSnapshot = ReturnType<typeof snapshotOf>

/** One event as a JSON array: its columns in the order of the statement below. */
type EventRow = [number, number, Hex, Hex, number, string, string, unknown]

const eventsPerRead = 2000

export function snapshotOf(database: Database, on: Pick<Db, 'execute'>, deployment: string) {
  return {
    cursor: async () => {
      const [row] = await database.rows<{ cursor: string }>(
        sql`select json_build_object('revision', revision, 'head', json_build_object('number', block_number,
              'hash', block_hash, 'parentHash', parent_hash, 'timestamp', timestamp))::text as cursor
            from ${chainCursors} where deployment = ${deployment}`,
        on,
      )
      return row === undefined ? undefined : fromJson<StoredCursor>(row.cursor)
    },
    /** The newest blocks, oldest first. */
    blocks: async () => {
      const [row] = await database.rows<{ blocks: string | null }>(
        sql`select json_agg(json_build_object('number', number, 'hash', hash, 'parentHash', parent_hash,
              'timestamp', timestamp) order by number)::text as blocks
            from ${chainBlocks} where deployment = ${deployment}`,
        on,
      )
      return fromJson<BlockRef[]>(row?.blocks ?? '[]')
    },
    /** The events above a block in chain order, some thousands at a time. */
    eventsAbove: async function* (blockNumber: number): AsyncGenerator<ChainEvent[]> {
      let after = { blockNumber, logIndex: Number.MAX_SAFE_INTEGER }
      for (;;) {
        const events = await readEvents(database, on, { deployment, after })
        const last = events.at(-1)
        if (last === undefined) return
        after = { blockNumber: last.blockNumber, logIndex: last.logIndex }
        yield events
        if (events.length < eventsPerRead) return
      }
    },
    /** The newest event at or below a block. */
    lastEventUpTo: async (blockNumber: number) => {
      const [row] = await database.rows<{ mark: string }>(
        sql`select json_build_object('blockNumber', block_number, 'logIndex', log_index,
              'blockHash', block_hash)::text as mark
            from ${chainEvents} where deployment = ${deployment} and block_number <= ${blockNumber}
            order by block_number desc, log_index desc limit 1`,
        on,
      )
      return row === undefined ? undefined : fromJson<EventMark>(row.mark)
    },
  }
}

/** Thousands of events as one JSON text: reading them as rows costs three times as much. */
async function readEvents(
  database: Database,
  on: Pick<Db, 'execute'>,
  { deployment, after }: { deployment: string; after: { blockNumber: number; logIndex: number } },
): Promise<ChainEvent[]> {
  const [row] = await database.rows<{ events: string | null }>(
    sql`select json_agg(json_build_array(block_number, log_index, block_hash, tx_hash, timestamp, contract, name,
            args) order by block_number, log_index)::text as events
        from (
          select * from ${chainEvents}
          where deployment = ${deployment}
            and (block_number, log_index) > (${after.blockNumber}::bigint, ${after.logIndex}::bigint)
          order by block_number, log_index limit ${eventsPerRead}
        ) as page`,
    on,
  )
  let txHash: Hex = '0x'
  return fromJson<EventRow[]>(row?.events ?? '[]').map(
    ([blockNumber, logIndex, blockHash, transaction, timestamp, contract, name, args]) => {
      // The events of one transaction share one string of its hash.
      if (transaction !== txHash) txHash = transaction
      return eventFromJson({ blockNumber, logIndex, blockHash, txHash, timestamp, contract, name, args })
    },
  )
}

/** The statements above build JSON of the type that their call names. */
function fromJson<T>(text: string): T {
  return JSON.parse(text) as T
}

/** Folds everything that is stored into a model of its own. Needs no RPC. */
export async function loadModel(snapshot: StoreSnapshot): Promise<ModelWriter> {
  const writer = createModelWriter()
  const cursor = await snapshot.cursor()
  if (cursor === undefined) return writer
  for await (const events of snapshot.eventsAbove(-1)) writer.load(events, cursor.head)
  writer.setBlocks(await snapshot.blocks(), cursor.revision)
  return writer
}
