import type { NodeActions } from './node-actions.ts'
import { type NodeRpc, quantity } from './node-rpc.ts'

/** Acts on the node that `leader` answers with, over a connection that passes no door. */
export function createNodeActions(options: {
  leader: () => Promise<NodeRpc>
  onAction: () => void
}): NodeActions {
  const act = async (method: string, params: readonly unknown[]) => {
    const rpc = await options.leader()
    try {
      await rpc.call(method, params)
    } finally {
      options.onAction()
    }
  }
  return {
    reorg: (depth) => act('anvil_reorg', [depth, []]),
    dropTransaction: (hash) => act('anvil_dropTransaction', [hash]),
    setNextBaseFee: (wei) => act('anvil_setNextBlockBaseFeePerGas', [quantity(wei)]),
    mine: () => act('evm_mine', []),
  }
}
