import { type Address, encodeDeployData, encodeFunctionData, getContractAddress, type Hex } from 'viem'
import * as abi from '../contracts/abi.ts'
import * as bytecode from '../contracts/bytecode.ts'
import type { ContractName, Deployment } from '../contracts/deployment.ts'
import type { DeploymentTerms } from './policy.ts'

/** What a deployment fixes for good. Periods in seconds. */
export interface DeploymentSettings extends DeploymentTerms {
  /** A service's budget holds for every span of this length. */
  budgetPeriod: number
  /** Rules on disputes. */
  arbiter: Address
  /** Credited with fees and lost dispute bonds. */
  feeRecipient: Address
  /** Paid with the common pool: slashed stake that no verifier is rewarded with. */
  slashReceiver: Address
  /** Owns the treasury. */
  agent: Address
  /** Writes `svc.*` records. */
  attestor: Address
}

/** One transaction of a deployment; `contract` is what it creates. */
export interface DeploymentStep {
  title: string
  contract: ContractName | undefined
  to: Address | undefined
  data: Hex
  nonce: number
  /** Enough for it, with room to spare. */
  gas: bigint
}

export interface DeploymentPlan {
  steps: readonly DeploymentStep[]
  contracts: Deployment['contracts']
}

/** The order in which the contracts are created; each knows only those before it. */
const order: readonly (ContractName | 'setEscrow')[] = [
  'VerifierRegistry',
  'MilestoneEscrow',
  'setEscrow',
  'DemoUSDC',
  'AgentTreasury',
  'NameRegistry',
  'NameResolver',
  'UniversalResolver',
  'MilestoneLens',
]

/** Every address follows from the deployer and its nonce, so the whole deployment is known before the first block. */
export function planDeployment(
  deployer: Address,
  firstNonce: number,
  settings: DeploymentSettings,
): DeploymentPlan {
  const at = (name: ContractName) =>
    getContractAddress({ from: deployer, nonce: BigInt(firstNonce + order.indexOf(name)) })
  const contracts = {
    VerifierRegistry: at('VerifierRegistry'),
    MilestoneEscrow: at('MilestoneEscrow'),
    AgentTreasury: at('AgentTreasury'),
    DemoUSDC: at('DemoUSDC'),
    NameRegistry: at('NameRegistry'),
    NameResolver: at('NameResolver'),
    UniversalResolver: at('UniversalResolver'),
    MilestoneLens: at('MilestoneLens'),
  }
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

/** 200 gas for each byte that is stored, at most 16 for each that is sent, and the constructor's own work. */
function creationGas(data: Hex): bigint {
  return 500_000n + 240n * BigInt((data.length - 2) / 2)
}
