import { type Address, encodeDeployData, encodeFunctionData, getContractAddress, type Hex } from 'viem'
import * as abi from '../contracts/abi.ts'
import * as bytecode from '../contracts/bytecode.ts'
import type { ContractName, Deployment } from '../contracts/deployment.ts'
import { recordOf } from './actors.ts'
import type { DeploymentTerms } from './policy.ts'

/** Immutable settings of a deployment. Periods in seconds. */
export interface DeploymentSettings extends DeploymentTerms {
  /** Of the services' budgets. */
  budgetPeriod: number
  /** Rules on disputes. */
  arbiter: Address
  /** Credited with fees and lost dispute bonds. */
  feeRecipient: Address
  /** Receives slashed stake that rewards no verifier. */
  slashReceiver: Address
  /** Owns the treasury. */
  agent: Address
  /** Writes `svc.*` records. */
  attestor: Address
}

/** One transaction of a deployment; `contract` is the contract it creates. */
export interface DeploymentStep {
  title: string
  contract: ContractName | undefined
  to: Address | undefined
  data: Hex
  nonce: number
  /** An upper bound. */
  gas: bigint
}

export interface DeploymentPlan {
  steps: readonly DeploymentStep[]
  contracts: Deployment['contracts']
}

/** In order of creation; each contract depends on earlier ones only. */
const order = [
  'VerifierRegistry',
  'MilestoneEscrow',
  'setEscrow',
  'DemoUSDC',
  'AgentTreasury',
  'NameRegistry',
  'NameResolver',
  'UniversalResolver',
  'MilestoneLens',
] as const

/** Addresses are derived from the deployer and its nonce, so the whole deployment is known before the first block. */
export function planDeployment(
  deployer: Address,
  firstNonce: number,
  settings: DeploymentSettings,
): DeploymentPlan {
  const { setEscrow: _, ...contracts } = recordOf(order, (index) =>
    getContractAddress({ from: deployer, nonce: BigInt(firstNonce + index) }),
  )
  const code = creationCode(deployer, contracts, settings)
  const steps = order.map((name, index): DeploymentStep => {
    const nonce = firstNonce + index
    if (name === 'setEscrow') return { ...setEscrow(contracts), nonce }
    const data = code[name]
    return { title: name, contract: name, to: undefined, data, nonce, gas: creationGas(data) }
  })
  return { steps, contracts }
}

function creationCode(
  deployer: Address,
  contracts: Deployment['contracts'],
  settings: DeploymentSettings,
): Record<ContractName, Hex> {
  const { arbiter, feeRecipient, slashReceiver, agent, attestor } = settings
  const { VerifierRegistry, MilestoneEscrow, AgentTreasury, DemoUSDC, NameRegistry, NameResolver } = contracts
  return {
    VerifierRegistry: encodeDeployData({
      abi: abi.verifierRegistryAbi,
      bytecode: bytecode.verifierRegistryBytecode,
      args: [settings.unbondingPeriod, settings.warmUpPeriod, settings.minBondWei, slashReceiver],
    }),
    MilestoneEscrow: encodeDeployData({
      abi: abi.milestoneEscrowAbi,
      bytecode: bytecode.milestoneEscrowBytecode,
      args: [VerifierRegistry, arbiter, feeRecipient, deployer, settings.policy],
    }),
    DemoUSDC: encodeDeployData({
      abi: abi.demoUsdcAbi,
      bytecode: bytecode.demoUsdcBytecode,
      args: [deployer],
    }),
    AgentTreasury: encodeDeployData({
      abi: abi.agentTreasuryAbi,
      bytecode: bytecode.agentTreasuryBytecode,
      args: [DemoUSDC, agent, settings.budgetPeriod],
    }),
    NameRegistry: encodeDeployData({
      abi: abi.nameRegistryAbi,
      bytecode: bytecode.nameRegistryBytecode,
      args: [deployer],
    }),
    NameResolver: encodeDeployData({
      abi: abi.nameResolverAbi,
      bytecode: bytecode.nameResolverBytecode,
      args: [NameRegistry, attestor],
    }),
    UniversalResolver: encodeDeployData({
      abi: abi.universalResolverAbi,
      bytecode: bytecode.universalResolverBytecode,
      args: [NameRegistry, NameResolver],
    }),
    MilestoneLens: encodeDeployData({
      abi: abi.milestoneLensAbi,
      bytecode: bytecode.milestoneLensBytecode,
      args: [MilestoneEscrow, VerifierRegistry, AgentTreasury],
    }),
  }
}

function setEscrow({ VerifierRegistry, MilestoneEscrow }: Deployment['contracts']) {
  return {
    title: 'VerifierRegistry.setEscrow',
    contract: undefined,
    to: VerifierRegistry,
    data: encodeFunctionData({
      abi: abi.verifierRegistryAbi,
      functionName: 'setEscrow',
      args: [MilestoneEscrow],
    }),
    gas: 100_000n,
  }
}

/** 200 gas for each stored byte, at most 16 for each sent byte, and the work of the constructor. */
function creationGas(data: Hex): bigint {
  return 500_000n + 240n * BigInt((data.length - 2) / 2)
}
