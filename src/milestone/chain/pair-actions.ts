import type { NodeActions } from './node-actions.ts'
import { type NodeRpc, quantity } from './node-rpc.ts'
import type { Turns } from './pair-turns.ts'

/** Acts on the node that `leader` answers with, over a connection that passes no door. */
export function createNodeActions(options: {
  leader: () => Promise<NodeRpc>
  /** Runs a task while no blocks are copied from the leader. */
  whileNotCopied: Turns
  onAction: () => void
}): NodeActions {
  const act = async (method: string, params: readonly unknown[], inTurn: Turns = (task) => task()) => {
    const rpc = await options.leader()
    try {
      await inTurn(() => rpc.call(method, params))
    } finally {
      options.onAction()
    }
  }
  return {
    // The node replaces block by block: a copy in the middle would show its followers a shorter chain.
    reorg: (depth) => act('anvil_reorg', [depth, []], options.whileNotCopied),
    dropTransaction: (hash) => act('anvil_dropTransaction', [hash]),
    setNextBaseFee: (wei) => act('anvil_setNextBlockBaseFeePerGas', [quantity(wei)]),
    mine: () => act('evm_mine', []),
  }
}
