import type { EndpointHealth } from './endpoint.ts'
import { originOf } from './errors.ts'
import { resultFrom } from './read-reply.ts'
import type { Exchange } from './rpc.ts'
import { isQuantity } from './shapes.ts'

const intervalMs = 5_000
const request = { method: 'eth_blockNumber', params: [], timeoutMs: 2_000 }

/** Reads the head of each endpoint periodically, so that the health of unused endpoints is known too. */
export function watchEndpoints(urls: readonly string[], exchange: Exchange) {
  const seen = new Map<string, Pick<EndpointHealth, 'ok' | 'latencyMs' | 'head'>>()
  const probe = async (url: string) => {
    const startedAt = performance.now()
    const result = await resultFrom(exchange, url, request)
    const latencyMs = Math.round((performance.now() - startedAt) * 100) / 100
    seen.set(
      originOf(url),
      isQuantity(result)
        ? { ok: true, latencyMs, head: Number(result) }
        : { ok: false, latencyMs: null, head: null },
    )
  }
  const probeAll = () => void Promise.all(urls.map(probe))
  probeAll()
  const timer = setInterval(probeAll, intervalMs)
  timer.unref()
  return {
    /** The client's health, completed for endpoints that it has not used. */
    complete: (health: readonly EndpointHealth[]) =>
      health.map((own) => (own.latencyMs === null ? { ...own, ...seen.get(own.endpoint) } : own)),
    stop: () => clearInterval(timer),
  }
}
