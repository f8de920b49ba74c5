import type { WireFault } from './fault.ts'
import { WireError } from './wire.ts'

/** Nothing listens at the address. */
export const rpcDown: WireFault = {
  type: 'rpc_down',
  apply: async () => {
    throw new WireError('ECONNREFUSED')
  },
}
