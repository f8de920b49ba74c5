import { Type as t } from '@sinclair/typebox'
import type { ReadModel } from '../indexer/read-model.ts'
import type { VerifierRecord } from '../indexer/state.ts'
import { ChecksumAddress, Count, Ether, Hash, Name, Ok } from '../wire/shapes.ts'
import { etherText } from './amounts.ts'
import { primaryName } from './ens-name.ts'
import { AsOf, type Snapshot } from './snapshot.ts'

export const Verifiers = t.Object({
  ok: Ok,
  verifiers: t.Array(
    t.Object({
      address: ChecksumAddress('The verifier'),
      ens: Name('Its primary name'),
      bonded: t.Boolean({ description: 'Whether it has active stake', examples: [true] }),
      bondedEth: Ether('Its active stake'),
      lockedEth: Ether('What its open votes may cost it; as much of its stake cannot leave'),
      slashedEth: Ether('What it has lost by votes that the arbiter overturned'),
      abstentionEth: Ether('What it has paid for not voting'),
      rewardedEth: Ether('What it was given of the stake that wrong votes lost'),
      votesCast: Count('Votes in all'),
      settledVotes: Count('Votes on settled milestones'),
      coherentVotes: Count('Votes on the winning side of settled milestones'),
      milestonesParticipated: t.Array(Hash('A milestone it voted on'), {
        description: 'Newest first, 100 at most',
      }),
    }),
    { description: 'Most votes first, 200 at most' },
  ),
  consensus: t.Object({
    totalVotes: Count('Votes in all'),
    settledVotes: Count('Votes on settled milestones'),
    agreementRate: t.String({
      pattern: '^[0-9]{1,3}\\.[0-9]$',
      description: 'Percentage of settled votes on the winning side, one decimal; "0.0" without any',
      examples: ['97.5'],
    }),
    dissent: Count('Votes on the losing side of settled milestones'),
  }),
  asOf: AsOf,
})
export type Verifiers = typeof Verifiers.static

const verifiersMax = 200
const milestonesMax = 100

/** Who votes, and how often the votes agree with the verdicts. */
export function verifiers({ readModel, asOf }: Snapshot): Verifiers {
  const { totalVotes, settledVotes, coherentVotes } = readModel.totals
  const listed = [...readModel.verifiers.values()]
    .sort((a, b) => b.votesCast - a.votesCast || (a.address < b.address ? -1 : 1))
    .slice(0, verifiersMax)
  return {
    ok: true,
    verifiers: listed.map((verifier) => ({
      address: verifier.address,
      ens: primaryName(readModel, verifier.address),
      bonded: verifier.bonded > 0n,
      bondedEth: etherText(verifier.bonded),
      lockedEth: etherText(verifier.locked),
      slashedEth: etherText(verifier.slashed),
      abstentionEth: etherText(verifier.abstentionCharges),
      rewardedEth: etherText(verifier.rewarded),
      votesCast: verifier.votesCast,
      ...settledVotesOf(readModel, verifier),
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

/** Votes of one verifier on settled milestones, and those of them that agree with the final verdict. */
function settledVotesOf(readModel: ReadModel, verifier: VerifierRecord) {
  let [settledVotes, coherentVotes] = [0, 0]
  for (const hash of verifier.milestones) {
    const milestone = readModel.milestones.get(hash)
    const vote = milestone?.votes.find((candidate) => candidate.verifier === verifier.address)
    if (milestone?.settledAt === undefined || vote === undefined) continue
    settledVotes += 1
    if (vote.support === milestone.verdict) coherentVotes += 1
  }
  return { settledVotes, coherentVotes }
}

/** `part / whole` as a percentage with one decimal, rounded half up, without floating point. */
function rate(part: number, whole: number): string {
  if (whole === 0) return '0.0'
  const tenths = Math.floor((part * 2000 + whole) / (2 * whole))
  return `${Math.floor(tenths / 10)}.${tenths % 10}`
}
