import { desc, gte } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import { auditEntries } from '../tables.ts'

/** The actor: a caller with the id of its key, or one of the actors without a key. */
export interface Actor {
  name: string
  keyId?: string | undefined
}

/** The caller of a request. */
export const actorOf = ({ id, keyId }: { id: string; keyId?: string | undefined }): Actor => ({
  name: id,
  keyId,
})

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

/** An entry as one line for a terminal. */
export function auditLine({ at, actor, keyId, action, target, details }: AuditEntry): string {
  const who = keyId === null ? actor : `${actor} (${keyId})`
  const parts = [new Date(at).toISOString(), who, action, target, details ?? '']
  return escapeUnprintable(parts.join('  ').trimEnd())
}

/** An entry as one line of JSON. */
export function auditJson({ at, details, ...entry }: AuditEntry): string {
  const parsed: unknown = details === null ? null : JSON.parse(details)
  return escapeUnprintable(JSON.stringify({ ...entry, at: new Date(at).toISOString(), details: parsed }))
}

/** Terminals execute some characters and reorder others. In JSON the escapes mean the same. */
function escapeUnprintable(line: string): string {
  return line.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

type AuditEntry = typeof auditEntries.$inferSelect

/** The latest entries since a time, oldest first. */
export async function readAudit(
  db: Pick<Db, 'select'>,
  { since, limit }: { since: number; limit: number },
): Promise<AuditEntry[]> {
  const latest = await db
    .select()
    .from(auditEntries)
    .where(gte(auditEntries.at, since))
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(limit)
  return latest.reverse()
}
