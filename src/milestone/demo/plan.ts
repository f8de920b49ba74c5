import { type Address, type Hex, keccak256, stringToHex } from 'viem'
import { once } from '../../kernel/runtime/once.ts'
import { demoChainId } from '../anvil/anvil.ts'
import type { Deployment } from '../contracts/deployment.ts'
import { type ActorKey, type Actors, demoActors } from './actors.ts'
import { createCalls } from './calls.ts'
import { planDeployment } from './deployment-plan.ts'
import {
  type Clock,
  daySeconds,
  type PlannedMilestone,
  planMilestones,
  playMilestone,
} from './milestone-plan.ts'
import { milestoneScripts } from './milestone-script.ts'
import { burnAddress, defaultTerms, demoPolicy } from './policy.ts'
import { profiles } from './profiles.ts'
import {
  bondVerifiers,
  playAttempts,
  registerNames,
  runTreasury,
  type Stage,
  settleAccounts,
  story,
} from './story.ts'
import { createTimeline, type PlannedBlock } from './timeline.ts'

/** How long before now the demo chain begins. */
export const storyDays = 30

/** The whole history of the demo chain until day 30, known before its first block. */
export interface SeedPlan {
  genesisTimestamp: number
  actors: Actors
  contracts: Deployment['contracts']
  blocks: readonly PlannedBlock[]
  milestones: readonly PlannedMilestone[]
  /** Differs whenever any block does. */
  digest: Hex
  hints: { milestones: Hex[]; builderEns: string }
}

const addressOf = (key: ActorKey): Address => demoActors()[key].address

/** The same for every demo chain. */
export const demoDeployment = once(() =>
  planDeployment(addressOf('deployer'), 0, {
    ...defaultTerms,
    policy: demoPolicy,
    budgetPeriod: 7 * daySeconds,
    arbiter: addressOf('arbiter'),
    feeRecipient: addressOf('agent'),
    slashReceiver: burnAddress,
    agent: addressOf('agent'),
    attestor: addressOf('attestor'),
  }),
)

/**
 * Plans the story as blocks. The plan is a function of `genesisTimestamp` (seconds since the epoch) alone: equal
 * timestamps give equal transactions and, mined in order, equal block hashes.
 */
export function planSeed(genesisTimestamp: number): SeedPlan {
  const actors = demoActors()
  const clock: Clock = (day) => genesisTimestamp + Math.round(day * daySeconds)
  const deployment = demoDeployment()
  const { contracts } = deployment
  const timeline = createTimeline()
  const stage: Stage = { timeline, calls: createCalls(contracts), addressOf, clock }
  const { settled, pending, attempts } = milestoneScripts
  const milestones = planMilestones([...settled, ...pending, ...attempts], {
    chainId: demoChainId,
    escrow: contracts.MilestoneEscrow,
    addressOf,
    clock,
  })

  for (const { title, to, data, gas } of deployment.steps) {
    timeline.add(clock(0.01), 'deployer', { title, to, data, gas, value: 0n })
  }
  registerNames(stage)
  bondVerifiers(stage)
  playAttempts(stage)
  for (const milestone of milestones) playMilestone(timeline, milestone, stage)
  // Left out to keep the treasury's history, and the time that seeding takes, short.
  runTreasury(
    stage,
    milestones.filter(({ script }) => !attempts.includes(script)),
  )
  settleAccounts(stage, milestones)

  const blocks = timeline.blocks()
  return {
    genesisTimestamp,
    actors,
    contracts,
    blocks,
    milestones,
    digest: digestOf(blocks),
    hints: hintsOf(milestones),
  }
}

/** Examples: released, overturned, refunded, and one in each open window. */
function hintsOf(milestones: readonly PlannedMilestone[]): SeedPlan['hints'] {
  return {
    milestones: story.examples.flatMap((key) =>
      milestones.filter(({ script }) => script.key === key).map(({ hash }) => hash),
    ),
    builderEns: `${profiles.tidepool.label}.eth`,
  }
}

function digestOf(blocks: readonly PlannedBlock[]): Hex {
  const text = JSON.stringify(blocks, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
  return keccak256(stringToHex(text))
}
