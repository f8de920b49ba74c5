import type { Hex } from 'viem'
import type { Deployment } from '../contracts/deployment.ts'
import type { EscrowPolicy } from '../contracts/policy.ts'
import type { MilestoneRecord } from '../indexer/state.ts'
import type { StatusDemo } from '../model.ts'
import { statusLabel } from './labels.ts'
import { primaryName } from './names.ts'
import type { Snapshot } from './snapshot.ts'

const pitch =
  'Sponsors stake ETH behind a milestone, the builder commits evidence, bonded verifiers vote on it, an arbiter decides disputed votes, and the money moves only on the final verdict. Everything here is read from transactions that a chain executed.'

/** One milestone of each status, the newest of its kind, and the builder who has verified the most. */
export function statusDemo(
  { model, asOf }: Snapshot,
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
      milestones: tellingMilestones(model.order),
      builderEns: bestNamedBuilder({ model, asOf }) ?? '',
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

/** Looks at the newest 500 at most: enough to meet every status, and bounded on a long chain. */
function tellingMilestones(order: readonly MilestoneRecord[]): Hex[] {
  const byLabel = new Map<string, Hex>()
  for (const milestone of order.slice(-500).reverse()) {
    const label = statusLabel(milestone)
    if (!byLabel.has(label)) byLabel.set(label, milestone.hash)
  }
  const released = byLabel.get('Released')
  const others = [...byLabel.values()].filter((hash) => hash !== released)
  return released === undefined ? others : [released, ...others]
}

function bestNamedBuilder({ model }: Snapshot): string | undefined {
  let best: { name: string; verified: number } | undefined
  for (const builder of model.builders.values()) {
    const name = primaryName(model, builder.address)
    if (name !== null && (best === undefined || builder.verified > best.verified)) {
      best = { name, verified: builder.verified }
    }
  }
  return best?.name
}
