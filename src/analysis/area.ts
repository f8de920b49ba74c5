import type { Database } from '../kernel/database/database.ts'
import type { Config } from '../kernel/settings/config.ts'
import {
  type CatalogAddresses,
  withAddresses,
  withEmailNote,
  withReportDays,
} from './catalog/publish-catalog.ts'
import { readCatalog } from './catalog/read-catalog.ts'
import { createAnswerByRules } from './chat/chat.ts'
import { createAnswerWithLlm } from './chat/chat-with-llm.ts'
import { createChooseReasons } from './diagnose/choose-reasons.ts'
import { createDiagnose } from './diagnose/diagnose.ts'
import { createProductPages } from './pages/product-pages.ts'
import { createReportPages } from './pages/report-pages.ts'
import { createRecipientLimit } from './reports/recipient-limit.ts'
import { createReports } from './reports/reports.ts'
import type { AnalysisDeps } from './routes.ts'
import { type OpenScannerOptions, openScanner } from './scan/open-scanner.ts'
import { followUpQuestion } from './scan/questions.ts'
import { boundedRobotsStore } from './scan/robots/bounded-store.ts'
import { createRobotsStore } from './scan/robots/robots-store.ts'

/** Area A with its background work. */
export interface AnalysisArea {
  deps: Omit<AnalysisDeps, 'log' | 'example'>
  /** Starts the parser processes ahead of the first scan. */
  warm(): Promise<void>
  stop(): Promise<void>
}

export type AnalysisOptions = Omit<
  OpenScannerOptions,
  'config' | 'catalog' | 'diagnose' | 'llm' | 'robotsStore' | 'baseUrl'
> & {
  /** Public addresses of this area and of those that products link to. */
  urls: CatalogAddresses
  config: Pick<Config, 'scan' | 'catalogFile' | 'reportDays' | 'mail' | 'llm'>
  database: Database
}

/**
 * Loads the code of external services only where they are configured.
 * @throws StartupError when the catalog cannot be used
 */
export async function startAnalysisArea(options: AnalysisOptions): Promise<AnalysisArea> {
  const { config, database, log, now } = options
  const baseUrl = options.urls.base
  const document = readCatalog(config.catalogFile)
  const withNote = withEmailNote(withAddresses(document, options.urls), {
    sendsMail: config.mail !== undefined,
  })
  const catalog = withReportDays(withNote, config.reportDays)
  const diagnose = createDiagnose(catalog)
  // Computed once now, so that no request pays for compiling this code.
  followUpQuestion([], catalog, diagnose)
  const answerByRules = createAnswerByRules(catalog, diagnose)
  const llm =
    config.llm && (await import('../kernel/llm/llm.ts')).createLlm({ config: config.llm, database, log, now })
  const answerWithLlm = llm && createAnswerWithLlm({ catalog, answerByRules, llm, log })

  const reports = createReports({
    db: database.db,
    now,
    baseUrl,
    catalog,
    log,
    keepDays: config.reportDays,
    mail: config.mail && {
      mailer: (await import('./reports/mailer.ts')).createSmtpMailer(config.mail),
      recipients: createRecipientLimit({ database, log }),
    },
  })
  const { scanner, crawler, warm, stop } = openScanner({
    ...options,
    config: config.scan,
    catalog,
    diagnose,
    llm,
    baseUrl,
    robotsStore: boundedRobotsStore(createRobotsStore({ db: database.db, now }), log),
  })
  const stopSweeping = reports.start()
  return {
    deps: {
      reportDays: config.reportDays,
      scanner,
      scanSeconds: config.scan.seconds,
      crawler,
      diagnose,
      catalog,
      chooseReasons: llm && createChooseReasons({ llm, log }),
      chat: answerWithLlm ?? answerByRules,
      products: createProductPages({ catalog }),
      reports: { reports, pages: createReportPages({ reports, catalog, diagnose, baseUrl }) },
    },
    warm,
    stop: async () => {
      stopSweeping()
      await stop()
      await llm?.settle()
    },
  }
}
