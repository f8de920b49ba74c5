import { startAnalysisArea } from '../../src/analysis/area.ts'
import type { ScannerLimits } from '../../src/analysis/scan/scanner.ts'
import type { ScanLimits } from '../../src/analysis/scan/steps/scan-state.ts'
import { createApp } from '../../src/app.ts'
import type { Database } from '../../src/kernel/database/database.ts'
import type { Dns, EgressDeps } from '../../src/kernel/egress/egress.ts'
import { createCallers } from '../../src/kernel/http/caller.ts'
import { createConnections } from '../../src/kernel/http/connections.ts'
import { createIdentify } from '../../src/kernel/http/identify.ts'
import { type Listening, listen } from '../../src/kernel/http/listen.ts'
import { createRateLimit } from '../../src/kernel/http/rate-limit.ts'
import { createLog } from '../../src/kernel/runtime/log.ts'
import { createMetrics } from '../../src/kernel/runtime/metrics.ts'
import type { Config } from '../../src/kernel/settings/config.ts'
import { openTestPglite } from './databases.ts'
import { refuseOperators, unlimitedQuotas } from './test-http.ts'

/** Area A alone, listening; what it fetches comes from local servers. */
export interface AnalysisServer {
  url: string
  listening: Listening
  database: Database
  /** `POST /api/scan`. */
  scan(url: unknown, init?: RequestInit): Promise<Response>
  /** What was logged so far, one JSON object a line. */
  logLines(): string[]
  stop(): Promise<void>
}

export interface AnalysisServerOptions {
  /** Ports of the local servers that stand in for the internet. */
  ports: readonly number[]
  network: { dns: Dns } & Pick<EgressDeps, 'dial' | 'trust'>
  localOrigins?: readonly string[]
  limits?: { scan?: Partial<ScanLimits>; scanner?: Partial<ScannerLimits> }
  scansPerMinute?: number
  trustedProxies?: readonly string[]
  model?: Config['llm']
  /** Program of the browser; undefined means one that is found. */
  chromium?: string
}

export async function startAnalysisServer(options: AnalysisServerOptions): Promise<AnalysisServer> {
  let logged = ''
  const log = createLog({
    level: 'info',
    write: (text) => {
      logged += text
    },
  })
  const { database, remove } = await openTestPglite()
  const connections = createConnections()
  const base = 'https://cairn.example'
  const urls = { base, agent: base, studio: base, status: base, indexer: `${base}/api/indexer` }
  const {
    ports,
    network,
    localOrigins = [],
    limits,
    scansPerMinute = 1_000_000,
    trustedProxies = [],
  } = options
  const area = await startAnalysisArea({
    config: {
      scan: {
        ports: [80, 443, ...ports],
        localOrigins: [],
        perMinute: scansPerMinute,
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
    network,
    ...(limits && { limits }),
  })
  const quota = (name: string, perMinute: number) =>
    createRateLimit({ name, perMinute, database, log, databaseMsMax: 60_000 })
  const { fetch: handle } = createApp({
    urls,
    corsOrigins: [],
    log,
    metrics: createMetrics(),
    checks: [],
    swaggerUi: async () => undefined,
    connections,
    identify: createIdentify({
      callers: createCallers({ connections, trustedProxies, secret: 'secret' }),
      operators: refuseOperators,
    }),
    quotas: { ...unlimitedQuotas, scan: quota('scan', scansPerMinute) },
    analysis: area.deps,
    campaign: undefined,
    milestone: undefined,
  })
  const listening = listen({ host: '127.0.0.1', port: 0, fetch: handle, connections })
  return {
    url: listening.url,
    listening,
    database,
    scan: (url, init = {}) =>
      fetch(`${listening.url}/api/scan`, {
        method: 'POST',
        body: JSON.stringify({ url }),
        ...init,
        headers: { 'content-type': 'application/json', ...init.headers },
      }),
    logLines: () => {
      log.flush()
      return logged.split('\n').slice(0, -1)
    },
    stop: async () => {
      await listening.stop(1_000)
      await area.stop()
      await remove()
    },
  }
}
