import type { WireFault } from './fault.ts'
import { WireError } from './wire.ts'

/** The node takes the transaction, and nobody learns of it. */
export const rpcResponseLost: WireFault = {
  type: 'rpc_response_lost',
  methods: ['eth_sendRawTransaction', 'eth_sendRawTransactionSync'],
  strike: async ({ endpoint, request, signal, inner }) => {
    await inner(endpoint, request, signal)
    throw new WireError('ECONNRESET')
  },
}
