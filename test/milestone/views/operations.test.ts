import { expect, test } from 'bun:test'
import { operations } from '../../../src/milestone/views/operations.ts'
import type { MadeEvent } from '../indexer/history.ts'
import {
  charged,
  created,
  failedMilestone,
  feeEarned,
  finalized,
  idOf,
  releasedMilestone,
  snapshotOf,
  timeOf,
  usdc,
} from './small-chain.ts'

const health = {
  rpc: [
    {
      endpoint: 'http://127.0.0.1:8545',
      ok: false,
      latencyMs: null,
      head: null,
      breaker: 'open' as const,
      state: 'excluded' as const,
      excludedUntil: 1_790_000_030,
      lastError: { message: 'no answer within 900 ms', at: 1_790_000_000 },
    },
  ],
  indexer: { state: 'following', head: 12, lagBlocks: 3 },
  pipeline: { reachable: false },
  database: { ok: true, kind: 'pglite' },
}
const about = {
  health,
  recovery: { totalEvents: 9, failures: 4, recoveries: 5, events: [] },
  chaosActive: true,
}

test('the dashboard shows money, verdicts, recovery and health', () => {
  const now = snapshotOf([
    ...releasedMilestone('won'),
    ...failedMilestone('lost'),
    [created('open'), feeEarned(5n * usdc), charged('oracle', 2n * usdc)],
  ])
  const { recentEvents, ...rest } = operations(now, about)
  expect(rest).toEqual({
    ok: true,
    treasury: { earned: 5, spent: 2, net: 3 },
    recovery: { totalEvents: 9, failures: 4 },
    verifications: [
      {
        milestoneHash: idOf('lost'),
        verified: false,
        released: false,
        statusLabel: 'Refundable',
        settledAt: timeOf(13),
      },
      {
        milestoneHash: idOf('won'),
        verified: true,
        released: true,
        statusLabel: 'Released',
        settledAt: timeOf(6),
      },
    ],
    overview: { totalMilestones: 3, verifiedCount: 1, totalStakedEth: '3.0000' },
    chaosActive: true,
    health,
    asOf: now.asOf,
  })
  expect(recentEvents).toHaveLength(10)
  expect(recentEvents.slice(0, 3).map(({ title }) => title)).toEqual([
    'Service charged',
    'Fee earned',
    'Milestone created',
  ])
})

test('verdicts are ordered by their own time, 50 at most', () => {
  const names = Array.from({ length: 60 }, (_, index) => `m${index}`)
  const verdicts: MadeEvent[][] = names.toReversed().map((name) => [finalized(name, true)])
  const { verifications } = operations(snapshotOf([names.map((name) => created(name)), ...verdicts]), about)
  expect(verifications.map(({ milestoneHash }) => milestoneHash)).toEqual(names.slice(0, 50).map(idOf))
})
