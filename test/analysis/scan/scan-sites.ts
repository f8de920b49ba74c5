import PQueue from 'p-queue'
import { defaultCatalog } from '../../../src/analysis/catalog/default-catalog.ts'
import { createDiagnose } from '../../../src/analysis/diagnose/diagnose.ts'
import { openScanner } from '../../../src/analysis/scan/open-scanner.ts'
import type { ScanResult } from '../../../src/analysis/scan/schema.ts'
import { createLog } from '../../../src/kernel/runtime/log.ts'
import { patientEgress, patientSeconds } from '../../support/patient-scan.ts'
import type { SiteServer } from '../../support/site-server.ts'
import type { Site } from '../../support/sites.ts'
import { judgeSite, type SiteJudgement } from './quality.ts'

/** A scanner of the product's own parts for which the labelled sites are the internet. Nothing is kept between runs. */
export function openSiteScanner(server: SiteServer) {
  const { scanner, stop } = openScanner({
    config: { ports: [server.port], seconds: patientSeconds, chromium: undefined },
    catalog: defaultCatalog,
    diagnose: createDiagnose(defaultCatalog),
    robotsStore: { read: async () => undefined, save: async () => {}, sweep: async () => {} },
    log: createLog({ level: 'error', write: (text) => void process.stderr.write(text) }),
    now: Date.now,
    baseUrl: 'http://127.0.0.1',
    localOrigins: [],
    network: { limits: patientEgress, ...server },
  })
  return {
    scan: (site: Site) =>
      scanner.scan(server.entryUrl(site), {
        signal: AbortSignal.timeout(170_000),
        fresh: true,
        caller: 'test',
      }),
    stop,
  }
}

export interface ScannedSite {
  site: Site
  result: ScanResult
  judgement: SiteJudgement
}

/** Scans the sites two at a time and holds each result against its label. */
export async function scanSites(
  sites: readonly Site[],
  scan: (site: Site) => Promise<ScanResult>,
): Promise<ScannedSite[]> {
  const queue = new PQueue({ concurrency: 2 })
  return await queue.addAll(
    sites.map((site) => async () => {
      const result = await scan(site)
      return { site, result, judgement: judgeSite(site, result.facts) }
    }),
  )
}
