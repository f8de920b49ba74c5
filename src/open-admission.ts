import type { AppDeps } from './app.ts'
import type { CampaignArea } from './campaign/area.ts'
import type { Database } from './kernel/database/database.ts'
import { sharedSecret } from './kernel/database/shared-secret.ts'
import type { Quota } from './kernel/http/admission.ts'
import { createCallers } from './kernel/http/caller.ts'
import type { Connections } from './kernel/http/connections.ts'
import { createIdentify } from './kernel/http/identify.ts'
import { isLoopbackHost } from './kernel/http/local-peer.ts'
import { createOperatorGate } from './kernel/http/operator.ts'
import { createRateLimit } from './kernel/http/rate-limit.ts'
import type { Log } from './kernel/runtime/log.ts'
import type { StorageSpace } from './kernel/runtime/storage-space.ts'
import type { Config } from './kernel/settings/config.ts'

/** Requests of which few are valid may be made so many times as often. */
const triesFactor = 6

/** Operators on this machine may do so many times what others may: `cairn verify` makes five requests a cycle. */
const localChaosFactor = 20

/** Who calls, and what each caller may call how often. */
export async function openAdmission(options: {
  config: Config
  log: Log
  database: Database
  connections: Connections
  space: StorageSpace
  urls: AppDeps['urls']
  /** The listening address. */
  own: string
  campaign: CampaignArea | undefined
  countMsMax: number | undefined
}): Promise<Pick<AppDeps, 'identify' | 'quotas'>> {
  const { config, log, database, connections, space, urls, own, campaign, countMsMax } = options
  const callers = createCallers({
    connections,
    trustedProxies: config.trustedProxies,
    secret: await sharedSecret(database.db, 'callers'),
  })
  const operators = createOperatorGate({
    token: config.operatorToken,
    connections,
    origins: [own, urls.status, urls.studio, ...config.corsOrigins],
    allowsLocal: isLoopbackHost(config.host) && config.trustedProxies.length === 0,
    hasPublicAddress: !Object.values(urls).every((url) => isLoopbackHost(new URL(url).hostname)),
    callerOf: callers.of,
  })
  const keys = campaign && { ...campaign.keys, localCaller: campaign.localCaller }
  const quota = (name: string, perMinute: number) =>
    createRateLimit({
      ...{ name, perMinute, database, log },
      ...(countMsMax !== undefined && { databaseMsMax: countMsMax }),
    })
  // What these routes are asked for is stored.
  const storing = (limit: Quota): Quota => ({
    ...limit,
    take: async (caller, request) => {
      space.require(request)
      await limit.take(caller, request)
    },
  })
  /** Invalid requests have a wider limit of their own, so that a corrected one is not refused. */
  const onlyValid = (name: string, perMinute: number): Quota => ({
    take: quota(name, perMinute).take,
    tries: quota(`${name}-tries`, triesFactor * perMinute),
  })
  const chaos = quota('chaos', config.chaosPerMinute)
  const localChaos = quota('chaos-local', localChaosFactor * config.chaosPerMinute)
  return {
    identify: createIdentify({ callers, operators, keys }),
    quotas: {
      scan: onlyValid('scan', config.scan.perMinute),
      diagnose: quota('diagnose', config.diagnosePerMinute),
      reports: storing(onlyValid('reports', config.reportsPerMinute)),
      chat: quota('chat', config.chatPerMinute),
      agent: storing(quota('agent', config.agentPerMinute)),
      campaign: storing(quota('campaign', config.campaignPerMinute)),
      chaos: storing({
        take: (caller, request) => (operators.isLocal(request) ? localChaos : chaos).take(caller),
      }),
    },
  }
}
