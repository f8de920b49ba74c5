import { createApp } from './app.ts'
import { lockDataDir } from './kernel/database/data-dir.ts'
import type { Database } from './kernel/database/database.ts'
import { openDatabase } from './kernel/database/open-database.ts'
import { ignoreDriverErrors } from './kernel/database/postgres-pool.ts'
import { createConnections } from './kernel/http/connections.ts'
import type { Fetch } from './kernel/http/entry.ts'
import type { ReadyCheck } from './kernel/http/health.ts'
import { listen } from './kernel/http/listen.ts'
import { problemResponse } from './kernel/http/problem.ts'
import { addressOf, pathOf } from './kernel/http/request.ts'
import { addUsualHeaders } from './kernel/http/usual-headers.ts'
import { swaggerUiAsset } from './kernel/runtime/assets.ts'
import { kernelError, messageOf } from './kernel/runtime/errors.ts'
import type { Log } from './kernel/runtime/log.ts'
import { createMetrics } from './kernel/runtime/metrics.ts'
import { createShutdown, stopOnSignals } from './kernel/runtime/shutdown.ts'
import { createStorageSpace } from './kernel/runtime/storage-space.ts'
import { version } from './kernel/runtime/version.ts'
import type { MilestoneArea } from './milestone/area.ts'
import { openAdmission } from './open-admission.ts'
import { type StartOptions, startAreas } from './start-areas.ts'

export interface ServeOptions extends StartOptions {
  /** Sites on this machine that may be scanned beside those of the settings, as a demo has one. */
  localOrigins?: readonly string[]
  /** How long the database may take to count a request before it is counted in memory; half a second by default. */
  countMsMax?: number
}

export interface Served {
  url: string
  /** An endpoint of the followed chain; undefined without Area C. */
  rpcUrl: string | undefined
  /** Whether requests for campaigns need a caller key. */
  needsKey: boolean
  /** Stops everything in order. */
  stop(): Promise<void>
}

const drainMsMax = 8_000
const farewellMsMax = 1_000

/**
 * Wires everything together and serves: settings, database, areas, application, listener. Resolves when the first answer
 * can be given; all that was started is stopped in reverse order at the end or when a later part fails.
 * @throws StartupError with one line that says what to do
 */
export async function serve(options: ServeOptions): Promise<Served> {
  const { config, log, progress } = options
  const localOrigins = [...config.scan.localOrigins, ...(options.localOrigins ?? [])]
  const shutdown = createShutdown(log)
  stopOnSignals(shutdown)
  try {
    // The port first: whether it can be had is known before a data folder is created, and requests during the start get a 503.
    const late: { fetch: Fetch } = { fetch: notYet }
    const connections = createConnections()
    const listening = listen({ ...config, fetch: (request) => late.fetch(request), connections })
    shutdown.add('port', () => listening.stop(0))
    const own = listening.url
    shutdown.add('data folder', lockDataDir(config.dataDir))

    progress.step(config.databaseUrl === undefined ? 'Opening the database' : 'Connecting to the database')
    const database = await openDatabase({ ...config, log })
    if (database.kind === 'postgres') ignoreDriverErrors(log)
    shutdown.add('database', () => database.close())

    const { base = own, agent = own, studio = own, status = own } = config.urls
    const urls = { base, agent, studio, status, indexer: config.urls.indexer ?? `${status}/api/indexer` }
    const metrics = createMetrics()
    const space = createStorageSpace(config.dataDir)
    const help = 'Free space of the file system with DATA_DIR'
    metrics.addGauges([{ name: 'cairn_data_dir_free_bytes', help, read: space.freeBytes }])
    const { analysis, campaign, milestone } = await startAreas({
      ...options,
      ...{ localOrigins, database, urls, own, shutdown, metrics },
      onReplaced: (area) => {
        late.fetch = appWith(area).fetch
      },
    })

    const admitted = await openAdmission({
      ...{ config, log, database, connections, space, urls, own, campaign },
      countMsMax: options.countMsMax,
    })
    const appWith = (area: MilestoneArea | undefined) =>
      createApp({
        ...{ urls, log, metrics, connections, ...admitted },
        corsOrigins: config.corsOrigins,
        statementWaitMsMax: config.statementWaitMs,
        checks: [databaseCheck(database), { name: 'storage', check: space.check }, ...(area?.checks ?? [])],
        analysis: analysis?.deps,
        campaign: campaign?.deps,
        milestone: area?.deps,
        sampleOrigin: options.localOrigins?.[0] ?? localOrigins[0],
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
    for (const area of [analysis, campaign]) if (area !== undefined) warmLater(area.warm, log)
    log.info('serving', { version, url: own })
    return {
      url: own,
      rpcUrl: milestone?.current.rpcUrl,
      needsKey: (await campaign?.keys.any()) ?? false,
      stop: () => shutdown.run('asked to'),
    }
  } catch (error) {
    await shutdown.run('start failed')
    throw error
  }
}

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
