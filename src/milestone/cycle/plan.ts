import { type Hex, keccak256, parseEther, parseUnits, stringToHex } from 'viem'
import {
  type BuilderKey,
  type ServiceKey,
  type SponsorKey,
  sponsorKeys,
  type VerifierKey,
  verifierKeys,
} from '../demo/actors.ts'
import type { EscrowParams, Split } from '../demo/calls.ts'
import { demoPolicy } from '../demo/policy.ts'
import { buildBundle, type EvidenceBundle, type EvidenceDocument } from '../evidence/evidence.ts'

/** Identifies a verification cycle. Its plan is derived from this alone, so a restart continues the same cycle. */
export interface CycleSeed {
  runId: string
  /** Counted from 1 on this chain. */
  number: number
  /** Seconds since the epoch. */
  startedAt: number
}

export interface CyclePlan extends CycleSeed {
  builder: BuilderKey
  sponsor: SponsorKey
  verifiers: readonly VerifierKey[]
  title: string
  projectId: Hex
  metadataHash: Hex
  deadline: number
  params: EscrowParams
  splitsOf: (builder: Hex, sponsor: Hex) => readonly Split[]
  stakeWei: bigint
  /** In USDC's smallest unit. */
  fee: bigint
  charges: readonly { service: ServiceKey; amount: bigint }[]
  bundle: EvidenceBundle
}

/** Project ids of cycles begin with this. */
export const cycleProject = 'cycle-'

const builders: readonly BuilderKey[] = ['tidepool', 'orchard', 'quarry']

/**
 * Votes end early once the outcome is certain; the challenge window is waited out. A majority approves, and votes lock
 * the least stake that the policy allows, so that one verifier may be missing. Seconds and basis points.
 */
const params: EscrowParams = {
  votingPeriod: 3_600,
  challengePeriod: 1,
  arbitrationPeriod: 60,
  quorumBps: 5_000,
  approvalBps: 5_001,
  feeBps: 200,
  slashBps: demoPolicy.slashBpsMin,
  minVoters: 3,
}

export function planCycle(seed: CycleSeed): CyclePlan {
  const { runId, number, startedAt } = seed
  const builder = builders[number % builders.length] ?? 'tidepool'
  const sponsor = sponsorKeys[number % sponsorKeys.length] ?? 'harbor'
  const title = `Verification cycle ${number}`
  const metadata = JSON.stringify({
    title,
    runId,
    startedAt,
    promises: ['evidence is complete', 'roots match'],
  })
  return {
    ...seed,
    builder,
    sponsor,
    verifiers: verifierKeys,
    title,
    projectId: stringToHex(`${cycleProject}${number}`, { size: 32 }),
    metadataHash: keccak256(stringToHex(metadata)),
    deadline: startedAt + 7 * 86_400,
    params,
    splitsOf: (builderAddress, sponsorAddress) => [
      { recipient: builderAddress, bps: 9_500 },
      { recipient: sponsorAddress, bps: 500 },
    ],
    stakeWei: parseEther('0.02'),
    fee: parseUnits('1', 6),
    charges: [
      { service: 'evidence-storage', amount: parseUnits('0.01', 6) },
      { service: 'llm-inference', amount: parseUnits('0.02', 6) },
    ],
    bundle: buildBundle(documents(seed, metadata)),
  }
}

function documents({ runId, number, startedAt }: CycleSeed, metadata: string): EvidenceDocument[] {
  const at = new Date(startedAt * 1000).toISOString()
  const rows = Array.from({ length: 12 }, (_, index) => `${index},${(number * 31 + index * 17) % 97}`)
  return [
    { name: 'milestone.json', mediaType: 'application/json', content: metadata },
    {
      name: 'statement.md',
      mediaType: 'text/markdown',
      content: `# Verification cycle ${number}\n\nRun ${runId}, begun at ${at}.\n`,
    },
    { name: 'readings.csv', mediaType: 'text/csv', content: `index,reading\n${rows.join('\n')}\n` },
    {
      name: 'checks.txt',
      mediaType: 'text/plain',
      content: `rebuilt from its documents by every verifier\nrun ${runId}\n`,
    },
  ]
}
