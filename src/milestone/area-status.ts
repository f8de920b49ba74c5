import type { Database } from '../kernel/database/database.ts'
import type { ReadyCheck } from '../kernel/http/health.ts'
import type { GaugeSource } from '../kernel/runtime/metrics.ts'
import type { CycleRunner } from './cycle/runner.ts'
import type { ActivityStreams } from './feed/activity-streams.ts'
import type { Indexer } from './indexer/indexer.ts'
import type { OpenChain } from './open-chain.ts'
import type { MilestoneDeps } from './routes.ts'
import { watchEndpoints } from './rpc/endpoint-watch.ts'
import { createHttpExchange } from './rpc/exchange.ts'

/** What the area reports about itself: in answers, to /readyz and to /metrics. */
export interface AreaStatus extends Pick<MilestoneDeps, 'freshness' | 'health'> {
  checks: readonly ReadyCheck[]
  gauges: readonly GaugeSource[]
  stop(): void
}

/** How long after the next poll was due answers report that they may be stale. */
const staleAfterMs = 4_000

export function createAreaStatus(options: {
  database: Database
  chain: OpenChain
  indexer: Indexer
  streams: ActivityStreams
  /** Undefined where this process runs no verification cycles. */
  runner: CycleRunner | undefined
  /** Why the chain cannot be used; undefined while it can. */
  unusable: () => string | undefined
  pollMs: number
  now: () => number
}): AreaStatus {
  const { database, chain, indexer, streams, runner, unusable, pollMs, now } = options
  const databaseWatch = watchDatabase(database)
  const endpointWatch = watchEndpoints(chain.rpcUrls, createHttpExchange())
  const reason = () => {
    const status = indexer.status()
    return unusable() ?? status.reason ?? `the reader is ${status.state}`
  }
  const isStale = () => {
    const { state, lastContactAt } = indexer.status()
    return (
      state !== 'following' || lastContactAt === undefined || now() - lastContactAt > pollMs + staleAfterMs
    )
  }
  return {
    freshness: () => ({ stale: isStale(), reason: reason() }),
    health: () => {
      const { state, lagBlocks } = indexer.status()
      return {
        rpc: endpointWatch.complete(chain.client.health()),
        indexer: { state, head: indexer.readModel.head?.number ?? null, lagBlocks },
        pipeline: { reachable: runner === undefined ? null : runner.isReachable() },
        database: { ok: databaseWatch.ok(), kind: database.kind },
      }
    },
    checks: [
      { name: 'chain', check: () => (indexer.status().state === 'following' ? undefined : reason()) },
      { name: 'read model', check: () => (indexer.readModel.head === undefined ? reason() : undefined) },
    ],
    gauges: (
      [
        ['cairn_indexer_head_block', 'Newest block in the read model', () => indexer.readModel.head?.number],
        ['cairn_indexer_lag_blocks', 'Blocks behind the chain', () => indexer.status().lagBlocks],
        ['cairn_milestones', 'Milestones in the read model', () => indexer.readModel.order.length],
        ['cairn_activity_streams', 'Clients that the activity feed is streamed to', () => streams.openCount],
      ] as const
    ).map(([name, help, read]) => ({ name, help, read })),
    stop: () => {
      databaseWatch.stop()
      endpointWatch.stop()
    },
  }
}

const intervalMs = 2_000

/** Pings the database periodically, so that a GET can report its health without waiting for it. */
function watchDatabase(database: Database): { ok(): boolean; stop(): void } {
  let answered = true
  let isPinging = false
  const ping = async () => {
    // The last ping is still unanswered: the database is slow or away.
    if (isPinging) {
      answered = false
      return
    }
    isPinging = true
    answered = await database.ping().then(
      () => true,
      () => false,
    )
    isPinging = false
  }
  const timer = setInterval(ping, intervalMs)
  timer.unref()
  return { ok: () => answered, stop: () => clearInterval(timer) }
}

/** Between two checks of the chain's length. */
const checkMs = 1_000
/** A chain is replaced when no verification run was in progress for so long. */
const idleMsMin = 30_000
/** A chain that is never idle is replaced once it is so many times as long as it may be. */
const busyFactor = 2.5

/** Whether a demo chain is replaced now. `idleMs` is how long no verification run has been in progress. */
export function isOutgrown(options: { blocks: number; blocksMax: number; idleMs: number }): boolean {
  const { blocks, blocksMax, idleMs } = options
  return blocks > (idleMs >= idleMsMin ? blocksMax : busyFactor * blocksMax)
}

/** Calls `onOutgrown` with the chain's length, once. @returns the function that stops it */
export function watchChainLength(options: {
  /** Number of the newest block; undefined before one was read. */
  head: () => number | undefined
  blocksMax: number
  /** Whether a verification run is in progress. */
  isBusy: () => boolean
  onOutgrown: (blocks: number) => void
  now: () => number
}): () => void {
  const { head, blocksMax, isBusy, onOutgrown, now } = options
  let busyAt = now()
  const timer = setInterval(() => {
    if (isBusy()) busyAt = now()
    const blocks = head() ?? 0
    if (!isOutgrown({ blocks, blocksMax, idleMs: now() - busyAt })) return
    clearInterval(timer)
    onOutgrown(blocks)
  }, checkMs)
  timer.unref()
  return () => clearInterval(timer)
}
