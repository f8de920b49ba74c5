import { createPublicClient, type Hex, http } from 'viem'
import { createLens } from '../../src/milestone/contracts/lens.ts'
import { createViemReader } from '../../src/milestone/indexer/chain-reader.ts'

export type ChainTruth = ReturnType<typeof createChainTruth>

/** What the contracts themselves say at one block, to compare answers with. */
export function createChainTruth(rpcUrl: string, lensAddress: Hex) {
  const reader = createViemReader(createPublicClient({ transport: http(rpcUrl) }))
  const lens = createLens(reader.call, lensAddress)
  return { milestones: lens.milestones, treasury: lens.treasury, head: reader.head }
}
