import { zeroHash } from 'viem'
import type { Deployment } from '../contracts/deployment.ts'
import { InvalidMilestoneHash, MilestoneNotFound } from '../errors.ts'
import type { MilestoneRecord } from '../indexer/state.ts'
import type { MilestoneStatus } from '../model.ts'
import { etherText, labelText } from './amounts.ts'
import { asHash } from './hash.ts'
import { capitalStatus, stateWord, statusLabel } from './labels.ts'
import { primaryName } from './names.ts'
import type { Snapshot } from './snapshot.ts'
import { verdictOf } from './verdict.ts'

/**
 * One milestone in full.
 * @throws InvalidMilestoneHash when `hash` is not 0x and 64 hexadecimal digits
 * @throws MilestoneNotFound when the chain has no such milestone
 */
export function milestoneStatus(
  snapshot: Snapshot,
  hash: string,
  about: { deployment: Deployment; holdsEvidence: (root: string) => boolean },
): MilestoneStatus {
  const { model, asOf } = snapshot
  const id = asHash(hash)
  if (id === undefined) throw new InvalidMilestoneHash()
  const milestone = model.milestones.get(id)
  if (milestone === undefined) throw new MilestoneNotFound()

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
    builderEns: primaryName(model, milestone.builder),
    sponsors: [...milestone.sponsors]
      .sort(([, a], [, b]) => (a === b ? 0 : a < b ? 1 : -1))
      .map(([address, amount]) => ({
        address,
        ens: primaryName(model, address),
        amountWei: amount.toString(),
      })),
    amountWei: milestone.staked.toString(),
    createdAt: milestone.createdAt,
    deadline: milestone.deadline,
    votingEndsAt: milestone.votingEndsAt ?? null,
    challengeEndsAt: milestone.challengeEndsAt ?? null,
    metadataHash: milestone.metadataHash,
    projectId: labelText(milestone.projectId),
    votes: milestone.votes.map((vote) => ({
      verifier: vote.verifier,
      ens: primaryName(model, vote.verifier),
      support: vote.support,
      weight: vote.weight.toString(),
      evidenceRoot: vote.evidenceRoot,
      blockNumber: vote.blockNumber,
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
    demo: { tracks: tracks(snapshot, milestone, about.holdsEvidence) },
    asOf,
  }
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

/** What can be shown for this milestone, by the four things a visitor may want to check. */
function tracks(
  { model, asOf }: Snapshot,
  milestone: MilestoneRecord,
  holdsEvidence: (root: string) => boolean,
): MilestoneStatus['demo']['tracks'] {
  const { evidenceRoot, votes } = milestone
  const approving = votes.filter((vote) => vote.support).length
  const builder = primaryName(model, milestone.builder)
  const verdict = verdictOf(milestone)
  const decision = verdict === null || verdict.by === 'votes' ? '' : `. ${verdict.reason}`
  return {
    chain: { ok: !asOf.stale, detail: `Read at block ${asOf.blockNumber} of chain ${asOf.chainId}` },
    evidence:
      evidenceRoot === undefined
        ? { ok: false, detail: 'No evidence was committed' }
        : holdsEvidence(evidenceRoot)
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
