import { createPublicClient, defineChain, http, type PublicClient } from 'viem'
import { demoChainId } from '../../../src/milestone/anvil/anvil.ts'
import { planSeed, type SeedPlan } from '../../../src/milestone/demo/plan.ts'
import { seedChain } from '../../../src/milestone/demo/seed.ts'
import { createAnvil } from '../anvil/single-node.ts'
import { nodeFolder } from '../anvil/support.ts'

export const daySeconds = 86_400
/** The chain's story ends thirty days after its first block. */
export const storyEnd = (genesisTimestamp: number) => genesisTimestamp + 30 * daySeconds

export type SeededNode = Awaited<ReturnType<typeof startSeededNode>>

/** A seeded chain whose clock stands at the end of the story. */
export async function startSeededNode(genesisTimestamp: number) {
  const { options, remove } = nodeFolder()
  const plan = planSeed(genesisTimestamp)
  const anvil = await createAnvil({
    ...options,
    genesisTimestamp,
    now: () => storyEnd(genesisTimestamp) * 1000,
    prepare: (rpc, journal) => seedChain({ rpc, journal, planOf: () => plan }),
  })
  await anvil.ready
  return {
    anvil,
    plan,
    client: clientOf(anvil.rpcUrl, plan),
    stop: async () => {
      await anvil.stop()
      remove()
    },
  }
}

/** As a user of viem would set it up: the universal resolver is the one thing that names need. */
export function clientOf(rpcUrl: string, { contracts }: Pick<SeedPlan, 'contracts'>): PublicClient {
  const chain = defineChain({
    id: demoChainId,
    name: 'demo',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
    contracts: { ensUniversalResolver: { address: contracts.UniversalResolver } },
  })
  return createPublicClient({ chain, transport: http(rpcUrl, { retryCount: 0 }), pollingInterval: 20 })
}
