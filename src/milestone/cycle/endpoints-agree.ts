import { pause } from '../../kernel/runtime/async.ts'
import { headOf } from '../rpc/check-result.ts'
import { resultFrom } from '../rpc/read-reply.ts'
import type { Exchange } from '../rpc/rpc.ts'

const pollMs = 10
const newest = { method: 'eth_getBlockByNumber', params: ['latest', false], timeoutMs: 500 }

/** Waits until all endpoints that answer have the same newest block; gives up after `waitMsMax`, or when `signal` fires. */
export async function untilEndpointsAgree(options: {
  endpoints: readonly string[]
  exchange: Exchange
  now: () => number
  waitMsMax: number
  signal?: AbortSignal
}): Promise<void> {
  const { endpoints, exchange, now, waitMsMax, signal } = options
  const deadline = now() + waitMsMax
  while (now() < deadline && signal?.aborted !== true) {
    const heads = await Promise.all(endpoints.map((endpoint) => resultFrom(exchange, endpoint, newest)))
    const hashes = heads.map((head) => headOf(head)?.hash)
    if (new Set(hashes.filter((hash) => hash !== undefined)).size <= 1) return
    await pause(pollMs, signal)
  }
}
