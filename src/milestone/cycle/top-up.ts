import { parseEther, parseUnits } from 'viem'
import { agentTreasuryAbi, demoUsdcAbi } from '../contracts/abi.ts'
import type { ActorKey, ServiceKey } from '../demo/actors.ts'
import type { Call } from '../demo/calls.ts'
import type { Cycle } from './context.ts'
import { send } from './send.ts'

const etherMin = parseEther('1')
const etherAdded = parseEther('100')
const usdcAdded = parseUnits('1000', 6)

interface TopUp {
  step: string
  from: ActorKey
  call: Call
}

/**
 * Refills low balances: a builder's USDC lasts for some 1,000 fees, a service's weekly budget for some 3,000 charges.
 * When balances cannot be read, the cycle goes on without.
 */
export async function topUp(cycle: Cycle): Promise<undefined> {
  const { plan } = cycle
  const payers = [plan.builder, plan.sponsor, 'agent', 'attestor', ...plan.verifiers] as const
  const found = await Promise.all([
    ...payers.map((payer) => etherFor(cycle, payer)),
    usdcFor(cycle),
    ...plan.charges.map(({ service, amount }) => budgetFor(cycle, service, amount)),
  ]).catch(() => [])
  for (const entry of found) if (entry !== undefined) await send(cycle, entry.step, entry.from, entry.call)
  return undefined
}

async function etherFor({ cleanReads, calls, actors }: Cycle, payer: ActorKey): Promise<TopUp | undefined> {
  const { address } = actors[payer]
  if ((await cleanReads.getBalance({ address })) >= etherMin) return undefined
  return { step: `top up ether ${payer}`, from: 'deployer', call: calls.payEther(address, etherAdded) }
}

async function usdcFor({ cleanReads, contracts, calls, plan, actors }: Cycle): Promise<TopUp | undefined> {
  const { address } = actors[plan.builder]
  const balance = await cleanReads.readContract({
    address: contracts.DemoUSDC,
    abi: demoUsdcAbi,
    functionName: 'balanceOf',
    args: [address],
  })
  if (balance >= plan.fee) return undefined
  return { step: 'top up usdc', from: 'deployer', call: calls.mint(address, usdcAdded) }
}

async function budgetFor(
  { cleanReads, contracts, calls, actors }: Cycle,
  service: ServiceKey,
  amount: bigint,
): Promise<TopUp | undefined> {
  const [budget, spent] = await cleanReads.readContract({
    address: contracts.AgentTreasury,
    abi: agentTreasuryAbi,
    functionName: 'budgetOf',
    args: [service],
  })
  if (budget - spent >= amount) return undefined
  const call = calls.setService(service, actors[service].address, budget + usdcAdded)
  return { step: `top up budget ${service}`, from: 'agent', call }
}
