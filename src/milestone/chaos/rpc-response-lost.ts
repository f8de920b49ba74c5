import type { WireFault } from './fault.ts'
import { WireError } from './wire.ts'

/** The node accepts the transaction, and the response is lost. */
export const rpcResponseLost: WireFault = {
  type: 'rpc_response_lost',
  methods: ['eth_sendRawTransaction', 'eth_sendRawTransactionSync'],
  apply: async ({ endpoint, request, signal, inner }) => {
    await inner(endpoint, request, signal)
    throw new WireError('ECONNRESET')
  },
}
