import { type AppDeps, createApp } from '../../src/app.ts'
import { createCallers } from '../../src/kernel/http/caller.ts'
import { createConnections } from '../../src/kernel/http/connections.ts'
import { createIdentify } from '../../src/kernel/http/identify.ts'
import { listen } from '../../src/kernel/http/listen.ts'
import { createOperatorGate } from '../../src/kernel/http/operator.ts'
import { createRateLimit } from '../../src/kernel/http/rate-limit.ts'
import { createMetrics } from '../../src/kernel/runtime/metrics.ts'
import { captureLog } from './captured-log.ts'
import { unlimitedQuotas } from './test-http.ts'

/** A free port of this machine, on which the application is served once its areas are mounted. */
export function serveApp(options: { base?: string; trustedProxies?: readonly string[] } = {}) {
  const { log, lines } = captureLog()
  const connections = createConnections()
  let handle = (_: Request): Response | Promise<Response> => new Response(null, { status: 503 })
  const fetch = (request: Request) => handle(request)
  const listening = listen({ host: '127.0.0.1', port: 0, fetch, connections, idleSecondsMax: 200 })
  const { base = listening.url, trustedProxies = [] } = options
  const urls = { base, agent: base, studio: base, status: base, indexer: `${base}/api/indexer` }
  const operators = createOperatorGate({
    token: undefined,
    connections,
    origins: [base],
    allowsLocal: true,
    hasPublicAddress: false,
    callerOf: (request) => connections.addressOf(request) ?? '',
  })
  const callers = createCallers({ connections, trustedProxies, secret: 'secret' })
  return {
    log,
    logLines: lines,
    listening,
    urls,
    quota: (name: string, perMinute: number, database: Parameters<typeof createRateLimit>[0]['database']) =>
      createRateLimit({ name, perMinute, database, log, databaseMsMax: 60_000 }),
    /** Mounts these areas and no others. */
    mount: (
      parts: Partial<Omit<AppDeps, 'quotas' | 'identify'>> & {
        quotas?: Partial<AppDeps['quotas']>
        keys?: Parameters<typeof createIdentify>[0]['keys']
      },
    ) => {
      const { quotas, keys, ...rest } = parts
      handle = createApp({
        urls,
        corsOrigins: [],
        log,
        metrics: createMetrics(),
        checks: [],
        // A busy machine may take as long as a test.
        answerMsMax: 180_000,
        statementWaitMsMax: 180_000,
        swaggerUi: async () => undefined,
        connections,
        identify: createIdentify({ callers, operators, ...(keys && { keys }) }),
        quotas: { ...unlimitedQuotas, ...quotas },
        analysis: undefined,
        campaign: undefined,
        milestone: undefined,
        ...rest,
      }).fetch
    },
  }
}
