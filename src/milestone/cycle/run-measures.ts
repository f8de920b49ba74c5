import type { Chaos } from '../chaos/fault.ts'
import type { RecoveryLog } from '../feed/recovery-log.ts'
import type { LoggedRecovery } from '../recovery-event.ts'
import type { ResilientClient } from '../rpc/client.ts'

/** Starts the counters of a run's report; the returned function reads them. */
export function measureRun(client: ResilientClient, chaos: Chaos, recoveryLog: RecoveryLog, runId: string) {
  const { requests, attempts } = client.counters()
  const hitsBefore = chaos.hits()
  return () => {
    const now = client.counters()
    return {
      requests: now.requests - requests,
      attempts: now.attempts - attempts,
      faultsHit: hitsSince(chaos.hits(), hitsBefore),
      recoveries: recoveryLog.events.filter((event) => event.runId === runId && event.outcome === 'success')
        .length,
    }
  }
}

/** Hits beyond earlier ones, by fault. */
export function hitsSince(
  now: Readonly<Partial<Record<string, number>>>,
  earlier: Readonly<Partial<Record<string, number>>>,
): Record<string, number> {
  const hits = Object.entries(now).map(([name, count = 0]) => [name, count - (earlier[name] ?? 0)] as const)
  return Object.fromEntries(hits.filter(([, count]) => count > 0))
}

/** Events of a run that were reported as pending and have no outcome. */
export function openFailures(
  { events }: Pick<RecoveryLog, 'events'>,
  runId: string,
): readonly LoggedRecovery[] {
  const open = new Map<string, LoggedRecovery>()
  for (const event of events) {
    if (event.runId !== runId) continue
    const key = `${event.event} ${event.target}`
    if (event.outcome === 'pending') open.set(key, event)
    else open.delete(key)
  }
  return [...open.values()]
}

/** Gives what an earlier process of the run has left pending an outcome. */
export function closeFailures(recoveryLog: Pick<RecoveryLog, 'events' | 'record'>, runId: string): void {
  for (const { timestamp, ...event } of openFailures(recoveryLog, runId))
    recoveryLog.record({ ...event, action: 'the process ended: continue the run', outcome: 'degraded' })
}
