import type { WireFault } from './fault.ts'
import { WireError } from './wire.ts'

/** The connection is closed before the node has read the request. */
export const rpcReset: WireFault = {
  type: 'rpc_reset',
  strike: async () => {
    throw new WireError('ECONNRESET')
  },
}
