import type { Hex } from 'viem'
import { addressesWithCode, NodeDamaged, requireBlocks, requireCode } from './node-damage.ts'
import type { NodeRpc } from './node-rpc.ts'
import type { NodeLife } from './pair-node.ts'

/** Finds nodes that lost a part of the chain, and hands them to `onDamage` before the error goes on. */
export interface Inspection {
  guarded<Answer>(life: NodeLife, task: () => Promise<Answer>): Promise<Answer>
  /** Takes what code the contracts have on a node that is known to be whole as what every node must have. */
  learn(rpc: NodeRpc): Promise<void>
  /** @throws NodeDamaged */
  requireCode(rpc: NodeRpc): Promise<void>
  inspect(life: NodeLife): Promise<void>
}

export function createInspection(
  contracts: () => readonly Hex[],
  onDamage: (life: NodeLife, reason: string) => void,
): Inspection {
  let withCode: Hex[] = []
  const guarded: Inspection['guarded'] = async (life, task) => {
    try {
      return await task()
    } catch (error) {
      if (error instanceof NodeDamaged) onDamage(life, error.message)
      throw error
    }
  }
  return {
    guarded,
    learn: async (rpc) => {
      withCode = await addressesWithCode(rpc, contracts())
    },
    requireCode: (rpc) => requireCode(rpc, withCode),
    inspect: (life) =>
      guarded(life, async () => {
        await requireBlocks(life.rpc)
        await requireCode(life.rpc, withCode)
      }),
  }
}
