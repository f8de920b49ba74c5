import { eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../kernel/database/database.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import { chainLeaders } from '../tables.ts'
import type { FollowerStatus } from './follower-status.ts'

/** What the leading process reports about its node. */
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

/**
 * Reports the leader's status to the replicas until the returned function is called, which reports once more.
 * `onNodeLost` is called when the node has not answered for `handOverMs`.
 */
export function reportToReplicas(options: {
  /** Stores a report; `wake` when replicas should read it at once. */
  store: { report(report: LeaderReport, wake: boolean): Promise<void> }
  status: () => FollowerStatus
  now: () => number
  everyMs: number
  handOverMs: number
  onNodeLost: () => void
  log: Log
}): () => Promise<void> {
  const { store, status, now, handOverMs, onNodeLost, log } = options
  let last: LeaderReport | undefined
  let lostSince: number | undefined
  let reporting: Promise<void> | undefined

  const report = async () => {
    const current = reportOf(status(), now())
    const isChange = current.state !== last?.state || current.reason !== last.reason
    last = current
    try {
      await store.report(current, isChange)
    } catch (error) {
      log.debug('cannot report to the replicas', { reason: messageOf(error) })
    }
  }
  const tick = () => {
    const { state, lastContactAt = now() } = status()
    if (state !== 'unreachable') lostSince = undefined
    else lostSince ??= lastContactAt
    if (lostSince !== undefined && now() - lostSince >= handOverMs) onNodeLost()
    reporting ??= report().finally(() => {
      reporting = undefined
    })
  }
  const timer = setInterval(tick, options.everyMs)
  tick()
  return async () => {
    clearInterval(timer)
    await reporting
    await report()
  }
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
  const { state, reason, head, silentMs, beatAt } = chainLeaders
  const ageMs = sql`(extract(epoch from clock_timestamp() - ${beatAt}) * 1000)::bigint`.mapWith(Number)
  const [row] = await database.db
    .select({ state, reason, head, silentMs, ageMs })
    .from(chainLeaders)
    .where(eq(chainLeaders.deployment, deployment))
  return (
    row && {
      state: row.state,
      reason: row.reason ?? undefined,
      head: row.head ?? undefined,
      silentMs: row.silentMs ?? undefined,
      ageMs: Math.max(0, row.ageMs),
    }
  )
}

function integer(value: number | undefined): SQL {
  return value === undefined ? sql`null` : sql`${Math.max(0, Math.round(value))}`
}
