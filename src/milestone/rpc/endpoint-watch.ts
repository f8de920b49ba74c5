import type { EndpointHealth } from './client.ts'
import type { Exchange } from './rpc.ts'
import { originOf } from './scrub-urls.ts'

/** Asks each endpoint for its head now and then, so that one that nobody needs is still known to be alive or dead. */
export interface EndpointWatch {
  /** The client's own notes, with what was learned here of endpoints that it has not asked. */
  shown(health: readonly EndpointHealth[]): EndpointHealth[]
  stop(): void
}

const askEveryMs = 5_000
const answerMsMax = 2_000

type Seen = Pick<EndpointHealth, 'ok' | 'latencyMs' | 'head'>

export function watchEndpoints(urls: readonly string[], exchange: Exchange): EndpointWatch {
  const seen = new Map<string, Seen>()
  const ask = async (url: string) => {
    const startedAt = performance.now()
    const request = { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] } as const
    const head = await exchange(url, request, AbortSignal.timeout(answerMsMax)).then(
      ({ text }) => headIn(text),
      () => undefined,
    )
    const latencyMs = Math.round((performance.now() - startedAt) * 100) / 100
    seen.set(
      originOf(url),
      head === undefined ? { ok: false, latencyMs: null, head: null } : { ok: true, latencyMs, head },
    )
  }
  const askAll = () => void Promise.all(urls.map(ask))
  askAll()
  const timer = setInterval(askAll, askEveryMs)
  timer.unref()
  return {
    shown: (health) =>
      health.map((own) => (own.latencyMs === null ? { ...own, ...seen.get(own.endpoint) } : own)),
    stop: () => clearInterval(timer),
  }
}

/** The block number of a JSON-RPC answer; undefined when it has none. */
function headIn(text: string): number | undefined {
  try {
    const answer: unknown = JSON.parse(text)
    if (typeof answer !== 'object' || answer === null || !('result' in answer)) return undefined
    const head = Number(answer.result)
    return Number.isSafeInteger(head) ? head : undefined
  } catch {
    return undefined
  }
}
