import { pause } from '../../kernel/runtime/async.ts'
import { headOf } from '../rpc/check-result.ts'
import { readReply } from '../rpc/read-reply.ts'
import type { Exchange } from '../rpc/rpc.ts'

const pollMs = 10
const timeoutMs = 500

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
    const hashes = await Promise.all(endpoints.map((endpoint) => newestHash(endpoint, exchange)))
    if (new Set(hashes.filter((hash) => hash !== undefined)).size <= 1) return
    await pause(pollMs, signal)
  }
}

async function newestHash(endpoint: string, exchange: Exchange): Promise<string | undefined> {
  const params = ['latest', false]
  const request = { jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params } as const
  try {
    const reply = await exchange(endpoint, request, AbortSignal.timeout(timeoutMs))
    return headOf(readReply(request, reply, 0).result)?.hash
  } catch {
    return undefined
  }
}
