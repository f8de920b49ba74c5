import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import { analysisError } from '../errors.ts'
import { reports } from '../tables.ts'
import { lookupId } from './report-id.ts'
import type { PublicReport, ReportContent } from './schema.ts'

export type ReadReport = (id: string) => Promise<PublicReport>

/**
 * Reads a report; the id suffices.
 * @throws report_not_found for unknown, deleted and expired reports and malformed ids; AppError 503 when the database does not answer
 */
export function createReadReport({ db, now }: { db: Db; now: () => number }): ReadReport {
  return async (id) => {
    const [row] = await db
      .select({
        id: reports.id,
        content: reports.content,
        createdAt: reports.createdAt,
        expiresAt: reports.expiresAt,
      })
      .from(reports)
      .where(and(eq(reports.id, lookupId(id)), gt(reports.expiresAt, now())))
    if (row === undefined) throw analysisError('report_not_found')
    return {
      id: row.id,
      createdAt: new Date(row.createdAt).toISOString(),
      expiresAt: new Date(row.expiresAt).toISOString(),
      ...contentOf(row.content),
    }
  }
}

/** The stored text was validated when it was saved. */
function contentOf(text: string): ReportContent {
  return JSON.parse(text) as ReportContent
}
