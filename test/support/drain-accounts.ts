import {
  type Address,
  createWalletClient,
  defineChain,
  getContract,
  type Hex,
  http,
  publicActions,
} from 'viem'
import { demoChainId } from '../../src/milestone/anvil/anvil.ts'
import { agentTreasuryAbi, demoUsdcAbi } from '../../src/milestone/contracts/abi.ts'
import { builderKeys, demoActors, serviceKeys, sponsorKeys } from '../../src/milestone/demo/actors.ts'
import type { DemoServer } from './demo-server.ts'

/** Leaves no builder any USDC, no service any budget, and no sponsor the ether of one stake. */
export async function drainAccounts(
  server: DemoServer,
  contracts: { DemoUSDC: Address; AgentTreasury: Address },
): Promise<void> {
  const actors = demoActors()
  const chain = defineChain({
    id: demoChainId,
    name: 'demo',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [server.rpcUrl] } },
  })
  const client = createWalletClient({ chain, transport: http() }).extend(publicActions)
  const usdc = getContract({ address: contracts.DemoUSDC, abi: demoUsdcAbi, client })
  const treasury = getContract({ address: contracts.AgentTreasury, abi: agentTreasuryAbi, client })
  const hashes: Hex[] = []
  for (const key of builderKeys) {
    const account = actors[key]
    const balance = await usdc.read.balanceOf([account.address])
    hashes.push(await usdc.write.transfer([actors.deployer.address, balance], { account }))
  }
  const { address } = actors.agent
  const nonce = await client.getTransactionCount({ address })
  for (const [index, key] of serviceKeys.entries()) {
    const args = [key, actors[key].address, 1n] as const
    hashes.push(await treasury.write.setService(args, { account: actors.agent, nonce: nonce + index }))
  }
  for (const hash of hashes) await client.waitForTransactionReceipt({ hash, pollingInterval: 50 })
  for (const key of sponsorKeys)
    await server.rpc('anvil_setBalance', [actors[key].address, '0x2386f26fc10000'])
}
