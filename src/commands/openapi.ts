import { defaultCatalog } from '../analysis/catalog/default-catalog.ts'
import { type AppDeps, createApp } from '../app.ts'
import { silentLog } from '../kernel/runtime/log.ts'
import { createMetrics } from '../kernel/runtime/metrics.ts'
import { areaNames } from '../kernel/settings/area-names.ts'
import { readConfig } from '../kernel/settings/config.ts'
import { createReadModel } from '../milestone/indexer/read-model.ts'
import { type Flags, UsageError } from './command.ts'

/** Prints the description of the API without starting anything. */
export async function printOpenapi(flags: Flags): Promise<void> {
  const area = flags.text('area')
  if (area !== undefined && !areaNames.some((name) => name === area))
    throw new UsageError(
      `Unknown area ${JSON.stringify(area)}: use ${areaNames.join(' or ')}, or none for all`,
    )
  const path = area === undefined ? '/openapi.json' : `/openapi/${area}.json`
  const { urls, host, port, scan } = readConfig(process.env)
  const own = `http://${host}:${port}`
  const { base = own, agent = own, status = own } = urls
  const { fetch } = createApp(
    described<AppDeps>({
      urls: { base, agent, status, studio: own, indexer: own },
      corsOrigins: [],
      log: silentLog,
      metrics: createMetrics(),
      identify: async () => ({ id: '' }),
      quotas: new Proxy(described({}), { getOwnPropertyDescriptor: () => ({ configurable: true }) }),
      analysis: described({
        ...{ catalog: defaultCatalog, scanSeconds: scan.seconds },
        ...{ reports: described({}), crawler: described({}) },
      }),
      campaign: described({ urls: described({ base, agent, studio: own }) }),
      milestone: described({
        readModel: createReadModel(),
        deployment: described({}),
        freshness: () => ({ stale: true, reason: 'nothing was started' }),
        clock: () => 0,
        policy: () => undefined,
        recoveryLog: described({}),
        pipeline: described({}),
        evidence: described({}),
        operators: described({}),
      }),
    }),
  )
  const response = await fetch(new Request(`http://localhost${path}`))
  if (!response.ok) throw new Error(await response.text())
  process.stdout.write(`${JSON.stringify(await response.json(), undefined, 2)}\n`)
}

/** Parts of an application of which nothing but its description is used; no others are there. */
function described<Parts>(parts: NoInfer<Partial<Parts>>): Parts {
  return parts as Parts
}
