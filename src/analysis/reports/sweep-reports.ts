import { lte } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import { reports } from '../tables.ts'

export type SweepReports = () => Promise<number>

/** Deletes expired reports. @returns how many */
export function createSweepReports({ db, now }: { db: Db; now: () => number }): SweepReports {
  return async () => {
    const swept = await db.delete(reports).where(lte(reports.expiresAt, now())).returning({ id: reports.id })
    return swept.length
  }
}
