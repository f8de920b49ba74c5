import type { LoggedDecision } from '../drafts/decision-log.ts'
import type { Draft, DraftError } from '../drafts/draft.ts'

/** What the state of an A2A task is read from. */
export interface TaskFacts extends Pick<Draft, 'run' | 'review'> {
  draftId: string
  contextId: string
  error?: DraftError | undefined
  /** The last decision. */
  last?: Pick<LoggedDecision, 'note' | 'by'> | undefined
  /** The draft that revises this one. */
  revisedBy?: string | undefined
  /** Where it is reviewed, which only the answer to the run can say. */
  reviewUrl?: string | undefined
  /** In milliseconds since the epoch. */
  at: number
}

/** Code of the error of a run that its caller has canceled, as `Agent.cancel` sets it. */
export const canceledCode = 'canceled'

/**
 * The status of the task that a draft is, in the form of A2A 1.0. A draft that waits for its reviewer, or for another
 * message after changes were requested, requires input; approval completes it.
 */
export function taskStatus(facts: TaskFacts) {
  const [state, text] = stateOf(facts)
  const { draftId, contextId, at } = facts
  return {
    state,
    timestamp: new Date(at).toISOString(),
    message: {
      messageId: `${draftId}-${state.replace('TASK_STATE_', '').toLowerCase()}`,
      role: 'ROLE_AGENT',
      taskId: draftId,
      contextId,
      parts: [{ text }],
    },
  }
}

function stateOf({ run, review, error, last, revisedBy, reviewUrl }: TaskFacts): [string, string] {
  const said = last?.note ? `: ${last.note}` : ''
  const by = last?.by ? ` by ${last.by}` : ''
  if (run === 'processing') return ['TASK_STATE_WORKING', 'The images are being made']
  if (run === 'failed')
    return [
      error?.code === canceledCode ? 'TASK_STATE_CANCELED' : 'TASK_STATE_FAILED',
      error?.message ?? 'The run failed',
    ]
  if (revisedBy !== undefined) return ['TASK_STATE_REJECTED', `Replaced by the revision ${revisedBy}`]
  if (review === 'approved') return ['TASK_STATE_COMPLETED', `Approved${by}${said}`]
  if (review === 'rejected') return ['TASK_STATE_REJECTED', `Rejected${by}${said}`]
  if (review === 'changes_requested')
    return [
      'TASK_STATE_INPUT_REQUIRED',
      `Changes requested${by}${said}. Send a message with this taskId for the next revision`,
    ]
  return [
    'TASK_STATE_INPUT_REQUIRED',
    reviewUrl === undefined ? 'Waiting for the review' : `Waiting for the review: ${reviewUrl}`,
  ]
}
