import { expect, test } from 'bun:test'
import { zeroHash } from 'viem'
import { milestoneError } from '../../../src/milestone/errors.ts'
import { milestoneStatus } from '../../../src/milestone/views/milestone-status.ts'
import { account, hash } from '../indexer/history.ts'
import {
  capped,
  created,
  ether,
  idOf,
  named,
  releasedMilestone,
  rootOf,
  snapshotOf,
  staked,
  submitted,
  timeOf,
  voted,
} from './small-chain.ts'
import { deployment } from './small-deployment.ts'

const about = { deployment, titleOf: () => 'Solar pump, phase 1' }

test('a released milestone has every field', () => {
  const now = snapshotOf([[...named('ada.eth', 0), ...named('vera.eth', 1)], ...releasedMilestone('m')])
  const record = now.readModel.milestones.get(idOf('m'))
  const vote = (verifier: number, ens: string | null) => ({
    verifier: account(verifier),
    ens,
    support: true,
    weight: ether.toString(),
    evidenceRoot: rootOf('m'),
    blockNumber: 5,
    timestamp: timeOf(5),
    txHash: record?.votes[0]?.txHash ?? zeroHash,
  })
  expect(milestoneStatus(now, idOf('m').toUpperCase().replace('0X', '0x'), about)).toEqual({
    ok: true,
    milestoneHash: idOf('m'),
    verified: true,
    released: true,
    verifierCount: 2,
    verifiedVotes: 2,
    totalStaked: '2000000000000000000',
    finalEvidenceRoot: rootOf('m'),
    state: 'verified',
    statusLabel: 'Released',
    capitalStatus: 'released',
    verdict: {
      by: 'votes',
      approves: 2,
      rejects: 0,
      reason: 'Approving votes have 100 % of the weight cast; 60 % was needed',
    },
    params: {
      quorumBps: 5000,
      approvalBps: 6000,
      minVoters: 1,
      votingSeconds: 3600,
      challengeSeconds: 3600,
      arbitrationSeconds: 3600,
      feeBps: 100,
      slashBps: 1000,
    },
    splits: [
      { to: account(20), shareBps: 7000 },
      { to: account(21), shareBps: 3000 },
    ],
    builder: account(0),
    builderEns: 'ada.eth',
    sponsors: [{ address: account(3), ens: null, amountWei: '2000000000000000000' }],
    amountWei: '0',
    createdAt: timeOf(2),
    deadline: 1_900_000_000,
    votingEndsAt: 1_800_000_000,
    challengeEndsAt: 1_810_000_000,
    arbitrationEndsAt: null,
    submittedAt: record?.submittedAt ?? null,
    talliedAt: timeOf(6),
    settledAt: record?.settledAt ?? null,
    closedAt: record?.closedAt ?? null,
    dispute: null,
    releasedWei: '2000000000000000000',
    feeWei: String(record?.fee),
    refundedWei: '0',
    title: 'Solar pump, phase 1',
    metadataHash: hash('metadata m'),
    projectId: 'solar-pump',
    votes: [vote(1, 'vera.eth'), vote(2, null)],
    weights: {
      total: (10n * ether).toString(),
      excess: '0',
      approving: (2n * ether).toString(),
      rejecting: '0',
    },
    onChain: {
      contract: deployment.contracts.MilestoneEscrow,
      createdTx: record?.createdTx ?? zeroHash,
      settledTx: record?.settledTx ?? zeroHash,
    },
    demo: {
      tracks: {
        chain: { ok: true, detail: `Read at block ${now.asOf.blockNumber} of chain 31337` },
        evidence: {
          ok: true,
          detail: `The documents of this root are served at /api/indexer/${rootOf('m')}`,
        },
        consensus: { ok: true, detail: '2 of 2 votes approve, 2.0000 ETH against 0.0000 ETH' },
        names: { ok: true, detail: 'ada.eth' },
      },
    },
    asOf: now.asOf,
  })
})

test('fields of later steps are null or zero until then', () => {
  const now = snapshotOf([[created('m')]], true)
  const answer = milestoneStatus(now, idOf('m'), about)
  expect(answer).toMatchObject({
    verified: false,
    released: false,
    verifierCount: 0,
    totalStaked: '0',
    finalEvidenceRoot: zeroHash,
    statusLabel: 'Open',
    verdict: null,
    builderEns: null,
    sponsors: [],
    votingEndsAt: null,
    challengeEndsAt: null,
    votes: [],
  })
  expect(answer.onChain.settledTx).toBeNull()
  expect(Object.values(answer.demo.tracks).map(({ ok }) => ok)).toEqual([false, false, false, false])
})

test('what one verifier holds above a third is shown beside the whole stake', () => {
  const blocks = [[created('m')], [submitted('m'), capped('m', 9, 2n * ether), capped('m', 8, ether)]]
  const { weights } = milestoneStatus(snapshotOf(blocks), idOf('m'), about)
  expect(weights).toMatchObject({ total: (10n * ether).toString(), excess: (3n * ether).toString() })
})

test('sponsors are listed with their stakes, the largest first', () => {
  const stakes = [
    staked('m', 3, ether, ether),
    staked('m', 4, 3n * ether, 4n * ether),
    staked('m', 3, ether, 5n * ether),
  ]
  const { sponsors, totalStaked, amountWei } = milestoneStatus(
    snapshotOf([[created('m')], stakes]),
    idOf('m'),
    about,
  )
  expect(sponsors.map(({ address, amountWei }) => [address, amountWei])).toEqual([
    [account(4), (3n * ether).toString()],
    [account(3), (2n * ether).toString()],
  ])
  expect([totalStaked, amountWei]).toEqual([(5n * ether).toString(), (5n * ether).toString()])
})

test('evidence whose documents are elsewhere is committed, but not shown', () => {
  const now = snapshotOf([[created('m')], [submitted('m')], [voted('m', 1, false)]])
  const answer = milestoneStatus(now, idOf('m'), {
    deployment,
    titleOf: () => undefined,
  })
  expect(answer.demo.tracks.evidence.ok).toBe(false)
  expect(answer.finalEvidenceRoot).toBe(rootOf('m'))
  expect([answer.verifierCount, answer.verifiedVotes]).toEqual([1, 0])
})

test('a hash of another shape is malformed, an unknown one is not found', () => {
  const now = snapshotOf([[created('m')]])
  for (const text of ['', '0x', 'latest', `${idOf('m')}0`, idOf('m').slice(0, -1), idOf('m').slice(2)]) {
    expect(() => milestoneStatus(now, text, about)).toThrow(
      milestoneError('invalid_milestone_hash', '/milestoneHash'),
    )
  }
  expect(() => milestoneStatus(now, hash('unknown'), about)).toThrow(milestoneError('milestone_not_found'))
  expect(() => milestoneStatus(now, zeroHash, about)).toThrow(milestoneError('milestone_not_found'))
})
