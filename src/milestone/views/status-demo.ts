import { Type as t } from '@sinclair/typebox'
import type { Hex } from 'viem'
import type { Deployment } from '../contracts/deployment.ts'
import type { EscrowPolicy } from '../contracts/policy.ts'
import type { MilestoneRecord } from '../indexer/state.ts'
import { ChecksumAddress, Count, Hash, Ok, Wei } from '../wire/shapes.ts'
import { primaryName } from './ens-name.ts'
import { statusLabel } from './labels.ts'
import { AsOf, type Snapshot } from './snapshot.ts'

const Policy = t.Object(
  {
    quorumBpsMin: Count('Least share of the weight that has to vote, in basis points'),
    minVotersMin: Count('Fewest verifiers who have to vote'),
    votingSecondsMin: Count('Shortest vote'),
    challengeSecondsMin: Count('Shortest challenge window'),
    arbitrationSecondsMin: Count('Least time that an arbiter has'),
    deadlineSecondsMax: Count('How far ahead of its creation a deadline may lie'),
    feeBpsMax: Count('Highest fee, in basis points'),
    slashBpsMin: Count('Least stake taken for an overturned vote, in basis points'),
    slashBpsMax: Count('Most stake taken for an overturned vote, in basis points'),
    abstentionBps: Count('Stake taken from a verifier that did not vote, in basis points'),
    stakeWeiMin: Wei('Smallest stake on a milestone'),
    pauseSeconds: Count('How long one pause of new milestones and stakes lasts at most'),
  },
  { description: 'What no milestone can undercut or exceed, fixed in the escrow when it was deployed' },
)

export const StatusDemo = t.Object({
  ok: Ok,
  pitch: t.String({
    description: 'What this shows, in a sentence',
    examples: ['Money moves when evidence holds.'],
  }),
  demoHints: t.Object({
    milestones: t.Array(Hash('A milestone on the running chain'), {
      description: 'Milestones worth looking at',
    }),
    builderEns: t.String({ description: 'A builder whose name resolves', examples: ['ada.eth'] }),
    metadataIndexer: t.String({ format: 'uri', examples: ['http://127.0.0.1:8787/api/indexer'] }),
  }),
  contracts: t.Record(t.String(), ChecksumAddress('Where the contract is'), {
    description: 'Contract name to address',
  }),
  policy: t.Union([Policy, t.Null()], {
    description: 'Limits of the params of milestones; null until the chain has answered',
  }),
  chainId: t.Integer({ examples: [31337] }),
  explorer: t.String({ format: 'uri', examples: ['http://127.0.0.1:8787/api/explorer/milestones'] }),
  asOf: AsOf,
})
export type StatusDemo = typeof StatusDemo.static

const pitch =
  'Sponsors stake ETH behind a milestone, the builder commits evidence, bonded verifiers vote on it, an arbiter decides disputed votes, and the money is released or refunded by the final verdict; a milestone that its builder cancels or leaves without evidence refunds its sponsors. Everything here is read from transactions that a chain executed.'

/** One milestone of each status, the newest of its kind, and the builder who has verified the most. */
export function statusDemo(
  { readModel, asOf }: Snapshot,
  about: {
    deployment: Deployment
    policy: EscrowPolicy | undefined
    statusUrl: string
    indexerUrl: string
  },
): StatusDemo {
  return {
    ok: true,
    pitch,
    demoHints: {
      milestones: exampleMilestones(readModel.order),
      builderEns: bestNamedBuilder({ readModel, asOf }) ?? '',
      metadataIndexer: about.indexerUrl,
    },
    contracts: { ...about.deployment.contracts },
    policy: about.policy === undefined ? null : policyOf(about.policy),
    chainId: about.deployment.chainId,
    explorer: `${about.statusUrl}/api/explorer/milestones`,
    asOf,
  }
}

function policyOf(policy: EscrowPolicy): NonNullable<StatusDemo['policy']> {
  const { votingPeriodMin, challengePeriodMin, arbitrationPeriodMin, ...rest } = policy
  const { deadlineMax, pausePeriod, stakeMin, ...shares } = rest
  return {
    ...shares,
    votingSecondsMin: votingPeriodMin,
    challengeSecondsMin: challengePeriodMin,
    arbitrationSecondsMin: arbitrationPeriodMin,
    deadlineSecondsMax: deadlineMax,
    pauseSeconds: pausePeriod,
    stakeWeiMin: stakeMin.toString(),
  }
}

/** Of the newest 500 at most: enough for every status, and bounded on a long chain. */
function exampleMilestones(order: readonly MilestoneRecord[]): Hex[] {
  const byLabel = new Map<string, Hex>()
  for (const milestone of order.slice(-500).reverse()) {
    const label = statusLabel(milestone)
    if (!byLabel.has(label)) byLabel.set(label, milestone.hash)
  }
  const released = byLabel.get('Released')
  const others = [...byLabel.values()].filter((hash) => hash !== released)
  return released === undefined ? others : [released, ...others]
}

function bestNamedBuilder({ readModel }: Snapshot): string | undefined {
  let best: { name: string; verified: number } | undefined
  for (const builder of readModel.builders.values()) {
    const name = primaryName(readModel, builder.address)
    if (name !== null && (best === undefined || builder.verified > best.verified)) {
      best = { name, verified: builder.verified }
    }
  }
  return best?.name
}
