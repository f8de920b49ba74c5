import { createPublicClient, type Hex, http } from 'viem'
import { createLens, type LensMilestone } from '../../src/milestone/contracts/lens.ts'
import { createViemReader } from '../../src/milestone/indexer/viem-reader.ts'

/** What the contracts themselves say at one block, to hold answers against. */
export interface ChainTruth {
  milestones(ids: readonly Hex[], blockHash: Hex): Promise<readonly LensMilestone[]>
  treasury(blockHash: Hex): Promise<{ earned: bigint; spent: bigint; swept: bigint; balance: bigint }>
  head(): Promise<{ number: number; hash: Hex }>
}

export function createChainTruth(rpcUrl: string, lensAddress: Hex): ChainTruth {
  const reader = createViemReader(createPublicClient({ transport: http(rpcUrl) }))
  const lens = createLens(reader.call, lensAddress)
  return { milestones: lens.milestones, treasury: lens.treasury, head: reader.head }
}
