import type { WireFault } from './fault.ts'
import { hold } from './wire.ts'

/** No answer, and nothing is sent. */
export const rpcTimeout: WireFault = {
  type: 'rpc_timeout',
  strike: async ({ signal }) => {
    await hold(signal)
    throw signal.reason
  },
}
