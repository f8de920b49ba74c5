import { Type as t } from '@sinclair/typebox'
import { OneOf } from '../../kernel/http/schema-parts.ts'
import type { MilestoneRecord } from '../indexer/state.ts'
import { Count, Ether, Hash, nullable, Ok, Seconds, Usdc } from '../wire/shapes.ts'
import { ActivityEvent, activityAnswer } from './activity.ts'
import { etherText, usdcNumber } from './amounts.ts'
import { StatusLabel, stateWord, statusLabel } from './labels.ts'
import { endOfFeed, type Feed, newestFirst } from './merged-feed.ts'
import { type RecoveryHistory, recoveryCounts } from './recovery.ts'
import { AsOf, type Snapshot } from './snapshot.ts'

const RpcHealth = t.Object({
  endpoint: t.String({
    description: 'Origin only; paths may contain keys',
    examples: ['http://127.0.0.1:41213'],
  }),
  ok: t.Boolean({ examples: [true] }),
  latencyMs: t.Union([t.Number(), t.Null()], {
    description: 'Of the last call; null before one',
    examples: [1.4],
  }),
  head: t.Union([t.Integer(), t.Null()], { description: 'Newest block it reported', examples: [412] }),
  breaker: OneOf(['closed', 'open', 'half-open'], { examples: ['closed'] }),
  state: OneOf(['ready', 'degraded', 'unverified', 'excluded'], {
    description:
      'degraded: used, but slow or its last request failed. unverified: must answer a probe first. excluded: no requests until `excludedUntil`',
    examples: ['ready'],
  }),
  excludedUntil: nullable(Seconds('When it is probed again'), 'null while it is not excluded'),
  lastError: t.Union(
    [
      t.Object({
        message: t.String({ examples: ['no answer within 900 ms'] }),
        at: Seconds('When it failed'),
      }),
      t.Null(),
    ],
    { description: 'Its last failure, which may be long past; null before one' },
  ),
})

export const Operations = t.Object({
  ok: Ok,
  treasury: t.Object({
    earned: Usdc('Fees earned'),
    spent: Usdc('Paid to services'),
    net: Usdc('earned - spent'),
  }),
  recovery: t.Object({
    totalEvents: Count('Recovery events'),
    failures: Count('Those that ended in failure'),
  }),
  verifications: t.Array(
    t.Object({
      milestoneHash: Hash('The milestone'),
      verified: t.Boolean({ examples: [true] }),
      released: t.Boolean({ examples: [true] }),
      statusLabel: StatusLabel,
      settledAt: Seconds('Time of the final verdict'),
    }),
    { description: 'The newest 50 final verdicts, newest first' },
  ),
  overview: t.Object({
    totalMilestones: Count('Milestones on the chain'),
    verifiedCount: Count('Those with an approving final verdict'),
    totalStakedEth: Ether('Everything ever staked'),
  }),
  chaosActive: t.Boolean({ description: 'Whether a fault is being injected', examples: [false] }),
  recentEvents: t.Array(ActivityEvent, { description: 'The newest 10 of the feed' }),
  health: t.Object({
    rpc: t.Array(RpcHealth),
    indexer: t.Object({
      state: t.String({ examples: ['following'] }),
      head: t.Union([t.Integer(), t.Null()], {
        description: 'Newest block in these answers',
        examples: [412],
      }),
      lagBlocks: t.Union([t.Integer(), t.Null()], { description: 'Blocks behind the chain', examples: [0] }),
    }),
    pipeline: t.Object({
      reachable: t.Union([t.Boolean(), t.Null()], {
        description:
          'false while a verification cycle gets no answer from any endpoint; null where this server runs no cycles',
        examples: [true],
      }),
    }),
    database: t.Object({ ok: t.Boolean({ examples: [true] }), kind: t.String({ examples: ['pglite'] }) }),
  }),
  asOf: AsOf,
})
export type Operations = typeof Operations.static

const verificationsMax = 50
const recentEventsMax = 10

/** The operators' dashboard. `health` and `recovery` are those of this process. */
export function operations(
  { readModel, asOf, pipeline }: Snapshot & Feed,
  about: {
    health: Operations['health']
    recovery: RecoveryHistory
    chaosActive: boolean
  },
): Operations {
  const { earned, spent } = readModel.treasury
  const feed = { readModel, pipeline }
  const { totalEvents, failures } = recoveryCounts(about.recovery)
  const recent = newestFirst(feed, {
    type: undefined,
    since: undefined,
    limit: recentEventsMax,
    from: endOfFeed(feed),
  })
  return {
    ok: true,
    treasury: { earned: usdcNumber(earned), spent: usdcNumber(spent), net: usdcNumber(earned - spent) },
    recovery: { totalEvents, failures },
    verifications: newestVerdicts(readModel.order).map((milestone) => ({
      milestoneHash: milestone.hash,
      verified: stateWord(milestone) === 'verified',
      released: milestone.state === 'released',
      statusLabel: statusLabel(milestone),
      settledAt: milestone.settledAt ?? 0,
    })),
    overview: {
      totalMilestones: readModel.order.length,
      verifiedCount: readModel.totals.verified,
      totalStakedEth: etherText(readModel.totals.totalStaked),
    },
    chaosActive: about.chaosActive,
    recentEvents: recent.items.map((item) => activityAnswer(feed, item)),
    health: about.health,
    asOf,
  }
}

/** Final verdicts among the newest 1,000 milestones, the newest verdict first. */
function newestVerdicts(order: readonly MilestoneRecord[]): MilestoneRecord[] {
  return order
    .slice(-1000)
    .filter((milestone) => milestone.settledAt !== undefined)
    .sort((a, b) => (b.settledAt ?? 0) - (a.settledAt ?? 0))
    .slice(0, verificationsMax)
}
