import type { Db } from '../../kernel/database/database.ts'
import { auditEntries } from '../tables.ts'

/** The actor: a caller with the id of its key, or one of the actors without a key. */
export interface Actor {
  name: string
  keyId?: string | undefined
}

export const reviewer: Actor = { name: 'reviewer' }
export const commandLine: Actor = { name: 'command-line' }
export const operator: Actor = { name: 'operator' }
export const service: Actor = { name: 'service' }

export type AuditAction =
  | 'draft.complete'
  | 'draft.approve'
  | 'draft.reject'
  | 'draft.request_changes'
  | 'draft.pin'
  | 'draft.unpin'
  | 'draft.expire'
  | 'kit.create'
  | 'photo.add'
  | 'photo.delete'
  | 'font.add'
  | 'font.delete'
  | 'key.create'
  | 'key.revoke'
  | 'plan.grant'

/** Adds an entry in the transaction of the recorded action. `details` must not contain secrets. */
export async function recordAudit(
  tx: Pick<Db, 'insert'>,
  entry: {
    at: number
    actor: Actor
    action: AuditAction
    target: string
    details?: Readonly<Record<string, unknown>>
  },
): Promise<void> {
  const { at, actor, action, target, details } = entry
  await tx.insert(auditEntries).values({
    at,
    actor: actor.name,
    keyId: actor.keyId ?? null,
    action,
    target,
    details: details === undefined ? null : JSON.stringify(details),
  })
}
