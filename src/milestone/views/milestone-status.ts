import { Type as t } from '@sinclair/typebox'
import { type Address, type Hex, zeroHash } from 'viem'
import type { Deployment } from '../contracts/deployment.ts'
import { milestoneError } from '../errors.ts'
import type { ReadModel } from '../indexer/read-model.ts'
import type { MilestoneRecord } from '../indexer/state.ts'
import {
  asHash,
  ChecksumAddress,
  Count,
  EndOf,
  Hash,
  MilestoneTitle,
  Name,
  nullable,
  Ok,
  Seconds,
  TimeOf,
  Wei,
} from '../wire/shapes.ts'
import { etherText, labelText } from './amounts.ts'
import { primaryName } from './ens-name.ts'
import { type TitleOf, titleOfMilestone } from './explorer-milestones.ts'
import { CapitalStatus, capitalStatus, StateWord, StatusLabel, stateWord, statusLabel } from './labels.ts'
import { AsOf, type Snapshot } from './snapshot.ts'
import { Verdict, verdictOf } from './verdict.ts'

const Track = t.Object({
  ok: t.Boolean({ description: 'Whether this could be shown', examples: [true] }),
  detail: t.String({
    description: 'What shows it, or what is missing',
    examples: ['2 of 3 votes approve'],
  }),
})

export const MilestoneStatus = t.Object({
  ok: Ok,
  milestoneHash: Hash('The milestone'),
  verified: t.Boolean({ description: 'A final verdict approved the evidence', examples: [true] }),
  released: t.Boolean({ description: 'The stake was credited by the agreed splits', examples: [true] }),
  verifierCount: Count('Verifiers who voted'),
  verifiedVotes: Count('Votes that approve the evidence'),
  totalStaked: Wei('Everything ever staked on it by sponsors'),
  finalEvidenceRoot: Hash('Merkle root of the committed evidence; all zeros before any was committed'),
  state: StateWord,
  statusLabel: StatusLabel,
  capitalStatus: CapitalStatus,
  verdict: t.Union([Verdict, t.Null()], {
    description: 'What decided it; null before the final verdict, and when the builder cancelled it',
  }),
  params: t.Object(
    {
      quorumBps: Count('Share of the weight that has to vote, in basis points'),
      approvalBps: Count('Share of the cast weight that has to approve, in basis points'),
      minVoters: Count('Verifiers who have to vote'),
      votingSeconds: Count('Length of the vote'),
      challengeSeconds: Count('Length of the challenge window'),
      arbitrationSeconds: Count('Time that the arbiter has'),
      feeBps: Count('Fee of a release, in basis points'),
      slashBps: Count('Stake taken for an overturned vote, in basis points'),
    },
    { description: 'Rules that it was created with' },
  ),
  splits: t.Array(
    t.Object({
      to: ChecksumAddress('Who is credited'),
      shareBps: Count('Share after the fee, in basis points'),
    }),
    { description: 'Who is credited with its stake once it is verified; fixed when it was created' },
  ),
  builder: ChecksumAddress('Who does the work'),
  builderEns: Name('Primary name of the builder'),
  sponsors: t.Array(
    t.Object({
      address: ChecksumAddress('A backer'),
      ens: Name('Its primary name'),
      amountWei: Wei('What it staked in all'),
    }),
    { description: 'Everybody who staked, the largest first' },
  ),
  amountWei: Wei('What the contract still holds for it'),
  createdAt: Seconds('When it was created'),
  deadline: Seconds('Evidence must be in before this'),
  votingEndsAt: nullable(t.Integer({ examples: [1_790_000_000] }), 'End of the vote; null before evidence'),
  challengeEndsAt: nullable(
    t.Integer({ examples: [1_790_000_000] }),
    'End of the challenge window; null before the tally',
  ),
  arbitrationEndsAt: EndOf('the arbitration', 'a dispute'),
  submittedAt: TimeOf('the evidence'),
  talliedAt: TimeOf('the tally'),
  settledAt: TimeOf('the final verdict'),
  closedAt: TimeOf('the last payment or refund'),
  dispute: t.Union(
    [
      t.Object({
        challenger: ChecksumAddress('Who disputed the provisional verdict'),
        ens: Name('Its primary name'),
        bondWei: Wei('What it put up'),
        timestamp: TimeOf('the dispute'),
      }),
      t.Null(),
    ],
    { description: 'The dispute of the provisional verdict; null without one' },
  ),
  releasedWei: Wei('Paid out by the release, the fee included'),
  feeWei: Wei('Fee of the release'),
  refundedWei: Wei('Paid back to sponsors'),
  title: MilestoneTitle,
  metadataHash: Hash('keccak256 of the milestone description'),
  projectId: t.String({ description: 'The project, as text where it is text', examples: ['solar-pump'] }),
  votes: t.Array(
    t.Object({
      verifier: ChecksumAddress('Who voted'),
      ens: Name('Primary name of the verifier'),
      support: t.Boolean({ description: 'true approves', examples: [true] }),
      weight: Wei('Counted stake'),
      evidenceRoot: Hash('The root that this vote judged'),
      blockNumber: t.Integer({ examples: [212] }),
      timestamp: nullable(t.Integer({ examples: [1_790_000_000] }), 'Time of its block'),
      txHash: Hash('The transaction of the vote'),
    }),
    { description: 'In the order of the chain' },
  ),
  weights: t.Object(
    {
      total: Wei('Stake that could vote when the evidence came'),
      excess: Wei(
        'What single verifiers hold of it above a third, as far as known; does not count towards the quorum',
      ),
      approving: Wei('Weight of the approving votes'),
      rejecting: Wei('Weight of the rejecting votes'),
    },
    { description: 'What the quorum and the verdict follow from: the quorum is a share of total - excess' },
  ),
  onChain: t.Object({
    contract: ChecksumAddress('The escrow contract'),
    createdTx: Hash('The transaction that created it'),
    settledTx: t.Union([t.String(), t.Null()], {
      description: 'The transaction of the final verdict',
      examples: [`0x${'3f'.repeat(32)}`],
    }),
  }),
  demo: t.Object({ tracks: t.Object({ chain: Track, evidence: Track, consensus: Track, names: Track }) }),
  asOf: AsOf,
})
export type MilestoneStatus = typeof MilestoneStatus.static

/**
 * One milestone in full.
 * @throws invalid_milestone_hash when `hash` is not 0x and 64 hexadecimal digits
 * @throws milestone_not_found when the chain has no such milestone
 */
export function milestoneStatus(
  snapshot: Snapshot,
  hash: string,
  about: { deployment: Deployment; titleOf: TitleOf },
): MilestoneStatus {
  const { readModel, asOf } = snapshot
  const id = asHash(hash)
  if (id === undefined) throw milestoneError('invalid_milestone_hash', '/milestoneHash')
  const milestone = readModel.milestones.get(id)
  if (milestone === undefined) throw milestoneError('milestone_not_found')
  const timeOf = eventTimes(readModel, id)

  return {
    ok: true,
    milestoneHash: milestone.hash,
    verified: stateWord(milestone) === 'verified',
    released: milestone.state === 'released',
    verifierCount: milestone.votes.length,
    verifiedVotes: milestone.votes.filter((vote) => vote.support).length,
    totalStaked: milestone.totalStaked.toString(),
    finalEvidenceRoot: milestone.evidenceRoot ?? zeroHash,
    state: stateWord(milestone),
    statusLabel: statusLabel(milestone),
    capitalStatus: capitalStatus(milestone),
    verdict: verdictOf(milestone),
    params: paramsOf(milestone),
    splits: milestone.splits.map(({ recipient, bps }) => ({ to: recipient, shareBps: bps })),
    builder: milestone.builder,
    builderEns: primaryName(readModel, milestone.builder),
    sponsors: [...milestone.sponsors]
      .sort(([, a], [, b]) => (a === b ? 0 : a < b ? 1 : -1))
      .map(([address, amount]) => ({
        address,
        ens: primaryName(readModel, address),
        amountWei: amount.toString(),
      })),
    amountWei: milestone.staked.toString(),
    createdAt: milestone.createdAt,
    deadline: milestone.deadline,
    votingEndsAt: milestone.votingEndsAt ?? null,
    challengeEndsAt: milestone.challengeEndsAt ?? null,
    arbitrationEndsAt: milestone.arbitrationEndsAt ?? null,
    submittedAt: milestone.submittedAt ?? null,
    talliedAt: timeOf('Tallied'),
    settledAt: milestone.settledAt ?? null,
    closedAt: milestone.closedAt ?? null,
    dispute: disputeOf(readModel, milestone, timeOf('MilestoneDisputed')),
    releasedWei: milestone.released.toString(),
    feeWei: milestone.fee.toString(),
    refundedWei: milestone.refunded.toString(),
    title: titleOfMilestone(milestone, about.titleOf),
    metadataHash: milestone.metadataHash,
    projectId: labelText(milestone.projectId),
    votes: milestone.votes.map((vote) => ({
      verifier: vote.verifier,
      ens: primaryName(readModel, vote.verifier),
      support: vote.support,
      weight: vote.weight.toString(),
      evidenceRoot: vote.evidenceRoot,
      blockNumber: vote.blockNumber,
      timestamp: timeOf('Voted', vote.verifier),
      txHash: vote.txHash,
    })),
    weights: {
      total: milestone.totalWeight.toString(),
      excess: milestone.excessWeight.toString(),
      approving: milestone.approvingWeight.toString(),
      rejecting: milestone.rejectingWeight.toString(),
    },
    onChain: {
      contract: about.deployment.contracts.MilestoneEscrow,
      createdTx: milestone.createdTx,
      settledTx: milestone.settledTx ?? null,
    },
    demo: { tracks: tracks(snapshot, milestone, about.titleOf) },
    asOf,
  }
}

/** Times of the events of a milestone; null where it has none of that name. */
function eventTimes(readModel: ReadModel, milestone: Hex) {
  const events = readModel.activity.filter((entry) => entry.milestone === milestone)
  return (event: string, account?: Address): number | null =>
    events.find((entry) => entry.event === event && (account === undefined || entry.account === account))
      ?.timestamp ?? null
}

function disputeOf(
  readModel: ReadModel,
  { challenger, disputeBond }: MilestoneRecord,
  timestamp: number | null,
): MilestoneStatus['dispute'] {
  if (challenger === undefined) return null
  const ens = primaryName(readModel, challenger)
  return { challenger, ens, bondWei: disputeBond.toString(), timestamp }
}

function paramsOf({ params }: MilestoneRecord): MilestoneStatus['params'] {
  const { votingPeriod, challengePeriod, arbitrationPeriod, ...shares } = params
  return {
    ...shares,
    votingSeconds: votingPeriod,
    challengeSeconds: challengePeriod,
    arbitrationSeconds: arbitrationPeriod,
  }
}

/** What this server can show of a milestone, by four tracks. */
function tracks(
  { readModel, asOf }: Snapshot,
  milestone: MilestoneRecord,
  titleOf: TitleOf,
): MilestoneStatus['demo']['tracks'] {
  const { evidenceRoot, votes } = milestone
  const approving = votes.filter((vote) => vote.support).length
  const builder = primaryName(readModel, milestone.builder)
  const verdict = verdictOf(milestone)
  const decision = verdict === null || verdict.by === 'votes' ? '' : `. ${verdict.reason}`
  return {
    chain: { ok: !asOf.stale, detail: `Read at block ${asOf.blockNumber} of chain ${asOf.chainId}` },
    evidence:
      evidenceRoot === undefined
        ? { ok: false, detail: 'No evidence was committed' }
        : titleOf(evidenceRoot) !== undefined
          ? { ok: true, detail: `The documents of this root are served at /api/indexer/${evidenceRoot}` }
          : { ok: false, detail: 'A root was committed, but its documents are not held here' },
    consensus: {
      ok: stateWord(milestone) === 'verified',
      detail: `${approving} of ${votes.length} votes approve, ${etherText(milestone.approvingWeight)} ETH against ${etherText(milestone.rejectingWeight)} ETH${decision}`,
    },
    names:
      builder === null
        ? { ok: false, detail: 'The builder has no primary name' }
        : { ok: true, detail: builder },
  }
}
