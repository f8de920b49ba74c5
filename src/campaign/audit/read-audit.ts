import { desc, gte } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import { auditEntries } from '../tables.ts'

export type AuditEntry = typeof auditEntries.$inferSelect

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
