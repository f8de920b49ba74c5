import type { WireFault } from './fault.ts'
import { hold } from './wire.ts'

/** 300 +- 200 ms more than it takes anyway. */
export const rpcLatency: WireFault = {
  type: 'rpc_latency',
  strike: async ({ endpoint, request, signal, inner, roll }) => {
    await hold(signal, 100 + 400 * roll('latency'))
    return await inner(endpoint, request, signal)
  },
}
