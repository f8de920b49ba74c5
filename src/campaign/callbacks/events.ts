import type { LoggedDecision } from '../drafts/decision-log.ts'
import type { DraftEvent } from '../drafts/draft-events.ts'
import type { DraftRow } from '../drafts/draft-row.ts'
import { reviewAfter } from '../drafts/review.ts'
import { taskStatus } from './task-status.ts'

/** Such as `draft.approved`. */
export function nameOf(event: DraftEvent): string {
  return `draft.${event.type === 'decided' ? reviewAfter[event.entry.decision] : event.type}`
}

/** The body of a webhook about a decision. @see https://www.standardwebhooks.com */
export function decisionBody({ id, revision, capability }: DraftRow, entry: LoggedDecision): string {
  const { decidedAt, by, variant, ...rest } = entry
  const timestamp = new Date(decidedAt).toISOString()
  return JSON.stringify({
    type: nameOf({ type: 'decided', entry }),
    timestamp,
    data: {
      draftId: id,
      revision,
      capability,
      review: reviewAfter[entry.decision],
      ...rest,
      ...(typeof by === 'string' && { by }),
      ...(typeof variant === 'number' && { variant }),
      decidedAt: timestamp,
    },
  })
}

/** The body of a push notification: a stream response in A2A 1.0, a task in 0.3. */
export function pushBody(
  { id, review }: DraftRow,
  event: DraftEvent,
  { protocol, contextId, at }: { protocol: '1.0' | '0.3'; contextId: string; at: number },
): string {
  const status = taskStatus({
    draftId: id,
    contextId,
    run: event.type === 'failed' ? 'failed' : 'completed',
    review: event.type === 'decided' ? reviewAfter[event.entry.decision] : review,
    error: event.type === 'failed' ? event.error : undefined,
    last: event.type === 'decided' ? event.entry : undefined,
    at,
  })
  if (protocol === '1.0') return JSON.stringify({ statusUpdate: { taskId: id, contextId, status } })
  const { message, state, timestamp } = status
  const { messageId, parts } = message
  return JSON.stringify({
    kind: 'task',
    id,
    contextId,
    status: {
      state: state.replace('TASK_STATE_', '').toLowerCase().replaceAll('_', '-'),
      timestamp,
      message: {
        kind: 'message',
        messageId,
        role: 'agent',
        taskId: id,
        contextId,
        parts: parts.map(({ text }) => ({ kind: 'text', text })),
      },
    },
  })
}
