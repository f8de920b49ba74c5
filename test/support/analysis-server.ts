import { startAnalysisArea } from '../../src/analysis/area.ts'
import type { ScannerLimits } from '../../src/analysis/scan/scanner.ts'
import type { ScanLimits } from '../../src/analysis/scan/steps/scan-state.ts'
import type { Dns, EgressDeps } from '../../src/kernel/egress/egress.ts'
import type { Config } from '../../src/kernel/settings/config.ts'
import { openTestPglite } from './databases.ts'
import { patientEgress, patientSeconds } from './patient-scan.ts'
import { serveApp } from './serve-app.ts'

export interface AnalysisServerOptions {
  /** Ports of the local servers that stand in for the internet. */
  ports: readonly number[]
  network: { dns: Dns } & Pick<EgressDeps, 'dial' | 'trust' | 'limits'>
  localOrigins?: readonly string[]
  limits?: { scan?: Partial<ScanLimits>; scanner?: Partial<ScannerLimits> }
  scansPerMinute?: number
  trustedProxies?: readonly string[]
  model?: Config['llm']
  /** Program of the browser; undefined means one that is found. */
  chromium?: string
}

export type AnalysisServer = Awaited<ReturnType<typeof startAnalysisServer>>

/**
 * Area A alone, listening; what it fetches comes from local servers. Scans have the time that a slow
 * machine needs.
 */
export async function startAnalysisServer(options: AnalysisServerOptions) {
  const { database, remove } = await openTestPglite()
  const {
    ports,
    network,
    localOrigins = [],
    limits = {},
    scansPerMinute = 1_000_000,
    trustedProxies = [],
  } = options
  const app = serveApp({ base: 'https://cairn.example', trustedProxies })
  const { log, urls, listening } = app
  const area = await startAnalysisArea({
    config: {
      scan: {
        ports: [80, 443, ...ports],
        localOrigins: [],
        perMinute: scansPerMinute,
        seconds: patientSeconds,
        chromium: options.chromium,
      },
      catalogFile: undefined,
      reportDays: 30,
      mail: undefined,
      llm: options.model,
    },
    database,
    log,
    now: Date.now,
    urls,
    localOrigins,
    network: { limits: patientEgress, ...network },
    limits,
  })
  const tries = app.quota('scan-tries', 6 * scansPerMinute, database)
  const scan = { ...app.quota('scan', scansPerMinute, database), tries }
  app.mount({ quotas: { scan }, analysis: area.deps })
  return {
    url: listening.url,
    listening,
    database,
    /** `POST /api/scan`. */
    scan: (url: unknown, init: RequestInit = {}) =>
      fetch(`${listening.url}/api/scan`, {
        method: 'POST',
        body: JSON.stringify({ url }),
        ...init,
        headers: { 'content-type': 'application/json', ...init.headers },
      }),
    /** What was logged so far, one JSON object a line. */
    logLines: app.logLines,
    stop: async () => {
      await listening.stop(1_000)
      await area.stop()
      await remove()
    },
  }
}
