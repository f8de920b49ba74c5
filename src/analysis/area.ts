import type { Config } from '../kernel/config.ts'
import type { Database } from '../kernel/db.ts'
import { type CatalogAddresses, withAddresses } from './catalog/product-url.ts'
import { readCatalog } from './catalog/read-catalog.ts'
import { createDiagnose } from './diagnose.ts'
import type { AnalysisDeps } from './routes.ts'
import { type OpenScannerOptions, openScanner } from './scan/open-scanner.ts'
import { followUpQuestion } from './scan/questions.ts'
import { createRobotsStore } from './scan/robots/robots-store.ts'

/** Area A with everything it runs. */
export interface AnalysisArea {
  deps: Pick<AnalysisDeps, 'scanner' | 'crawler' | 'diagnose' | 'catalog'>
  /** Starts the processes that the first scan would wait for. */
  warm(): Promise<void>
  stop(): Promise<void>
}

export type AnalysisOptions = Omit<
  OpenScannerOptions,
  'config' | 'catalog' | 'diagnose' | 'robotsStore' | 'baseUrl'
> & {
  /** Public addresses: of this area, and of those that products lead to. */
  urls: CatalogAddresses

  config: Pick<Config, 'scan' | 'catalogFile'>
  database: Database
}

/** @throws StartupError when the catalog cannot be used */
export function startAnalysisArea(options: AnalysisOptions): AnalysisArea {
  const { config, database, now } = options
  const catalog = withAddresses(readCatalog(config.catalogFile), options.urls)
  const diagnose = createDiagnose(catalog)
  // The first question is worked out now, so that no caller waits while the code of it is compiled.
  followUpQuestion([], catalog, diagnose)
  const { scanner, crawler, warm, stop } = openScanner({
    ...options,
    config: config.scan,
    catalog,
    diagnose,
    baseUrl: options.urls.base,
    robotsStore: createRobotsStore({ db: database.db, now }),
  })
  return { deps: { scanner, crawler, diagnose, catalog }, warm, stop }
}
