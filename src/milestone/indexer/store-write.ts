import { sql } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import { chainBlocks, chainEvents } from '../tables.ts'
import { argsToJson } from './event-codec.ts'
import type { ChainEvent } from './events.ts'
import type { BlockRef } from './state.ts'

/** Rows of one statement: enough to make its cost small, few enough for its JSON to stay under a few megabytes. */
const rowsPerStatement = 1000

/** All rows travel as one JSON parameter: that is fast, and the same on PGlite and PostgreSQL. */
export async function insertEvents(
  on: Pick<Db, 'execute'>,
  deployment: string,
  events: readonly ChainEvent[],
): Promise<void> {
  for (let start = 0; start < events.length; start += rowsPerStatement) {
    const rows = events.slice(start, start + rowsPerStatement).map((event) => ({
      b: event.blockNumber,
      i: event.logIndex,
      h: event.blockHash,
      x: event.txHash,
      t: event.timestamp,
      c: event.contract,
      n: event.name,
      a: argsToJson(event),
    }))
    await on.execute(sql`
      insert into ${chainEvents}
        (deployment, block_number, log_index, block_hash, tx_hash, timestamp, contract, name, args)
      select ${deployment}, b, i, h, x, t, c, n, a
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as row(b bigint, i integer, h text, x text, t bigint, c text, n text, a jsonb)`)
  }
}

export async function insertBlocks(
  on: Pick<Db, 'execute'>,
  deployment: string,
  blocks: readonly BlockRef[],
): Promise<void> {
  if (blocks.length === 0) return
  await on.execute(sql`
    insert into ${chainBlocks} (deployment, number, hash, parent_hash, timestamp)
    select ${deployment}, number, hash, "parentHash", timestamp
    from jsonb_to_recordset(${JSON.stringify(blocks)}::text::jsonb)
      as row(number bigint, hash text, "parentHash" text, timestamp bigint)`)
}
