import type { Recovery } from '../model.ts'
import type { RecoveryEvent } from '../pipeline/recovery-log.ts'
import type { Snapshot } from './snapshot.ts'

const eventsMax = 100

/** The part of the recovery log that the view reads. */
export interface RecoveryHistory {
  totalEvents: number
  failures: number
  recoveries: number
  events: readonly RecoveryEvent[]
}

/** What went wrong around the chain and how it was mended. `since` in seconds since the epoch. */
export function recovery(
  { model, asOf }: Snapshot,
  history: RecoveryHistory,
  active: Recovery['chaos']['active'],
  since: number | undefined,
): Recovery {
  const latencies = history.events
    .flatMap(({ outcome, latencyMs }) =>
      outcome === 'success' && latencyMs !== undefined ? [latencyMs] : [],
    )
    .sort((a, b) => a - b)
  return {
    ok: true,
    summary: {
      totalEvents: history.totalEvents,
      failures: history.failures,
      recoveries: history.recoveries,
      verdictsLanded: model.totals.verified + model.totals.failed,
      mttrMs: { p50: percentile(latencies, 0.5), p95: percentile(latencies, 0.95) },
    },
    events: history.events
      .filter((event) => since === undefined || event.timestamp >= since)
      .slice(-eventsMax)
      .reverse()
      .map((event) => ({ ...event, latencyMs: event.latencyMs ?? null, runId: event.runId ?? null })),
    chaos: { active },
    asOf,
  }
}

/** Nearest-rank percentile of ascending values; null without any. */
function percentile(ascending: readonly number[], share: number): number | null {
  return ascending[Math.max(0, Math.ceil(ascending.length * share) - 1)] ?? null
}
