import { headOf } from '../rpc/check-result.ts'
import { readReply } from '../rpc/read-reply.ts'
import type { Exchange } from '../rpc/rpc.ts'

const pollMs = 10
const timeoutMs = 500

/** Waits until all endpoints that answer have the same newest block; gives up after `waitMsMax`. */
export async function untilEndpointsAgree(
  endpoints: readonly string[],
  exchange: Exchange,
  now: () => number,
  waitMsMax = 3_000,
): Promise<void> {
  const deadline = now() + waitMsMax
  while (now() < deadline) {
    const hashes = await Promise.all(endpoints.map((endpoint) => newestHash(endpoint, exchange)))
    if (new Set(hashes.filter((hash) => hash !== undefined)).size <= 1) return
    await Bun.sleep(pollMs)
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
