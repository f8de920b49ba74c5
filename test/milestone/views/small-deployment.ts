import type { Deployment } from '../../../src/milestone/contracts/deployment.ts'
import { account } from '../indexer/history.ts'

/** A deployment whose addresses nothing answers at: views only tell them. */
export const deployment: Deployment = {
  chainId: 31337,
  startBlock: { number: 1 },
  contracts: {
    VerifierRegistry: account(101),
    MilestoneEscrow: account(102),
    AgentTreasury: account(103),
    DemoUSDC: account(104),
    NameRegistry: account(105),
    NameResolver: account(106),
    UniversalResolver: account(107),
    MilestoneLens: account(108),
  },
}
