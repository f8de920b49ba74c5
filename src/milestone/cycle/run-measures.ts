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
    const hits = Object.entries(chaos.hits()).map(([type, count]) => {
      const earlier = Object.entries(hitsBefore).find(([name]) => name === type)?.[1] ?? 0
      return [type, count - earlier] as const
    })
    return {
      requests: now.requests - requests,
      attempts: now.attempts - attempts,
      faultsHit: Object.fromEntries(hits.filter(([, count]) => count > 0)),
      recoveries: recoveryLog.events.filter((event) => event.runId === runId && event.outcome === 'success')
        .length,
    }
  }
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
