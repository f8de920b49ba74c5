import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { verifiers } from '../../../src/milestone/views/verifiers.ts'
import { testSeed } from '../../support/seed.ts'
import { account, type MadeEvent } from '../indexer/history.ts'
import {
  abstained,
  bonded,
  created,
  ether,
  failedMilestone,
  finalized,
  idOf,
  named,
  rewarded,
  slashed,
  snapshotOf,
  submitted,
  tallied,
  voted,
  voteSettled,
} from './small-chain.ts'

const seed = testSeed('verifiers')

/** One approved milestone for each pair: so many votes for it, so many against. */
function ballots(pairs: readonly (readonly [number, number])[]): MadeEvent[] {
  return pairs.flatMap(([winning, losing], index) => {
    const name = `m${index}`
    const votes = Array.from({ length: winning + losing }, (_, voter) => voted(name, voter, voter < winning))
    return [created(name), submitted(name), ...votes, tallied(name, true), finalized(name, true)]
  })
}

test('verifiers are ordered by votes cast, each with its stake, losses, rewards and votes on the winning side', () => {
  const now = snapshotOf([
    [bonded(1, 4n * ether), bonded(2, ether), bonded(3, ether), ...named('vera.eth', 1)],
    [
      created('a'),
      submitted('a'),
      voted('a', 2, false),
      voted('a', 1, true),
      tallied('a', true),
      finalized('a', true),
    ],
    [slashed(2, ether, 0n), voteSettled('a', 2, ether), rewarded(1, ether / 2n)],
    abstained('a', 3, ether / 1000n, (999n * ether) / 1000n),
    [created('b'), submitted('b'), voted('b', 1, true, 3n * ether)],
  ])
  const { verifiers: listed, consensus } = verifiers(now)
  expect(listed).toEqual([
    {
      address: account(1),
      ens: 'vera.eth',
      bonded: true,
      bondedEth: '4.0000',
      // A tenth of the weight of both votes, of which neither is settled.
      lockedEth: '0.4000',
      slashedEth: '0.0000',
      abstentionEth: '0.0000',
      rewardedEth: '0.5000',
      votesCast: 2,
      settledVotes: 1,
      coherentVotes: 1,
      milestonesParticipated: [idOf('b'), idOf('a')],
    },
    {
      address: account(2),
      ens: null,
      bonded: false,
      bondedEth: '0.0000',
      lockedEth: '0.0000',
      slashedEth: '1.0000',
      abstentionEth: '0.0000',
      rewardedEth: '0.0000',
      votesCast: 1,
      settledVotes: 1,
      coherentVotes: 0,
      milestonesParticipated: [idOf('a')],
    },
    {
      address: account(3),
      ens: null,
      bonded: true,
      bondedEth: '0.9990',
      lockedEth: '0.0000',
      slashedEth: '0.0000',
      abstentionEth: '0.0010',
      rewardedEth: '0.0000',
      votesCast: 0,
      settledVotes: 0,
      coherentVotes: 0,
      milestonesParticipated: [],
    },
  ])
  expect(consensus).toEqual({ totalVotes: 3, settledVotes: 2, agreementRate: '50.0', dissent: 1 })
})

test('the rate is the exact percentage rounded half up to one decimal', () => {
  const pairs = fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 8 })
  fc.assert(
    fc.property(pairs, (made) => {
      const { consensus, verifiers: listed } = verifiers(snapshotOf([ballots(made)]))
      const winning = BigInt(made.reduce((sum, [part]) => sum + part, 0))
      const all = BigInt(made.reduce((sum, [a, b]) => sum + a + b, 0))
      // Half up: floor(x + 1/2) in tenths of a percent.
      const tenths = all === 0n ? 0n : (2n * 1000n * winning + all) / (2n * all)
      expect(consensus.agreementRate).toBe(`${tenths / 10n}.${tenths % 10n}`)
      expect(consensus.dissent).toBe(Number(all - winning))
      expect(listed.reduce((sum, { coherentVotes }) => sum + coherentVotes, 0)).toBe(Number(winning))
      expect(listed.reduce((sum, { votesCast }) => sum + votesCast, 0)).toBe(consensus.totalVotes)
    }),
    { seed },
  )
})

test('votes on a milestone without a final verdict count as cast, for neither side', () => {
  const open = [created('a'), submitted('a'), voted('a', 1, true), tallied('a', true)]
  const { verifiers: listed, consensus } = verifiers(snapshotOf([open]))
  expect(listed[0]).toMatchObject({ votesCast: 1, coherentVotes: 0 })
  expect(consensus).toEqual({ totalVotes: 1, settledVotes: 0, agreementRate: '0.0', dissent: 0 })
})

test('a vote against a milestone that failed is on the winning side', () => {
  const { verifiers: listed, consensus } = verifiers(snapshotOf(failedMilestone('m')))
  expect(listed.map(({ address, coherentVotes }) => [address, coherentVotes]).sort()).toEqual(
    [
      [account(1), 1],
      [account(2), 0],
    ].sort(),
  )
  expect(consensus).toMatchObject({ agreementRate: '50.0', dissent: 1 })
})

test('200 verifiers at most are listed, the busiest, each with its newest 100 milestones at most', () => {
  const one = [created('busy'), submitted('busy')]
  const voters = Array.from({ length: 250 }, (_, index) => voted('busy', index + 10, true))
  const many = Array.from({ length: 120 }, (_, index) => [
    created(`m${index}`),
    submitted(`m${index}`),
    voted(`m${index}`, 1, true),
  ])
  const { verifiers: listed } = verifiers(snapshotOf([[...one, ...voters, ...many.flat()]]))
  expect(listed).toHaveLength(200)
  expect(listed[0]).toMatchObject({ address: account(1), votesCast: 120 })
  expect(listed[0]?.milestonesParticipated).toEqual(
    Array.from({ length: 100 }, (_, index) => idOf(`m${119 - index}`)),
  )
})
