import type { AppDeps } from '../../src/app.ts'
import { createConnections } from '../../src/kernel/http/connections.ts'
import { createHttp } from '../../src/kernel/http/http.ts'
import { silentLog } from '../../src/kernel/runtime/log.ts'
import { createMetrics } from '../../src/kernel/runtime/metrics.ts'

/** The kernel's HTTP side without quotas, for callers that are all alike, unless `deps` replaces a part. */
export function createTestHttp(deps: Partial<Parameters<typeof createHttp>[0]> = {}) {
  return createHttp({
    log: silentLog,
    metrics: createMetrics(),
    corsOrigins: [],
    connections: createConnections(),
    quotas: unlimitedQuotas,
    identify: async () => ({ id: 'anyone' }),
    ...deps,
  })
}

const unlimited = { take: async () => {} }

/** For parts of the service whose limits a test is not about. */
export const unlimitedQuotas: AppDeps['quotas'] = {
  scan: unlimited,
  diagnose: unlimited,
  chat: unlimited,
  reports: unlimited,
  agent: unlimited,
  campaign: unlimited,
  chaos: unlimited,
}
