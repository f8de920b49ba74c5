import type { MilestoneRecord } from '../indexer/state.ts'
import type { Sponsor } from '../model.ts'
import { etherText } from './amounts.ts'
import { capitalStatus, stateWord, statusLabel } from './labels.ts'
import { primaryName } from './names.ts'
import { pageNewestFirst } from './page.ts'
import type { PageQuery, Snapshot } from './snapshot.ts'

/** Where the sponsors' money stands: sums over the whole chain, and one page of milestones. */
export function sponsor({ model, asOf }: Snapshot, query: PageQuery): Sponsor {
  const { totals } = model
  const page = pageNewestFirst(model.order, (milestone: MilestoneRecord) => milestone.createdPosition, query)
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
      totalMilestones: model.order.length,
    },
    count: page.items.length,
    next: page.next,
    milestones: page.items.map((milestone) => ({
      milestoneHash: milestone.hash,
      state: stateWord(milestone),
      statusLabel: statusLabel(milestone),
      capitalStatus: capitalStatus(milestone),
      stakedEth: etherText(milestone.totalStaked),
      builderEns: primaryName(model, milestone.builder),
      timeToVerdict: milestone.settledAt === undefined ? null : milestone.settledAt - milestone.createdAt,
    })),
    asOf,
  }
}
