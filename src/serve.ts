import { type AppDeps, createApp } from './app.ts'
import { lockDataDir } from './kernel/database/data-dir.ts'
import type { Database } from './kernel/database/database.ts'
import { ignoreDriverRejections } from './kernel/database/driver-rejections.ts'
import { openDatabase } from './kernel/database/open-database.ts'
import { sharedSecret } from './kernel/database/shared-secret.ts'
import type { Quota } from './kernel/http/admission.ts'
import { createCallers } from './kernel/http/caller.ts'
import { createConnections } from './kernel/http/connections.ts'
import type { Fetch } from './kernel/http/entry.ts'
import type { ReadyCheck } from './kernel/http/health.ts'
import { createIdentify } from './kernel/http/identify.ts'
import { listen } from './kernel/http/listen.ts'
import { isLoopbackHost } from './kernel/http/local-peer.ts'
import { createOperatorGate } from './kernel/http/operator.ts'
import { problemResponse } from './kernel/http/problem.ts'
import { createRateLimit } from './kernel/http/rate-limit.ts'
import { addressOf, pathOf } from './kernel/http/request.ts'
import { addUsualHeaders } from './kernel/http/usual-headers.ts'
import { anvilBinary, swaggerUiAsset } from './kernel/runtime/assets.ts'
import { kernelError, messageOf } from './kernel/runtime/errors.ts'
import type { Log } from './kernel/runtime/log.ts'
import { createMetrics } from './kernel/runtime/metrics.ts'
import { createShutdown, stopOnSignals } from './kernel/runtime/shutdown.ts'
import { createStorageSpace } from './kernel/runtime/storage-space.ts'
import { version } from './kernel/runtime/version.ts'
import type { Config } from './kernel/settings/config.ts'
import type { MilestoneArea } from './milestone/area.ts'

export interface ServeOptions {
  config: Config
  log: Log
  /** Shows the steps of a start to a person at a terminal. */
  progress: { step(text: string): void; move(text: string, done: number, total: number): void }
  /** Start over with a new demo chain. */
  fresh: boolean
  /** Read the chain again from its first block. */
  reindex: boolean
  /** Sites on this machine that may be scanned beside those of the settings, as a demo has one. */
  localOrigins?: readonly string[]
  /** How long the database may take to count a request before it is counted in memory; half a second by default. */
  countMsMax?: number
}

export interface Served {
  url: string
  /** An endpoint of the followed chain; undefined without Area C. */
  rpcUrl: string | undefined
  /** Stops everything in order. */
  stop(): Promise<void>
}

/** Of the demo chain, by CAIP-2. */
const paymentNetwork = 'eip155:31337'
const drainMsMax = 8_000
const farewellMsMax = 1_000

/**
 * Wires everything together and serves: settings, database, area, application, listener. Resolves when the first answer
 * can be given; all that was started is stopped in reverse order at the end or when a later part fails.
 * @throws StartupError with one line that says what to do
 */
export async function serve(options: ServeOptions): Promise<Served> {
  const { config, log, progress, fresh, reindex } = options
  const localOrigins = [...config.scan.localOrigins, ...(options.localOrigins ?? [])]
  const shutdown = createShutdown(log)
  stopOnSignals(shutdown)
  try {
    shutdown.add('data folder', lockDataDir(config.dataDir))

    // The port first: whether it can be had is known at once, and requests during the start get a 503.
    const late: { fetch: Fetch } = { fetch: notYet }
    const connections = createConnections()
    const listening = listen({ ...config, fetch: (request) => late.fetch(request), connections })
    shutdown.add('port', () => listening.stop(0))
    const own = listening.url

    progress.step(config.databaseUrl === undefined ? 'Opening the database' : 'Connecting to the database')
    const database = await openDatabase({ ...config, log })
    if (database.kind === 'postgres') ignoreDriverRejections(log)
    shutdown.add('database', () => database.close())

    const takesPayments = config.x402 === 'demo'
    const startMilestones = async () => {
      progress.step(config.chain.kind === 'demo' ? 'Starting the demo chain' : 'Reaching the chain')
      const { startReplaceableArea } = await import('./milestone/replaceable-area.ts')
      const { startMilestoneArea } = await import('./milestone/area.ts')
      const area = await startReplaceableArea({
        start: ({ newChainPort: port, ...rest }) =>
          startMilestoneArea({
            ...rest,
            chain:
              config.chain.kind === 'demo' && port !== undefined ? { ...config.chain, port } : config.chain,
            dataDir: config.dataDir,
            database,
            pollMs: config.pollMs,
            fresh: fresh || port !== undefined,
            reindex: reindex && port === undefined,
            takesPayments,
            anvilBinary,
            log,
            now: Date.now,
            indexerUrl: () => `${own}/api/indexer`,
            onProgress: ({ phase, done, total }) => {
              if (port === undefined) progress.move(phase, done, total)
            },
          }),
        log,
        onReplaced: (area) => {
          late.fetch = appWith(area).fetch
        },
      })
      shutdown.add('milestone area', () => area.stop())
      return area
    }

    const { base = own, agent = own, studio = own, status = own } = config.urls
    const urls = { base, agent, studio, status, indexer: config.urls.indexer ?? `${status}/api/indexer` }
    const callers = createCallers({
      connections,
      trustedProxies: config.trustedProxies,
      secret: await sharedSecret(database.db, 'callers'),
    })
    const quota = (name: string, perMinute: number) =>
      createRateLimit({
        name,
        perMinute,
        database,
        log,
        ...(options.countMsMax !== undefined && { databaseMsMax: options.countMsMax }),
      })
    const metrics = createMetrics()
    const space = createStorageSpace(config.dataDir)
    metrics.addGauges([
      {
        name: 'cairn_data_dir_free_bytes',
        help: 'Free space of the file system with DATA_DIR',
        read: space.freeBytes,
      },
    ])

    // An area's code is loaded with the area: half of the time to the first answer is loading.
    const startAnalysis = async () => {
      const { startAnalysisArea } = await import('./analysis/area.ts')
      return await startAnalysisArea({ config, database, log, now: Date.now, urls, localOrigins })
    }
    const analysis = config.areas.includes('analysis') ? await startAnalysis() : undefined
    if (analysis !== undefined) shutdown.add('analysis area', () => analysis.stop())

    // Area B starts first, and is asked for payments once Area C can be.
    const settlement = () => {
      const payments = milestone?.current.payments
      if (payments === undefined) throw new Error('the demo chain has not been started')
      return payments
    }
    const startCampaign = async () => {
      const { startCampaignArea } = await import('./campaign/area.ts')
      const payments = takesPayments ? { network: paymentNetwork, settlement } : undefined
      return await startCampaignArea({ config, database, log, now: Date.now, urls, localOrigins, payments })
    }
    const campaign = config.areas.includes('campaign') ? await startCampaign() : undefined
    if (campaign !== undefined) {
      shutdown.add('campaign area', () => campaign.stop())
      metrics.addGauges(campaign.gauges)
    }
    const operators = createOperatorGate({
      token: config.operatorToken,
      connections,
      origins: [own, status, studio, ...config.corsOrigins],
      allowsLocal: isLoopbackHost(config.host) && config.trustedProxies.length === 0,
      hasPublicAddress: !Object.values(urls).every(isOfThisMachine),
      callerOf: callers.of,
    })

    const milestone = config.areas.includes('milestone') ? await startMilestones() : undefined
    if (milestone !== undefined) metrics.addGauges(milestone.gauges)
    const chaosQuota = quota('chaos', config.chaosPerMinute)
    const localChaosQuota = quota('chaos-local', localChaosFactor * config.chaosPerMinute)
    const identify = createIdentify({
      callers,
      operators,
      keys: campaign && { ...campaign.keys, localCaller: campaign.localCaller },
    })
    // What these routes are asked for is stored.
    const storing = (limit: Quota): Quota => ({
      take: async (caller, request) => {
        space.require(request)
        await limit.take(caller, request)
      },
    })
    const quotas: AppDeps['quotas'] = {
      scan: quota('scan', config.scan.perMinute),
      diagnose: quota('diagnose', config.diagnosePerMinute),
      reports: storing(quota('reports', config.reportsPerMinute)),
      chat: quota('chat', config.chatPerMinute),
      agent: storing(quota('agent', config.agentPerMinute)),
      campaign: storing(quota('campaign', config.campaignPerMinute)),
      chaos: storing({
        take: (caller, request) => (operators.isLocal(request) ? localChaosQuota : chaosQuota).take(caller),
      }),
    }
    const appWith = (area: MilestoneArea | undefined) =>
      createApp({
        urls,
        corsOrigins: config.corsOrigins,
        log,
        metrics,
        connections,
        statementWaitMsMax: config.statementWaitMs,
        checks: [databaseCheck(database), { name: 'storage', check: space.check }, ...(area?.checks ?? [])],
        identify,
        quotas,
        analysis: analysis?.deps,
        campaign: campaign?.deps,
        milestone: area?.deps,
        sampleOrigin: localOrigins[0],
        ready: area?.ready,
        swaggerUi: swaggerUiAsset,
      })
    const app = appWith(milestone?.current)
    late.fetch = app.fetch
    const streams = () => milestone?.current.deps.streams
    shutdown.add('listener', () => listening.stop(drainMsMax, () => streams()?.openCount ?? 0))
    if (analysis !== undefined) shutdown.add('scans', () => analysis.deps.scanner.stop())
    shutdown.add('activity streams', () => streams()?.close(farewellMsMax))

    await Promise.all([milestone?.current.ready, app.described])
    progress.step('Ready')
    if (analysis !== undefined) warmLater(analysis.warm, log)
    if (campaign !== undefined) warmLater(campaign.warm, log)
    log.info('serving', { version, url: listening.url })
    return { url: listening.url, rpcUrl: milestone?.current.rpcUrl, stop: () => shutdown.run('asked to') }
  } catch (error) {
    await shutdown.run('start failed')
    throw error
  }
}

/** Whether an address names this machine alone. */
function isOfThisMachine(address: string): boolean {
  return isLoopbackHost(new URL(address).hostname)
}

/** Operators on this machine may do so many times what others may: `cairn verify` makes five requests a cycle. */
const localChaosFactor = 20
const warmAfterMs = 1_500

/** The first answers should not share the machine with what only the first scan would wait for. */
function warmLater(warm: () => Promise<void>, log: Log): void {
  const start = () =>
    warm().catch((error) => log.warn('cannot start parsing processes', { error: messageOf(error) }))
  setTimeout(start, warmAfterMs).unref()
}

/** Every area needs the database. */
function databaseCheck(database: Database): ReadyCheck {
  return {
    name: 'database',
    check: async () => {
      await database.ping()
      return undefined
    },
  }
}

function notYet(request: Request): Response {
  const refused = kernelError('starting')
  const requestId = crypto.randomUUID()
  const path = pathOf(addressOf(request.url))
  return addUsualHeaders(problemResponse(refused, { path, requestId }), requestId)
}
