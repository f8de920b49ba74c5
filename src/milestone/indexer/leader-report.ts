import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../kernel/database/database.ts'
import { chainLeaders } from '../tables.ts'
import type { FollowerStatus } from './contact.ts'

/** What the leading process says of its node. */
export interface LeaderReport {
  state: FollowerStatus['state']
  /** Why it is unreachable or halted. */
  reason: string | undefined
  /** The node's newest block number. */
  head: number | undefined
  /** How long ago the node last answered; undefined when it never has. */
  silentMs: number | undefined
}

/** A report as another process reads it, by the database's clock. */
export interface ReadReport extends LeaderReport {
  ageMs: number
}

export function reportOf(status: FollowerStatus, now: number): LeaderReport {
  const { state, reason, head, lastContactAt } = status
  return { state, reason, head, silentMs: lastContactAt === undefined ? undefined : now - lastContactAt }
}

export async function writeLeaderReport(
  database: Database,
  deployment: string,
  { state, reason, head, silentMs }: LeaderReport,
): Promise<void> {
  await database.db.execute(sql`
    insert into ${chainLeaders} (deployment, state, reason, head, silent_ms, beat_at)
    values (${deployment}, ${state}, ${reason ?? null}, ${head ?? null}, ${integer(silentMs)}, clock_timestamp())
    on conflict (deployment) do update set state = excluded.state, reason = excluded.reason, head = excluded.head,
      silent_ms = excluded.silent_ms, beat_at = excluded.beat_at`)
}

/** Undefined when no process has led yet. */
export async function readLeaderReport(
  database: Database,
  deployment: string,
): Promise<ReadReport | undefined> {
  const [row] = await database.rows<{
    state: LeaderReport['state']
    reason: string | null
    head: string | null
    silent: string | null
    age: string
  }>(sql`
    select state, reason, head::text as head, silent_ms::text as silent,
      (extract(epoch from clock_timestamp() - beat_at) * 1000)::bigint::text as age
    from ${chainLeaders} where deployment = ${deployment}`)
  if (row === undefined) return undefined
  const { state, reason, head, silent, age } = row
  return {
    state,
    reason: reason ?? undefined,
    head: head === null ? undefined : Number(head),
    silentMs: silent === null ? undefined : Number(silent),
    ageMs: Math.max(0, Number(age)),
  }
}

function integer(value: number | undefined): SQL {
  return value === undefined ? sql`null` : sql`${Math.max(0, Math.round(value))}`
}
