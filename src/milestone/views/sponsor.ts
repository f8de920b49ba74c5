import { Type as t } from '@sinclair/typebox'
import type { MilestoneRecord } from '../indexer/state.ts'
import { Count, Ether, Hash, Name, Next, nullable, Ok } from '../wire/shapes.ts'
import { etherText } from './amounts.ts'
import { CapitalStatus, capitalStatus, StateWord, StatusLabel, stateWord, statusLabel } from './labels.ts'
import { primaryName } from './names.ts'
import { pageNewestFirst } from './page.ts'
import { AsOf, type PageQuery, type Snapshot } from './snapshot.ts'

export const Sponsor = t.Object({
  ok: Ok,
  summary: t.Object({
    totalReleased: Ether('Released to builders and their splits, fees included'),
    totalLocked: Ether('Held for milestones without a failing verdict'),
    totalRefundable: Ether('Held for failed milestones, to be refunded'),
    totalRefunded: Ether('Already refunded'),
    totalStaked: Ether('locked + released + refundable + refunded'),
    verifiedCount: Count('Milestones with an approving final verdict'),
    releasedCount: Count('Milestones whose stake was released'),
    totalMilestones: Count('Milestones on the chain'),
  }),
  count: Count('Milestones in this answer'),
  next: Next,
  milestones: t.Array(
    t.Object({
      milestoneHash: Hash('The milestone'),
      state: StateWord,
      statusLabel: StatusLabel,
      capitalStatus: CapitalStatus,
      stakedEth: Ether('Everything ever staked on it'),
      builderEns: Name('Primary name of the builder'),
      timeToVerdict: nullable(
        t.Integer({ examples: [432_000] }),
        'Seconds from creation to the final verdict; null before it',
      ),
    }),
    { description: 'Newest first' },
  ),
  asOf: AsOf,
})
export type Sponsor = typeof Sponsor.static

/** The sponsors' money: sums over the whole chain, and one page of milestones. */
export function sponsor({ readModel, asOf }: Snapshot, query: PageQuery): Sponsor {
  const { totals } = readModel
  const page = pageNewestFirst(
    readModel.order,
    (milestone: MilestoneRecord) => milestone.createdPosition,
    query,
  )
  return {
    ok: true,
    summary: {
      totalReleased: etherText(totals.released),
      totalLocked: etherText(totals.locked),
      totalRefundable: etherText(totals.refundable),
      totalRefunded: etherText(totals.refunded),
      totalStaked: etherText(totals.totalStaked),
      verifiedCount: totals.verified,
      releasedCount: totals.releasedCount,
      totalMilestones: readModel.order.length,
    },
    count: page.items.length,
    next: page.next,
    milestones: page.items.map((milestone) => ({
      milestoneHash: milestone.hash,
      state: stateWord(milestone),
      statusLabel: statusLabel(milestone),
      capitalStatus: capitalStatus(milestone),
      stakedEth: etherText(milestone.totalStaked),
      builderEns: primaryName(readModel, milestone.builder),
      timeToVerdict: milestone.settledAt === undefined ? null : milestone.settledAt - milestone.createdAt,
    })),
    asOf,
  }
}
