import { rmSync } from 'node:fs'
import { createApp } from '../../src/app.ts'
import { type CampaignArea, startCampaignArea } from '../../src/campaign/area.ts'
import type { Database } from '../../src/kernel/database/database.ts'
import { openDatabase } from '../../src/kernel/database/open-database.ts'
import { createCallers } from '../../src/kernel/http/caller.ts'
import { createConnections } from '../../src/kernel/http/connections.ts'
import { createIdentify } from '../../src/kernel/http/identify.ts'
import { listen } from '../../src/kernel/http/listen.ts'
import { createOperatorGate } from '../../src/kernel/http/operator.ts'
import { createRateLimit } from '../../src/kernel/http/rate-limit.ts'
import { createLog, silentLog } from '../../src/kernel/runtime/log.ts'
import { createMetrics } from '../../src/kernel/runtime/metrics.ts'
import type { Config } from '../../src/kernel/settings/config.ts'
import { makeCampaignFolder } from './campaign-folder.ts'
import { unlimitedQuotas } from './test-http.ts'

/** Area B alone, listening, with its workers. */
export interface CampaignServer {
  url: string
  area: CampaignArea
  database: Database
  dataDir: string
  /** `POST` of a JSON body. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  /** What was logged so far, one JSON object a line. */
  logLines(): string[]
  stop(): Promise<void>
}

export async function startCampaignServer(
  options: {
    /** Origins on this machine that images may be fetched from. */
    localOrigins?: readonly string[]
    imageModel?: Config['imageModel']
    receiptKey?: string
    agentPerMinute?: number
    /** PGlite by default. */
    databaseUrl?: string | undefined
    now?: () => number
  } = {},
): Promise<CampaignServer> {
  const { localOrigins = [], imageModel, receiptKey, agentPerMinute = 1_000_000, databaseUrl } = options
  const { now = Date.now } = options
  let logged = ''
  const log = createLog({
    level: 'info',
    write: (text) => {
      logged += text
    },
  })
  const dataDir = await makeCampaignFolder()
  const database = await openDatabase({ databaseUrl, dataDir, log: silentLog })
  const connections = createConnections()
  let handle = (_: Request): Response | Promise<Response> => new Response(null, { status: 503 })
  const listening = listen({ host: '127.0.0.1', port: 0, fetch: (request) => handle(request), connections })
  const own = listening.url
  const urls = { base: own, agent: own, studio: own, status: own, indexer: `${own}/api/indexer` }
  const area = await startCampaignArea({
    config: {
      dataDir,
      s3: undefined,
      imageModel,
      receiptKey,
      scan: { ports: [80, 443], localOrigins: [], perMinute: 1, chromium: undefined },
    },
    database,
    log,
    now,
    urls,
    localOrigins,
  })
  const callers = createCallers({ connections, trustedProxies: [], secret: 'secret' })
  const operators = createOperatorGate({
    token: undefined,
    connections,
    origins: [own],
    allowsLocal: true,
    callerOf: (request) => connections.addressOf(request) ?? '',
  })
  const quota = (name: string, perMinute: number) =>
    createRateLimit({ name, perMinute, database, log, databaseMsMax: 60_000 })
  handle = createApp({
    urls,
    corsOrigins: [],
    log,
    metrics: createMetrics(),
    checks: [],
    swaggerUi: async () => undefined,
    connections,
    analysis: undefined,
    identify: createIdentify({
      keys: { ...area.keys, localCaller: area.localCaller },
      callers,
      operators,
    }),
    quotas: { ...unlimitedQuotas, agent: quota('agent', agentPerMinute) },
    campaign: area.deps,
    milestone: undefined,
  }).fetch
  return {
    url: own,
    area,
    database,
    dataDir,
    post: (path, body, headers = {}) =>
      fetch(`${own}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    logLines: () => {
      log.flush()
      return logged.split('\n').slice(0, -1)
    },
    stop: async () => {
      await listening.stop(1_000)
      await area.stop()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
