import type { Address, Hex } from 'viem'

/** The contracts that make one deployment, by name. */
export type ContractName =
  | 'VerifierRegistry'
  | 'MilestoneEscrow'
  | 'AgentTreasury'
  | 'DemoUSDC'
  | 'NameRegistry'
  | 'NameResolver'
  | 'UniversalResolver'
  | 'MilestoneLens'

/** Where the contracts stand: what a contracts file holds. */
export interface Deployment {
  chainId: number
  /** The block of the first contract; nothing before it matters. */
  startBlock: { number: number; hash?: Hex }
  contracts: Record<ContractName, Address>
}
