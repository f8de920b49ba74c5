import type { WireFault } from './fault.ts'
import { replyResult } from './wire.ts'

const otherChainId = 1

/** The endpoint reports another chain id. */
export const rpcWrongChain: WireFault = {
  type: 'rpc_wrong_chain',
  methods: ['eth_chainId', 'net_version'],
  apply: async ({ endpoint, request, signal, inner, revoke }) => {
    if (request.method === 'eth_chainId') return replyResult(request, `0x${otherChainId.toString(16)}`)
    if (request.method === 'net_version') return replyResult(request, String(otherChainId))
    revoke()
    return await inner(endpoint, request, signal)
  },
}
