import { startSweeping } from '../../kernel/database/sweep.ts'
import { createDeleteReport, type DeleteReport } from './delete-report.ts'
import type { Later } from './post.ts'
import { createReadReport, type ReadReport } from './read-report.ts'
import { createSaveReport, type SaveReport, type SaveReportDeps } from './save-report.ts'
import { createSweepReports, type SweepReports } from './sweep-reports.ts'

export interface Reports {
  save: SaveReport
  read: ReadReport
  delete: DeleteReport
  sweep: SweepReports
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
