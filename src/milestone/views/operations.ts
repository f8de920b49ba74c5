import type { MilestoneRecord } from '../indexer/state.ts'
import type { Operations } from '../model.ts'
import { activityAnswer } from './activity.ts'
import { etherText, usdcNumber } from './amounts.ts'
import { stateWord, statusLabel } from './labels.ts'
import { endOfFeed, type Feed, newestFirst } from './merged-feed.ts'
import type { Snapshot } from './snapshot.ts'

const verificationsMax = 50
const recentEventsMax = 10

/** The dashboard of the operators. `health` and `recovery` are what this process saw itself. */
export function operations(
  { model, asOf, pipeline }: Snapshot & Feed,
  about: {
    health: Operations['health']
    recovery: { totalEvents: number; failures: number }
    chaosActive: boolean
  },
): Operations {
  const { earned, spent } = model.treasury
  const feed = { model, pipeline }
  const recent = newestFirst(feed, {
    type: undefined,
    since: undefined,
    limit: recentEventsMax,
    from: endOfFeed(feed),
  })
  return {
    ok: true,
    treasury: { earned: usdcNumber(earned), spent: usdcNumber(spent), net: usdcNumber(earned - spent) },
    recovery: { totalEvents: about.recovery.totalEvents, failures: about.recovery.failures },
    verifications: newestVerdicts(model.order).map((milestone) => ({
      milestoneHash: milestone.hash,
      verified: stateWord(milestone) === 'verified',
      released: milestone.state === 'released',
      statusLabel: statusLabel(milestone),
      settledAt: milestone.settledAt ?? 0,
    })),
    overview: {
      totalMilestones: model.order.length,
      verifiedCount: model.totals.verified,
      totalStakedEth: etherText(model.totals.totalStaked),
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
