import { createApp } from './app.ts'
import { anvilBinary, swaggerUiAsset } from './kernel/assets.ts'
import type { Config } from './kernel/config.ts'
import { createConnections } from './kernel/connections.ts'
import { lockDataDir, openDatabase } from './kernel/db.ts'
import { listen } from './kernel/listen.ts'
import type { Log } from './kernel/log.ts'
import { createMetrics } from './kernel/metrics.ts'
import { createOperatorGate } from './kernel/operator.ts'
import { problemResponse, RequestRefused } from './kernel/problem.ts'
import { createRateLimit } from './kernel/rate-limit.ts'
import { createShutdown, stopOnSignals } from './kernel/shutdown.ts'
import { version } from './kernel/version.ts'
import { startMilestoneArea } from './milestone/area.ts'

export interface ServeOptions {
  config: Config
  log: Log
  /** Told what a person waits for. */
  progress: { step(text: string): void; move(text: string, done: number, total: number): void }
  /** Start over with a new demo chain. */
  fresh: boolean
  /** Read the chain again from its first block. */
  reindex: boolean
}

export interface Served {
  url: string
  rpcUrl: string
  /** Stops everything in order. */
  stop(): Promise<void>
}

const drainMsMax = 8_000
const farewellMsMax = 1_000

/**
 * Wires everything together and serves: settings, database, area, application, listener. Resolves when the first answer
 * can be given; whatever was started is stopped in reverse order at the end or when a later part fails.
 * @throws StartupError with one line that says what to do
 */
export async function serve({ config, log, progress, fresh, reindex }: ServeOptions): Promise<Served> {
  const shutdown = createShutdown(log)
  stopOnSignals(shutdown)
  try {
    shutdown.add('data folder', lockDataDir(config.dataDir))

    // The port first: whether it can be had is known at once, and whatever comes before the answers gets a 503.
    const late: { fetch: Fetch } = { fetch: notYet }
    const connections = createConnections()
    const listening = listen({ ...config, fetch: (request) => late.fetch(request), connections })
    shutdown.add('port', () => listening.stop(0))
    const own = reachable(listening.url)

    progress.step(config.databaseUrl === undefined ? 'Opening the database' : 'Connecting to the database')
    const database = await openDatabase({ ...config, log })
    shutdown.add('database', () => database.close())

    progress.step(config.chain.kind === 'demo' ? 'Starting the demo chain' : 'Reaching the chain')
    const milestone = await startMilestoneArea({
      chain: config.chain,
      dataDir: config.dataDir,
      database,
      pollMs: config.pollMs,
      fresh,
      reindex,
      anvilBinary,
      log,
      now: Date.now,
      indexerUrl: () => `${own}/api/indexer`,
      onProgress: ({ phase, done, total }) => progress.move(phase, done, total),
    })
    shutdown.add('milestone area', () => milestone.stop())

    const metrics = createMetrics()
    metrics.addGauges(milestone.gauges)
    const { base = own, agent = own, studio = own, status = own } = config.urls
    const urls = { base, agent, studio, status, indexer: config.urls.indexer ?? `${status}/api/indexer` }
    const app = createApp({
      urls,
      corsOrigins: config.corsOrigins,
      log,
      metrics,
      checks: milestone.checks,
      milestone: { ...milestone.deps, urls },
      chaos: {
        pipeline: milestone.pipeline,
        gate: createOperatorGate({
          token: config.operatorToken,
          connections,
          origins: [own, status, ...config.corsOrigins],
        }),
        rateLimit: createRateLimit({ name: 'chaos', perMinute: config.chaosPerMinute }),
        callerOf: (request) => connections.addressOf(request) ?? 'unknown',
      },
      connections,
      swaggerUi: swaggerUiAsset,
    })
    late.fetch = app.fetch
    const { streams } = milestone.deps
    shutdown.add('listener', () => listening.stop(drainMsMax, () => streams.openCount))
    shutdown.add('activity streams', () => streams.close(farewellMsMax))

    await milestone.ready
    progress.step('Ready')
    log.info('serving', { version, url: listening.url })
    return { url: listening.url, rpcUrl: milestone.rpcUrl, stop: () => shutdown.run('asked to') }
  } catch (error) {
    await shutdown.run('start failed')
    throw error
  }
}

type Fetch = (request: Request) => Response | Promise<Response>

function notYet(request: Request): Response {
  const refused = new RequestRefused(503, 'not_ready', 'This server is starting: try again in a moment', {
    retryAfterSeconds: 1,
  })
  return problemResponse(refused, {
    path: new URL(request.url, 'http://localhost').pathname,
    requestId: '',
    extra: {},
  })
}

/** A server on all addresses is called by one of them. */
function reachable(url: string): string {
  return url.replace(/\/\/(0\.0\.0\.0|\[::\])(?=:|$)/, '//127.0.0.1')
}
