import type { RecoveryEvent } from '../recovery-event.ts'
import type { IntentName } from './intents.ts'

/** Problems of one intent. Each kind is reported once as pending, and once with its outcome. */
export interface Incidents {
  note(event: string, context: string, action: string): void
  /** All problems were overcome, by default as the intent is mined. */
  recovered(how?: string): void
  /** The intent has reverted, and its problems have failed with it. */
  fail(reason: string): void
  /** This process stops working on the intent. */
  abandon(reason: string): void
}

export function createIncidents(options: {
  intent: IntentName
  onEvent: (event: RecoveryEvent) => void
  now: () => number
}): Incidents {
  const { intent, onEvent, now } = options
  const noted = new Map<string, { since: number; context: string }>()
  const report = (event: Omit<RecoveryEvent, 'target' | 'runId'>) =>
    onEvent({ ...event, target: intent.step, runId: intent.runId })
  const end = (outcome: RecoveryEvent['outcome'], action: string) => {
    for (const [event, { since, context }] of noted)
      report({ event, context, action, outcome, latencyMs: now() - since })
    noted.clear()
  }
  return {
    note(event, context, action) {
      if (noted.has(event)) return
      noted.set(event, { since: now(), context })
      report({ event, context, action, outcome: 'pending', latencyMs: undefined })
    },
    recovered: (how = 'transaction mined') => end('success', how),
    fail(reason) {
      const [first] = noted.values()
      const latencyMs = first === undefined ? 0 : now() - first.since
      report({ event: 'revert', context: reason, action: 'no retry', outcome: 'failed', latencyMs })
      end('failed', 'no retry')
    },
    abandon: (reason) => end('failed', reason),
  }
}
