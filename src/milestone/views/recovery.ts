import { Type as t } from '@sinclair/typebox'
import { OneOf } from '../../kernel/http/schema-parts.ts'
import { percentile } from '../../kernel/runtime/percentile.ts'
import { ActiveFault } from '../chaos/schemas.ts'
import { type LoggedRecovery, recoveryOutcomes } from '../recovery-event.ts'
import { Count, nullable, Ok, Seconds } from '../wire/shapes.ts'
import words from './recovery-words.json'
import { AsOf, type Snapshot } from './snapshot.ts'

export const Recovery = t.Object({
  ok: Ok,
  summary: t.Object({
    totalEvents: Count('Recovery events in all'),
    failures: Count('Those that ended in failure'),
    recoveries: Count('Those that ended in success'),
    verdictsLanded: Count('Final verdicts on the chain'),
    mttrMs: t.Object(
      {
        p50: t.Union([t.Number(), t.Null()], { examples: [120] }),
        p95: t.Union([t.Number(), t.Null()], { examples: [480] }),
      },
      { description: 'Time to recover over the newest 1,000 recoveries, in milliseconds; null before any' },
    ),
  }),
  byEvent: t.Array(
    t.Object({
      event: t.String({ examples: ['rpc_unreachable'] }),
      count: Count('Recoveries'),
      p50: t.Number({ description: 'Median time to recover, in milliseconds', examples: [120] }),
      newestMs: t.Array(t.Integer(), {
        description: 'Times to recover of the newest 30, oldest first',
        examples: [[120, 480]],
      }),
    }),
    { description: 'Time to recover by kind of event, the most frequent first' },
  ),
  events: t.Array(
    t.Object({
      timestamp: Seconds('When it was noticed'),
      title: t.String({
        description: 'Event and action as a line for people',
        examples: ['RPC unreachable: retry with backoff'],
      }),
      event: t.String({ examples: ['rpc_unreachable'] }),
      context: t.String({ examples: ['indexer'] }),
      action: t.String({ examples: ['retry with backoff'] }),
      target: t.String({ examples: ['http://127.0.0.1:41213'] }),
      outcome: OneOf(recoveryOutcomes),
      latencyMs: nullable(t.Integer({ examples: [120] }), 'From notice to outcome; null while pending'),
      runId: nullable(t.String({ examples: ['run_7'] }), 'The verification run it belongs to, if any'),
    }),
    { description: 'Newest first, 100 at most' },
  ),
  chaos: t.Object({
    active: t.Array(ActiveFault, { description: 'Faults that are active now' }),
  }),
  asOf: AsOf,
})
export type Recovery = typeof Recovery.static

const eventsMax = 100
const timesMax = 30

/** The part of the recovery log that the view reads. */
export interface RecoveryHistory {
  totalEvents: number
  failures: number
  recoveries: number
  events: readonly LoggedRecovery[]
}

/**
 * What went wrong around the chain, and what was done about it. With `since`, in seconds since the epoch, summary and
 * events cover the logged history from that time on.
 */
export function recovery(
  { readModel, asOf }: Snapshot,
  history: RecoveryHistory,
  active: Recovery['chaos']['active'],
  since: number | undefined,
): Recovery {
  const isIncluded = ({ timestamp }: LoggedRecovery) => since === undefined || timestamp >= since
  const settled = withOutcomes(history.events)
  const events = settled.filter(isIncluded)
  const recovered = history.events.filter((event) => isIncluded(event) && isMeasured(event))
  const latencies = recovered.map(({ latencyMs = 0 }) => latencyMs)
  const counts =
    since === undefined
      ? recoveryCounts(history, settled)
      : {
          totalEvents: events.length,
          failures: countOf(events, 'failed'),
          recoveries: countOf(events, 'success'),
        }
  return {
    ok: true,
    summary: {
      totalEvents: counts.totalEvents,
      failures: counts.failures,
      recoveries: counts.recoveries,
      verdictsLanded:
        since === undefined
          ? readModel.totals.verified + readModel.totals.failed
          : readModel.order.filter(({ settledAt }) => settledAt !== undefined && settledAt >= since).length,
      mttrMs: { p50: percentile(latencies, 0.5), p95: percentile(latencies, 0.95) },
    },
    byEvent: byEvent(recovered),
    events: events
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

/** Counts by outcome, as the list of events shows them: a pending event counts as what it ended in. */
export function recoveryCounts(
  { totalEvents, failures, recoveries, events }: RecoveryHistory,
  settled: readonly LoggedRecovery[] = withOutcomes(events),
): Pick<Recovery['summary'], 'totalEvents' | 'failures' | 'recoveries'> {
  const ended = settled.filter((_, index) => events[index]?.outcome === 'pending')
  return {
    totalEvents,
    failures: failures + countOf(ended, 'failed'),
    recoveries: recoveries + countOf(ended, 'success'),
  }
}

function countOf(events: readonly LoggedRecovery[], outcome: LoggedRecovery['outcome']): number {
  return events.filter((event) => event.outcome === outcome).length
}

function isMeasured({ outcome, latencyMs }: LoggedRecovery): boolean {
  return outcome === 'success' && latencyMs !== undefined
}

function byEvent(recovered: readonly LoggedRecovery[]): Recovery['byEvent'] {
  return [...Map.groupBy(recovered, ({ event }) => event)]
    .map(([event, group]) => {
      const times = group.map(({ latencyMs = 0 }) => latencyMs)
      const p50 = percentile(times, 0.5) ?? 0
      return { event, count: times.length, p50, newestMs: times.slice(-timesMax) }
    })
    .sort((a, b) => b.count - a.count)
}

/** Pending events with the outcome of a later event of the same failure. Oldest first, as given. */
function withOutcomes(events: readonly LoggedRecovery[]): LoggedRecovery[] {
  const outcomes = new Map<string, LoggedRecovery['outcome']>()
  return events
    .toReversed()
    .map((event): LoggedRecovery => {
      const failure = JSON.stringify([event.event, event.context, event.target, event.runId])
      if (event.outcome === 'pending') return { ...event, outcome: outcomes.get(failure) ?? 'pending' }
      outcomes.set(failure, event.outcome)
      return event
    })
    .reverse()
}

/** Names of events that say little to readers without a background in chains. */
const wordsOf: Readonly<Record<string, string>> = words

/** A line for display: `RPC unreachable: retry with backoff`. */
function titleOf({ event, action }: LoggedRecovery): string {
  const name = wordsOf[event] ?? event.replaceAll('_', ' ').replace(/^rpc\b/, 'RPC')
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}: ${action}`
}
