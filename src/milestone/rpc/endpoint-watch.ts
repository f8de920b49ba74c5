import type { EndpointHealth } from './endpoint.ts'
import { originOf } from './errors.ts'
import { readReply } from './read-reply.ts'
import type { Exchange } from './rpc.ts'
import { isQuantity } from './shapes.ts'

/** Reads the head of each endpoint periodically, so that the health of unused endpoints is known too. */
export type EndpointWatch = ReturnType<typeof watchEndpoints>

const intervalMs = 5_000
const timeoutMs = 2_000
const request = { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] } as const

export function watchEndpoints(urls: readonly string[], exchange: Exchange) {
  const seen = new Map<string, Pick<EndpointHealth, 'ok' | 'latencyMs' | 'head'>>()
  const probe = async (url: string) => {
    const startedAt = performance.now()
    const head = await readHead(url, exchange)
    const latencyMs = Math.round((performance.now() - startedAt) * 100) / 100
    seen.set(
      originOf(url),
      head === undefined ? { ok: false, latencyMs: null, head: null } : { ok: true, latencyMs, head },
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

/** Undefined when the endpoint does not answer with a block number. */
async function readHead(url: string, exchange: Exchange): Promise<number | undefined> {
  try {
    const reply = await exchange(url, request, AbortSignal.timeout(timeoutMs))
    const { result } = readReply(request, reply, 0)
    return isQuantity(result) ? Number(result) : undefined
  } catch {
    return undefined
  }
}
