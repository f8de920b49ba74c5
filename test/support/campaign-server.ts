import { rmSync } from 'node:fs'
import { startCampaignArea } from '../../src/campaign/area.ts'
import { openDatabase } from '../../src/kernel/database/open-database.ts'
import { silentLog } from '../../src/kernel/runtime/log.ts'
import type { Config } from '../../src/kernel/settings/config.ts'
import { makeCampaignFolder } from './campaign-folder.ts'
import { patience } from './databases.ts'
import { serveApp } from './serve-app.ts'

export type CampaignServer = Awaited<ReturnType<typeof startCampaignServer>>

/** Area B alone, listening, with its workers. */
export async function startCampaignServer(
  options: {
    /** Origins on this machine that images may be fetched from. */
    localOrigins?: readonly string[]
    imageModel?: Config['imageModel']
    llm?: Config['llm']
    receiptKey?: string
    agentPerMinute?: number
    /** PGlite by default. */
    databaseUrl?: string | undefined
    now?: () => number
  } = {},
) {
  const { localOrigins = [], imageModel, llm, receiptKey, agentPerMinute = 1_000_000, databaseUrl } = options
  const { now = Date.now } = options
  const dataDir = await makeCampaignFolder()
  const database = await openDatabase({ databaseUrl, dataDir, log: silentLog, ...patience })
  const app = serveApp()
  const { log, urls, listening } = app
  const area = await startCampaignArea({
    config: {
      dataDir,
      s3: undefined,
      imageModel,
      llm,
      receiptKey,
      scan: { ports: [80, 443], localOrigins: [], perMinute: 1, seconds: 20, chromium: undefined },
    },
    database,
    log,
    now,
    urls,
    localOrigins,
  })
  app.mount({
    keys: { ...area.keys, localCaller: area.localCaller },
    quotas: { agent: app.quota('agent', agentPerMinute, database) },
    campaign: area.deps,
  })
  const own = urls.base
  return {
    url: own,
    area,
    database,
    dataDir,
    /** `POST` of a JSON body. */
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(`${own}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    /** What was logged so far, one JSON object a line. */
    logLines: app.logLines,
    stop: async () => {
      await listening.stop(1_000)
      await area.stop()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
