import type { WireFault } from './fault.ts'
import { WireError } from './wire.ts'

/** Nobody listens. */
export const rpcDown: WireFault = {
  type: 'rpc_down',
  strike: async () => {
    throw new WireError('ECONNREFUSED')
  },
}
