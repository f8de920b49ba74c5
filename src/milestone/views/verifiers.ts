import type { ReadModel } from '../indexer/read-model.ts'
import type { VerifierRecord } from '../indexer/state.ts'
import type { Verifiers } from '../model.ts'
import { etherText } from './amounts.ts'
import { primaryName } from './names.ts'
import type { Snapshot } from './snapshot.ts'

const verifiersMax = 200
const milestonesMax = 100

/** Who votes, and how often the votes agree with the verdicts. */
export function verifiers({ model, asOf }: Snapshot): Verifiers {
  const { totalVotes, settledVotes, coherentVotes } = model.totals
  const listed = [...model.verifiers.values()]
    .sort((a, b) => b.votesCast - a.votesCast || (a.address < b.address ? -1 : 1))
    .slice(0, verifiersMax)
  return {
    ok: true,
    verifiers: listed.map((verifier) => ({
      address: verifier.address,
      ens: primaryName(model, verifier.address),
      bonded: verifier.bonded > 0n,
      bondedEth: etherText(verifier.bonded),
      lockedEth: etherText(verifier.locked),
      slashedEth: etherText(verifier.slashed),
      abstentionEth: etherText(verifier.abstentionCharges),
      rewardedEth: etherText(verifier.rewarded),
      votesCast: verifier.votesCast,
      coherentVotes: coherentVotesOf(model, verifier),
      milestonesParticipated: verifier.milestones.slice(-milestonesMax).reverse(),
    })),
    consensus: {
      totalVotes,
      settledVotes,
      agreementRate: rate(coherentVotes, settledVotes),
      dissent: settledVotes - coherentVotes,
    },
    asOf,
  }
}

/** Votes of one verifier that stand on the side of the final verdict. */
function coherentVotesOf(model: ReadModel, verifier: VerifierRecord): number {
  let coherent = 0
  for (const hash of verifier.milestones) {
    const milestone = model.milestones.get(hash)
    if (milestone?.settledAt === undefined) continue
    const vote = milestone.votes.find((candidate) => candidate.verifier === verifier.address)
    if (vote !== undefined && vote.support === milestone.verdict) coherent += 1
  }
  return coherent
}

/** `part / whole` as a percentage with one decimal, rounded half up, without floating point. */
function rate(part: number, whole: number): string {
  if (whole === 0) return '0.0'
  const tenths = Math.floor((part * 2000 + whole) / (2 * whole))
  return `${Math.floor(tenths / 10)}.${tenths % 10}`
}
