import type { WireFault } from './fault.ts'
import { WireError } from './wire.ts'

/** The connection closes before the node has read the request. */
export const rpcReset: WireFault = {
  type: 'rpc_reset',
  apply: async () => {
    throw new WireError('ECONNRESET')
  },
}
