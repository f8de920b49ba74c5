import type { RecoveryEvent } from '../feed/recovery-log.ts'
import type { Recovery } from '../model.ts'
import type { Snapshot } from './snapshot.ts'

const eventsMax = 100

/** The part of the recovery log that the view reads. */
export interface RecoveryHistory {
  totalEvents: number
  failures: number
  recoveries: number
  events: readonly RecoveryEvent[]
}

/**
 * What went wrong around the chain and how it was mended. `since` in seconds since the epoch: summary and events are
 * then those of the kept history from that time on.
 */
export function recovery(
  { model, asOf }: Snapshot,
  history: RecoveryHistory,
  active: Recovery['chaos']['active'],
  since: number | undefined,
): Recovery {
  const isMeant = ({ timestamp }: RecoveryEvent) => since === undefined || timestamp >= since
  const events = history.events.filter(isMeant)
  const latencies = events
    .flatMap(({ outcome, latencyMs }) =>
      outcome === 'success' && latencyMs !== undefined ? [latencyMs] : [],
    )
    .sort((a, b) => a - b)
  const countOf = (outcome: RecoveryEvent['outcome']) =>
    events.filter((event) => event.outcome === outcome).length
  const counts =
    since === undefined
      ? history
      : { totalEvents: events.length, failures: countOf('failed'), recoveries: countOf('success') }
  return {
    ok: true,
    summary: {
      totalEvents: counts.totalEvents,
      failures: counts.failures,
      recoveries: counts.recoveries,
      verdictsLanded:
        since === undefined
          ? model.totals.verified + model.totals.failed
          : model.order.filter(({ settledAt }) => settledAt !== undefined && settledAt >= since).length,
      mttrMs: { p50: percentile(latencies, 0.5), p95: percentile(latencies, 0.95) },
    },
    events: withOutcomes(history.events)
      .filter(isMeant)
      .slice(-eventsMax)
      .reverse()
      .map((event) => ({
        ...event,
        title: titleOf(event),
        latencyMs: event.latencyMs ?? null,
        runId: event.runId ?? null,
      })),
    chaos: { active },
    asOf,
  }
}

/** Pending events with the outcome that a later event of the same failure tells. Oldest first, as given. */
function withOutcomes(events: readonly RecoveryEvent[]): RecoveryEvent[] {
  const outcomes = new Map<string, RecoveryEvent['outcome']>()
  return events
    .toReversed()
    .map((event): RecoveryEvent => {
      const failure = JSON.stringify([event.event, event.context, event.target, event.runId])
      if (event.outcome === 'pending') return { ...event, outcome: outcomes.get(failure) ?? 'pending' }
      outcomes.set(failure, event.outcome)
      return event
    })
    .reverse()
}

/** A readable line: `RPC unreachable: retry with backoff`. */
function titleOf({ event, action }: RecoveryEvent): string {
  const words = event.replaceAll('_', ' ').replace(/^rpc\b/, 'RPC')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}: ${action}`
}

/** Nearest-rank percentile of ascending values; null without any. */
function percentile(ascending: readonly number[], share: number): number | null {
  return ascending[Math.max(0, Math.ceil(ascending.length * share) - 1)] ?? null
}
