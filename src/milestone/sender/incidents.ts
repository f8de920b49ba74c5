import type { RecoveryEvent } from '../recovery-event.ts'
import type { IntentName } from './intents.ts'

/** Problems of one intent. Each kind is reported once as pending, and once with its outcome. */
export type Incidents = ReturnType<typeof createIncidents>

export function createIncidents(options: {
  intent: IntentName
  onEvent: (event: RecoveryEvent) => void
  now: () => number
}) {
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
    note(event: string, context: string, action: string) {
      if (noted.has(event)) return
      noted.set(event, { since: now(), context })
      report({ event, context, action, outcome: 'pending', latencyMs: undefined })
    },
    /** All problems were overcome, by default as the intent is mined. */
    recovered: (how: string = 'transaction mined') => end('success', how),
    /** The intent has reverted, and its problems have failed with it. */
    fail(reason: string) {
      const [first] = noted.values()
      const latencyMs = first === undefined ? 0 : now() - first.since
      report({ event: 'revert', context: reason, action: 'no retry', outcome: 'failed', latencyMs })
      end('failed', 'no retry')
    },
    /** This process stops working on the intent. */
    abandon: (reason: string) => end('failed', reason),
  }
}
