import type { WireFault } from './fault.ts'
import { delay } from './wire.ts'

/** 300 +- 200 ms of extra latency. */
export const rpcLatency: WireFault = {
  type: 'rpc_latency',
  apply: async ({ endpoint, request, signal, inner, sample }) => {
    await delay(signal, 100 + 400 * sample('latency'))
    return await inner(endpoint, request, signal)
  },
}
