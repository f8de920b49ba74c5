import { asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import { type Egress, EgressRefused } from '../../kernel/egress/egress.ts'
import { newId, type Random } from '../../kernel/runtime/token.ts'
import { type LoggedDecision, shownEntry } from '../drafts/decision-log.ts'
import type { DraftEvent, DraftEvents, DraftRow } from '../drafts/draft-view.ts'
import { reviewAfter } from '../drafts/review.ts'
import { campaignError } from '../errors.ts'
import { callbacks, pushConfigs, tasks } from './tables.ts'
import { taskStatus } from './task-status.ts'

/** Stores what is sent about drafts to the addresses that callers gave. */
export interface Callbacks extends DraftEvents {
  /** @throws AppError for an address that cannot be a receiver */
  check(url: string, field: string): void
}

const idBytes = 18

export function createCallbacks({
  db,
  egress,
  now,
  random,
  committed,
}: {
  db: Db
  egress: Pick<Egress, 'parse'>
  now: () => number
  random: Random
  committed: () => void
}): Callbacks {
  return {
    check: (url, field) => {
      try {
        egress.parse(url)
      } catch (error) {
        if (error instanceof EgressRefused)
          throw campaignError(
            error.reason === 'invalid_url' ? 'callback_url_invalid' : 'callback_not_allowed',
            field,
          )
        throw error
      }
    },
    record: async (tx, row, event) => {
      const at = now()
      const base = { draftId: row.id, event: nameOf(event), state: 'pending' as const, attempts: 0 }
      const of = (url: string, body: string, headers: Record<string, string> = {}) => ({
        ...base,
        id: `msg_${newId(random, idBytes)}`,
        url,
        body,
        headers: JSON.stringify(headers),
        nextAt: at,
        createdAt: at,
      })
      const rows = []
      const url = event.type === 'decided' ? callbackUrlOf(row) : undefined
      if (url !== undefined && event.type === 'decided') rows.push(of(url, decisionBody(row, event.entry)))
      const configs = await tx.select().from(pushConfigs).where(eq(pushConfigs.draftId, row.id))
      if (configs.length > 0) {
        const [task] = await tx.select().from(tasks).where(eq(tasks.draftId, row.id))
        for (const { url, protocol, token, authorization } of configs) {
          const body = pushBody(row, event, { protocol, contextId: task?.contextId ?? row.id, at })
          rows.push(
            of(url, body, {
              ...(token !== null && { 'x-a2a-notification-token': token }),
              ...(authorization !== null && { authorization }),
            }),
          )
        }
      }
      if (rows.length > 0) await tx.insert(callbacks).values(rows)
    },
    committed,
    historyOf: async (draftIds) => {
      const rows = await db
        .select()
        .from(callbacks)
        .where(inArray(callbacks.draftId, [...draftIds]))
        .orderBy(asc(callbacks.createdAt), asc(callbacks.id))
      return rows.map(({ draftId, event, url, state, attempts, problem, triedAt, createdAt, nextAt }) => ({
        draftId,
        event,
        host: new URL(url).host,
        state,
        attempts,
        ...(problem !== null && { problem }),
        at: new Date(triedAt ?? createdAt).toISOString(),
        ...(state === 'pending' && { nextAt: new Date(nextAt).toISOString() }),
      }))
    },
    remove: async (tx, draftIds) => {
      for (const table of [callbacks, pushConfigs, tasks])
        await tx.delete(table).where(inArray(table.draftId, draftIds))
    },
  }
}

function callbackUrlOf({ request }: DraftRow): string | undefined {
  const { parameters }: { parameters?: { callbackUrl?: string } } = JSON.parse(request)
  return parameters?.callbackUrl
}

/** Such as `draft.approved`. */
function nameOf(event: DraftEvent): string {
  return `draft.${event.type === 'decided' ? reviewAfter[event.entry.decision] : event.type}`
}

/** The body of a webhook about a decision. @see https://www.standardwebhooks.com */
function decisionBody({ id, revision, capability }: DraftRow, entry: LoggedDecision): string {
  const data = {
    draftId: id,
    revision,
    capability,
    review: reviewAfter[entry.decision],
    ...shownEntry(entry),
  }
  return JSON.stringify({ type: nameOf({ type: 'decided', entry }), timestamp: data.decidedAt, data })
}

/** The body of a push notification: a stream response in A2A 1.0, a task in 0.3. */
function pushBody(
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
