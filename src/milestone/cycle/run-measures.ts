import type { Chaos } from '../chaos/fault.ts'
import type { RecoveryLog } from '../feed/recovery-log.ts'
import type { ResilientClient } from '../rpc/client.ts'
import type { Exchange } from '../rpc/rpc.ts'

/** Starts to count what a run's report counts; the answer tells the counts so far. */
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

/**
 * For how long nobody has answered. Any reply ends the silence, a refusal too: an endpoint that asks to be left alone for
 * a while is alive.
 */
export function watchSilence(now: () => number): { silentMs(): number; wrap(inner: Exchange): Exchange } {
  let since: number | undefined
  return {
    silentMs: () => (since === undefined ? 0 : now() - since),
    wrap: (inner) => async (endpoint, request, signal) => {
      try {
        const reply = await inner(endpoint, request, signal)
        since = undefined
        return reply
      } catch (error) {
        since ??= now()
        throw error
      }
    },
  }
}

/** Events of a run that were told as pending and never got an outcome. */
export function openFailures({ events }: RecoveryLog, runId: string): number {
  const open = new Map<string, number>()
  for (const event of events) {
    if (event.runId !== runId) continue
    const key = `${event.event} ${event.target}`
    open.set(key, event.outcome === 'pending' ? 1 : 0)
  }
  return [...open.values()].reduce((sum, count) => sum + count, 0)
}
