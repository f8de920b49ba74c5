import { sql } from 'drizzle-orm'
import type { Database, Db } from '../../kernel/database/database.ts'
import { chainBlocks, chainCursors, chainEvents } from '../tables.ts'
import { argsToJson } from './event-codec.ts'
import type { ChainEvent } from './events.ts'
import { type LeaderReport, readLeaderReport, writeLeaderReport } from './leader-report.ts'
import type { ChainBatch } from './model-writer.ts'
import { undoDepthBlocks } from './read-model.ts'
import type { BlockRef } from './state.ts'
import { type StoreSnapshot, snapshotOf } from './store-snapshot.ts'

/** The database channel on which every commit is announced. */
export const chainChannel = 'cairn_chain'

/** Another process wrote since this one last read: its model must catch up before it writes again. */
export class StoreConflict extends Error {
  constructor(deployment: string) {
    super(`Cannot commit blocks of ${deployment} as another process wrote since`)
    this.name = 'StoreConflict'
  }
}

/** One deployment's history in the database: cursor, newest blocks, all events. */
export type Store = ReturnType<typeof createStore>

export function createStore(database: Database, deployment: string) {
  const { db } = database
  return {
    deployment,
    /** Reads one consistent state, without what is written meanwhile. */
    read: <T>(look: (snapshot: StoreSnapshot) => Promise<T>) =>
      db.transaction((on) => look(snapshotOf(database, on, deployment)), {
        isolationLevel: 'repeatable read',
        accessMode: 'read only',
      }),
    /**
     * Writes one batch, all of it or nothing, and wakes the replicas.
     * @returns the new revision
     * @throws StoreConflict when the revision is not `expected`
     */
    commit: (batch: ChainBatch, expected: number) =>
      db.transaction(async (on) => {
        const revision = await moveCursor(database, on, { deployment, batch, expected })
        if (batch.undoTo !== undefined) await undoTo(on, deployment, batch.undoTo.number)
        await insertEvents(on, deployment, batch.events)
        await insertBlocks(on, deployment, batch.blocks)
        const head = batch.blocks.at(-1)
        if (head !== undefined) {
          const oldest = head.number - undoDepthBlocks
          await on.execute(
            sql`delete from ${chainBlocks} where deployment = ${deployment} and number < ${oldest}`,
          )
        }
        await on.execute(sql`select pg_notify(${chainChannel}, ${deployment})`)
        return revision
      }),
    /** Deletes the deployment's history, so that it is indexed again. */
    drop: () =>
      db.transaction(async (on) => {
        for (const table of [chainCursors, chainBlocks, chainEvents]) {
          await on.execute(sql`delete from ${table} where deployment = ${deployment}`)
        }
      }),
    /** Stores the leading process's report. @param wake whether replicas should read it at once */
    report: async (report: LeaderReport, wake: boolean) => {
      await writeLeaderReport(database, deployment, report)
      if (wake) await database.notify(chainChannel)
    },
    /** The leading process's last report. */
    leader: () => readLeaderReport(database, deployment),
  }
}

/** Moves the cursor only from the revision that the writer has read: two writers can never mix their blocks. */
async function moveCursor(
  database: Database,
  on: Pick<Db, 'execute'>,
  { deployment, batch, expected }: { deployment: string; batch: ChainBatch; expected: number },
): Promise<number> {
  const head = batch.blocks.at(-1) ?? batch.undoTo
  if (head === undefined) throw new Error('Cannot commit a batch that neither undoes nor adds a block')
  const [row] = await database.rows<{ revision: string | number }>(
    sql`insert into ${chainCursors} as current (deployment, block_number, block_hash, parent_hash, timestamp, revision)
        values (${deployment}, ${head.number}, ${head.hash}, ${head.parentHash}, ${head.timestamp}, 1)
        on conflict (deployment) do update set
          block_number = excluded.block_number, block_hash = excluded.block_hash,
          parent_hash = excluded.parent_hash, timestamp = excluded.timestamp, revision = current.revision + 1
        where current.revision = ${expected}
        returning revision`,
    on,
  )
  const revision = Number(row?.revision ?? 0)
  if (revision !== expected + 1) throw new StoreConflict(deployment)
  return revision
}

async function undoTo(on: Pick<Db, 'execute'>, deployment: string, ancestor: number): Promise<void> {
  await on.execute(
    sql`delete from ${chainEvents} where deployment = ${deployment} and block_number > ${ancestor}`,
  )
  await on.execute(sql`delete from ${chainBlocks} where deployment = ${deployment} and number > ${ancestor}`)
}

/** Rows of one statement: many enough to be cheap, few enough to keep its JSON under a few megabytes. */
const rowsPerStatement = 1000

/** All rows are one JSON parameter: fast, and the same on PGlite and PostgreSQL. */
async function insertEvents(
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

async function insertBlocks(
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
