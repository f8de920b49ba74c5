import type { Db } from '../../kernel/database/database.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import type { Random } from '../../kernel/runtime/token.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { createDeleteReport, type DeleteReport } from './delete-report.ts'
import type { Later, Mail } from './post.ts'
import { createReadReport, type ReadReport } from './read-report.ts'
import { createSaveReport, type SaveReport } from './save-report.ts'
import { createSweepReports, type SweepReports } from './sweep-reports.ts'

export interface Reports {
  save: SaveReport
  read: ReadReport
  delete: DeleteReport
  sweep: SweepReports
  /** Sweeps now and every hour, until the answered function is called. */
  start(): () => void
}

export interface ReportsOptions {
  db: Db
  /** Milliseconds since the epoch. */
  now: () => number
  /** Public address of this server, without a trailing slash. */
  baseUrl: string
  catalog: Catalog
  log: Log
  /** How long a report is kept; 30 days unless told. */
  keepDays?: number
  /** Without it, links are not mailed. */
  mail?: Mail | undefined
  random?: Random
  later?: Later
}

const hourMs = 60 * 60 * 1000

export function createReports(options: ReportsOptions): Reports {
  const { db, now, baseUrl, catalog, log, mail, keepDays = 30 } = options
  const { random = randomBytes, later = afterAWhile } = options
  const sweep = createSweepReports({ db, now })
  return {
    save: createSaveReport({ db, now, baseUrl, catalog, log, keepDays, mail, random, later }),
    read: createReadReport({ db, now }),
    delete: createDeleteReport({ db, now }),
    sweep,
    start: () => {
      const run = async () => {
        try {
          const swept = await sweep()
          if (swept > 0) log.info('expired reports deleted', { count: swept })
        } catch (error) {
          log.warn('cannot delete expired reports', { error: messageOf(error) })
        }
      }
      void run()
      const timer = setInterval(run, hourMs)
      timer.unref()
      return () => clearInterval(timer)
    },
  }
}

function randomBytes(bytes: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(bytes))
}

const afterAWhile: Later = (work, delayMs) => {
  setTimeout(work, delayMs).unref()
}
