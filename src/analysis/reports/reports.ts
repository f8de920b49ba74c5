import { and, eq, gt, lte } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import { startSweeping } from '../../kernel/database/sweep.ts'
import { digestOfNothing, tokenCheck } from '../../kernel/runtime/token.ts'
import { analysisError } from '../errors.ts'
import { reports } from '../tables.ts'
import type { Later } from './post.ts'
import { createSaveReport, type SaveReport, type SaveReportDeps } from './save-report.ts'
import type { PublicReport, ReportContent } from './schema.ts'

export interface Reports {
  save: SaveReport
  read(id: string): Promise<PublicReport>
  delete(id: string, token: string | undefined): Promise<void>
  sweep(): Promise<number>
  /** Sweeps now and every hour, until the returned function is called. */
  start(): () => void
}

type Defaulted = 'keepDays' | 'mail' | 'random' | 'later'

/** Reports are kept for 30 days by default. */
export type ReportsOptions = Omit<SaveReportDeps, Defaulted> & Partial<Pick<SaveReportDeps, Defaulted>>

export function createReports(options: ReportsOptions): Reports {
  const { db, now, baseUrl, catalog, log, mail, keepDays = 30 } = options
  const { random = randomBytes, later = withTimer } = options
  const sweep = createSweepReports({ db, now })
  return {
    save: createSaveReport({ db, now, baseUrl, catalog, log, keepDays, mail, random, later }),
    read: createReadReport({ db, now }),
    delete: createDeleteReport({ db, now }),
    sweep,
    start: () =>
      startSweeping({
        log,
        sweeps: [
          async () => {
            const swept = await sweep()
            if (swept > 0) log.info('expired reports deleted', { count: swept })
          },
        ],
      }),
  }
}

function randomBytes(bytes: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(bytes))
}

const withTimer: Later = (work, delayMs) => {
  setTimeout(work, delayMs).unref()
}

/**
 * Deletes a report permanently. An unknown id and a wrong token take the same path, so that neither response nor timing
 * distinguishes them; of concurrent deletions one succeeds.
 * @throws report_not_found for unknown, deleted and expired reports, for malformed ids, and for a wrong or missing token;
 * AppError 503 when the database does not answer
 */
function createDeleteReport({ db, now }: { db: Db; now: () => number }): Reports['delete'] {
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

/**
 * Reads a report; the id suffices.
 * @throws report_not_found for unknown, deleted and expired reports and malformed ids; AppError 503 when the database does not answer
 */
function createReadReport({ db, now }: { db: Db; now: () => number }): Reports['read'] {
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
      // Validated when it was saved.
      ...(JSON.parse(row.content) as ReportContent),
    }
  }
}

/** Deletes expired reports. @returns how many */
function createSweepReports({ db, now }: { db: Db; now: () => number }): Reports['sweep'] {
  return async () => {
    const swept = await db.delete(reports).where(lte(reports.expiresAt, now())).returning({ id: reports.id })
    return swept.length
  }
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The nil UUID; generated ids have a version number. */
const nilUuid = '00000000-0000-0000-0000-000000000000'

/** An id to look up. Malformed ids become the nil UUID, so that they take as long as unknown ones. */
function lookupId(text: string): string {
  return uuidPattern.test(text) ? text.toLowerCase() : nilUuid
}
