import type { Exchange } from '../rpc/rpc.ts'

const waitMsMax = 3_000
const lookMs = 10
const answerMsMax = 500

/** Waits until all endpoints that answer name the same newest block; gives up after 3 s. */
export async function untilEndpointsAgree(
  endpoints: readonly string[],
  exchange: Exchange,
  now: () => number,
): Promise<void> {
  const deadline = now() + waitMsMax
  while (now() < deadline) {
    const heads = await Promise.all(endpoints.map((endpoint) => newestBlock(endpoint, exchange)))
    if (new Set(heads.filter((head) => head !== undefined)).size <= 1) return
    await Bun.sleep(lookMs)
  }
}

async function newestBlock(endpoint: string, exchange: Exchange): Promise<string | undefined> {
  const request = {
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_getBlockByNumber',
    params: ['latest', false],
  } as const
  const reply = await exchange(endpoint, request, AbortSignal.timeout(answerMsMax)).catch(() => undefined)
  return reply === undefined ? undefined : /"hash":"(0x[0-9a-f]{64})"/.exec(reply.text)?.[1]
}
