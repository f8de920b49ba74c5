import type { NodeActions } from './node-actions.ts'
import { quantity } from './node-rpc.ts'
import type { Leadership } from './pair-leadership.ts'

/** Acts on the node that leads, over a connection that passes no proxy. */
export function createNodeActions(
  leadership: Pick<Leadership, 'awaitLeader' | 'lead' | 'rewind'>,
  onAction: () => void,
): NodeActions {
  const act = async (
    method: string,
    params: readonly unknown[],
    run: Leadership['lead'] | Leadership['rewind'] = leadership.lead,
  ) => {
    const leader = await leadership.awaitLeader()
    if (leader === undefined) throw new Error('Cannot act on the node that leads as there is none')
    try {
      await run(() => leader.rpc.call(method, params))
    } finally {
      onAction()
    }
  }
  return {
    reorg: (depth) => act('anvil_reorg', [depth, []], leadership.rewind),
    dropTransaction: (hash) => act('anvil_dropTransaction', [hash]),
    setNextBaseFee: (wei) => act('anvil_setNextBlockBaseFeePerGas', [quantity(wei)]),
    mine: () => act('evm_mine', []),
  }
}
