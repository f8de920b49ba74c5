import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import { digestOfNothing, tokenCheck } from '../../kernel/runtime/token.ts'
import { analysisError } from '../errors.ts'
import { reports } from '../tables.ts'
import { lookupId } from './report-id.ts'

export type DeleteReport = (id: string, token: string | undefined) => Promise<void>

/**
 * Deletes a report permanently. An unknown id and a wrong token take the same path, so that neither response nor timing
 * distinguishes them; of concurrent deletions one succeeds.
 * @throws report_not_found for unknown, deleted and expired reports, for malformed ids, and for a wrong or missing token;
 * AppError 503 when the database does not answer
 */
export function createDeleteReport({ db, now }: { db: Db; now: () => number }): DeleteReport {
  return async (rawId, token) => {
    const id = lookupId(rawId)
    const [row] = await db
      .select({ tokenSha256: reports.tokenSha256 })
      .from(reports)
      .where(and(eq(reports.id, id), gt(reports.expiresAt, now())))
    if (!tokenCheck.isTokenOf(token ?? '', row?.tokenSha256 ?? digestOfNothing))
      throw analysisError('report_not_found')
    const deleted = await db.delete(reports).where(eq(reports.id, id)).returning({ id: reports.id })
    if (deleted.length === 0) throw analysisError('report_not_found')
  }
}
