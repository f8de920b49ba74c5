import { encodeAbiParameters, type Hex, keccak256, parseEther, stringToHex, zeroHash } from 'viem'
import { buildBundle, type EvidenceBundle } from '../evidence/evidence.ts'
import type { AddressBook } from './actors.ts'
import type { Calls, EscrowParams, Split } from './calls.ts'
import { evidenceDocuments } from './evidence-documents.ts'
import type { MilestoneScript, WindowsKey } from './milestone-script.ts'
import { defaultPolicy } from './policy.ts'
import type { Timeline } from './timeline.ts'

/** A script with its derived values. */
export interface PlannedMilestone {
  script: MilestoneScript
  /** Its id on the chain. */
  hash: Hex
  projectId: Hex
  /** The promises as text; its keccak256 is `metadataHash`. */
  metadata: string
  metadataHash: Hex
  splits: readonly Split[]
  bundle: EvidenceBundle | undefined
  /** Of the evidence, in seconds since the epoch. */
  submittedAt: number | undefined
}

/** Converts a day of the story to seconds since the epoch. */
export type Clock = (day: number) => number

export const daySeconds = 86_400

const common = { quorumBps: 5_000, approvalBps: 6_000, feeBps: 200, slashBps: 1_000, minVoters: 3 }

export const windows: Readonly<Record<WindowsKey, EscrowParams>> = {
  // The minima of a default deployment.
  least: {
    votingPeriod: defaultPolicy.votingPeriodMin,
    challengePeriod: defaultPolicy.challengePeriodMin,
    arbitrationPeriod: defaultPolicy.arbitrationPeriodMin,
    quorumBps: defaultPolicy.quorumBpsMin,
    approvalBps: 5_001,
    feeBps: 0,
    slashBps: defaultPolicy.slashBpsMin,
    minVoters: defaultPolicy.minVotersMin,
  },
  short: {
    ...common,
    votingPeriod: 2 * daySeconds,
    challengePeriod: daySeconds,
    arbitrationPeriod: 3 * daySeconds,
  },
  standard: {
    ...common,
    votingPeriod: 3 * daySeconds,
    challengePeriod: 2 * daySeconds,
    arbitrationPeriod: 4 * daySeconds,
  },
  // Open on day 30 and long after: votes lock little, so that verifiers keep weight for other milestones.
  long: {
    ...common,
    slashBps: defaultPolicy.slashBpsMin,
    votingPeriod: 7 * daySeconds,
    challengePeriod: 5 * daySeconds,
    arbitrationPeriod: 7 * daySeconds,
  },
}

/** Derives ids, hashes and bundles. `chainId` and `escrow` are part of every id. */
export function planMilestones(
  scripts: readonly MilestoneScript[],
  options: { chainId: number; escrow: Hex; addressOf: AddressBook; clock: Clock },
): PlannedMilestone[] {
  const { chainId, escrow, addressOf, clock } = options
  const nonces = new Map<string, bigint>()
  return [...scripts]
    .sort((a, b) => a.createdAt - b.createdAt)
    .map((script): PlannedMilestone => {
      const nonce = nonces.get(script.builder) ?? 0n
      nonces.set(script.builder, nonce + 1n)
      const builder = addressOf(script.builder)
      const projectId = stringToHex(script.key, { size: 32 })
      const shares = script.splits ?? [[script.builder, 10_000] as const]
      const metadata = metadataOf(script, clock)
      const { evidence } = script
      const submittedAt = evidence === undefined ? undefined : clock(evidence.at)
      return {
        script,
        hash: keccak256(
          encodeAbiParameters(
            [
              { type: 'uint256' },
              { type: 'address' },
              { type: 'address' },
              { type: 'bytes32' },
              { type: 'uint256' },
            ],
            [BigInt(chainId), escrow, builder, projectId, nonce],
          ),
        ),
        projectId,
        metadata,
        metadataHash: keccak256(stringToHex(metadata)),
        splits: shares.map(([key, bps]) => ({ recipient: addressOf(key), bps })),
        bundle:
          submittedAt === undefined
            ? undefined
            : buildBundle(evidenceDocuments(script, metadata, submittedAt)),
        submittedAt,
      }
    })
}

/** Adds all transactions of a milestone to the timeline. */
export function playMilestone(
  timeline: Timeline,
  { script, hash, projectId, metadataHash, splits, bundle }: PlannedMilestone,
  { calls, addressOf, clock }: { calls: Calls; addressOf: AddressBook; clock: Clock },
): void {
  const { builder } = script
  const root = bundle?.root ?? zeroHash
  const deadline = clock(script.deadlineAt)
  const create = calls.create(projectId, deadline, metadataHash, splits, windows[script.windows])
  timeline.add(clock(script.createdAt), builder, create)
  for (const [sponsor, eth, at] of script.stakes) {
    timeline.add(clock(at), sponsor, calls.stake(hash, parseEther(eth)))
  }
  if (script.cancelledAt !== undefined) timeline.add(clock(script.cancelledAt), builder, calls.cancel(hash))
  if (script.evidence !== undefined) {
    timeline.add(clock(script.evidence.at), builder, calls.submitEvidence(hash, root))
  }
  for (const [verifier, support, at] of script.votes ?? []) {
    timeline.add(clock(at), verifier, calls.vote(hash, support, root))
  }
  for (const [verifier, at] of script.capped ?? []) {
    timeline.add(clock(at), 'agent', calls.capWeight(hash, addressOf(verifier)))
  }
  if (script.talliedAt !== undefined) timeline.add(clock(script.talliedAt), 'agent', calls.tally(hash))
  if (script.dispute !== undefined) {
    const { by, eth, at, ruling } = script.dispute
    timeline.add(clock(at), by, calls.dispute(hash, parseEther(eth)))
    if (ruling !== undefined) timeline.add(clock(ruling.at), 'arbiter', calls.rule(hash, ruling.verdict))
  }
  if (script.finalizedAt !== undefined) timeline.add(clock(script.finalizedAt), 'agent', calls.finalize(hash))
  if (script.releasedAt !== undefined)
    timeline.add(clock(script.releasedAt), 'agent', calls.release(hash, splits))
  for (const [sponsor, at] of script.refunds ?? []) {
    timeline.add(clock(at), 'agent', calls.refund(hash, addressOf(sponsor)))
  }
}

/** The day of the terminal verdict; undefined while there is none. */
export function settledDay(script: MilestoneScript): number | undefined {
  if (script.verified === undefined) return undefined
  return script.cancelledAt ?? script.finalizedAt ?? script.dispute?.ruling?.at ?? script.talliedAt
}

function metadataOf(script: MilestoneScript, clock: Clock): string {
  const { key, title, summary, deliverables, builder } = script
  return JSON.stringify({
    schema: 'cairn/milestone/v1',
    project: key,
    builder,
    title,
    summary,
    deliverables,
    deadline: new Date(clock(script.deadlineAt) * 1000).toISOString(),
  })
}
