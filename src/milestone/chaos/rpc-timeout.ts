import type { WireFault } from './fault.ts'
import { delay } from './wire.ts'

/** No response; the request does not reach the node. */
export const rpcTimeout: WireFault = {
  type: 'rpc_timeout',
  apply: async ({ signal }) => {
    await delay(signal)
    throw signal.reason
  },
}
