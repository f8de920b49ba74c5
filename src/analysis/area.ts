import type { Config } from '../kernel/config.ts'
import type { Database } from '../kernel/db.ts'
import { readCatalog } from './catalog/read-catalog.ts'
import type { AnalysisDeps } from './routes.ts'
import { type OpenScannerOptions, openScanner } from './scan/open-scanner.ts'
import { createRobotsStore } from './scan/robots/robots-store.ts'

/** Area A with everything it runs. */
export interface AnalysisArea {
  deps: Pick<AnalysisDeps, 'scanner' | 'crawler'>
  stop(): Promise<void>
}

export type AnalysisOptions = Omit<OpenScannerOptions, 'config' | 'catalog' | 'robotsStore'> & {
  config: Pick<Config, 'scan' | 'catalogFile'>
  database: Database
}

/** @throws StartupError when the catalog cannot be used */
export function startAnalysisArea(options: AnalysisOptions): AnalysisArea {
  const { config, database, now } = options
  const catalog = readCatalog(config.catalogFile)
  const { scanner, crawler, stop } = openScanner({
    ...options,
    config: config.scan,
    catalog,
    robotsStore: createRobotsStore({ db: database.db, now }),
  })
  return { deps: { scanner, crawler }, stop }
}
