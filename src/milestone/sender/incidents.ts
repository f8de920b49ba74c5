import type { Hex } from 'viem'
import type { RecoveryOutcome } from '../feed/recovery-log.ts'
import type { IntentName } from './intents.ts'

/** What a sender reports; the recovery log takes it as it stands. */
export interface SenderEvent {
  event: string
  context: string
  action: string
  target: string
  outcome: RecoveryOutcome
  /** From notice to outcome, in milliseconds; undefined while pending. */
  latencyMs: number | undefined
  runId: string
}

/** What went wrong around one intent. Each kind is told once as pending, and once more with what came of it. */
export interface Incidents {
  note(event: string, context: string, action: string): void
  /** Everything noted so far ended well: the intent has this transaction. */
  overcome(hash: Hex): void
  /** The intent can never be mined with success, and so what was noted has failed with it. */
  fail(reason: string): void
  /** Nobody works on the intent any longer in this process. */
  leave(reason: string): void
}

export function createIncidents(options: {
  intent: IntentName
  onEvent: (event: SenderEvent) => void
  now: () => number
}): Incidents {
  const { intent, onEvent, now } = options
  const noted = new Map<string, { since: number; context: string }>()
  const tell = (event: Omit<SenderEvent, 'target' | 'runId'>) =>
    onEvent({ ...event, target: intent.step, runId: intent.runId })
  const end = (outcome: RecoveryOutcome, action: string) => {
    for (const [event, { since, context }] of noted)
      tell({ event, context, action, outcome, latencyMs: now() - since })
    noted.clear()
  }
  return {
    note(event, context, action) {
      if (noted.has(event)) return
      noted.set(event, { since: now(), context })
      tell({ event, context, action, outcome: 'pending', latencyMs: undefined })
    },
    overcome: (hash) => end('success', `mined as ${hash}`),
    fail(reason) {
      const [first] = noted.values()
      const latencyMs = first === undefined ? 0 : now() - first.since
      tell({ event: 'revert', context: reason, action: 'no retry', outcome: 'failed', latencyMs })
      end('failed', 'no retry')
    },
    leave: (reason) => end('failed', reason),
  }
}
