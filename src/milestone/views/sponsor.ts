import { Type as t } from '@sinclair/typebox'
import type { Address, Hex } from 'viem'
import type { ActivityEntry, MilestoneRecord } from '../indexer/state.ts'
import { ChecksumAddress, Count, Ether, Hash, Name, Next, nullable, Ok, Seconds } from '../wire/shapes.ts'
import { etherText } from './amounts.ts'
import { historyByDay, historyDaysMax } from './days.ts'
import { primaryName } from './ens-name.ts'
import { CapitalStatus, capitalStatus, StateWord, StatusLabel, stateWord, statusLabel } from './labels.ts'
import { pageNewestFirst } from './page.ts'
import { AsOf, type PageQuery, perRevision, type Snapshot } from './snapshot.ts'

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

export const Sponsors = t.Object({
  ok: Ok,
  total: Count('Accounts that ever staked'),
  sponsors: t.Array(
    t.Object({
      address: ChecksumAddress('The sponsor'),
      ens: Name('Its primary name'),
      milestones: Count('Milestones that it staked on'),
      stakedEth: Ether('Everything it ever staked'),
      lockedEth: Ether('Held for milestones without a failing verdict'),
      releasedEth: Ether('Its stake on released milestones'),
      refundableEth: Ether('Held for failed milestones, to be refunded'),
      refundedEth: Ether('Already refunded'),
    }),
    { description: 'The largest first, 200 at most; staked = locked + released + refundable + refunded' },
  ),
  asOf: AsOf,
})
export type Sponsors = typeof Sponsors.static

const sponsorsMax = 200

/** The sponsors' money by account. */
export function sponsors({ readModel, asOf }: Snapshot): Sponsors {
  const largest = largestFirst(readModel)
  return {
    ok: true,
    total: largest.length,
    sponsors: largest.slice(0, sponsorsMax).map(([address, sums]) => ({
      address,
      ens: primaryName(readModel, address),
      milestones: sums.milestones,
      stakedEth: etherText(sums.staked),
      lockedEth: etherText(sums.locked),
      releasedEth: etherText(sums.released),
      refundableEth: etherText(sums.refundable),
      refundedEth: etherText(sums.refunded),
    })),
    asOf,
  }
}

const largestFirst = perRevision(({ order }) => {
  const byAddress = new Map<Address, ReturnType<typeof emptySums>>()
  for (const milestone of order) {
    const status = capitalStatus(milestone)
    for (const [address, staked] of milestone.sponsors) {
      const sums = byAddress.get(address) ?? emptySums()
      const left = milestone.backers.get(address) ?? 0n
      sums.milestones += 1
      sums.staked += staked
      sums.refunded += staked - left
      sums[status] += left
      byAddress.set(address, sums)
    }
  }
  return [...byAddress].sort(([, a], [, b]) => (a.staked === b.staked ? 0 : a.staked < b.staked ? 1 : -1))
})

function emptySums() {
  return { milestones: 0, staked: 0n, locked: 0n, released: 0n, refundable: 0n, refunded: 0n }
}

export const CapitalHistory = t.Object({
  ok: Ok,
  days: t.Array(
    t.Object({
      day: Seconds('Start of the day in UTC'),
      lockedEth: Ether('Held for milestones without a failing verdict'),
      releasedEth: Ether('Released until then'),
      refundableEth: Ether('Held for failed milestones'),
      refundedEth: Ether('Refunded until then'),
    }),
    {
      description: `State at the end of each day, oldest first, the newest ${historyDaysMax}; the last is the present state`,
    },
  ),
  asOf: AsOf,
})
export type CapitalHistory = typeof CapitalHistory.static

/** The sponsors' money by day, added up from the events of the chain. */
export function capitalHistory({ readModel, asOf }: Snapshot): CapitalHistory {
  return { ok: true, days: daysOf(readModel), asOf }
}

const daysOf = perRevision(({ activity, head }): CapitalHistory['days'] => {
  const sums = { locked: 0n, released: 0n, refundable: 0n, refunded: 0n }
  const held = new Map<Hex, { amount: bigint; isRefundable: boolean }>()
  return historyByDay(activity, head?.timestamp ?? 0, {
    apply: (entry) => {
      const { milestone, event, amount = 0n } = entry
      if (milestone === undefined) return
      const own = held.get(milestone) ?? { amount: 0n, isRefundable: false }
      held.set(milestone, own)
      if (event === 'MilestoneStaked') {
        own.amount += amount
        sums.locked += amount
      } else if (event === 'MilestoneReleased') {
        sums.locked -= own.amount
        sums.released += own.amount
        own.amount = 0n
      } else if (event === 'BackerRefunded') {
        own.amount -= amount
        sums.refundable -= amount
        sums.refunded += amount
      } else if (isFailure(entry) && !own.isRefundable) {
        own.isRefundable = true
        sums.locked -= own.amount
        sums.refundable += own.amount
      }
    },
    close: (day) => ({
      day,
      lockedEth: etherText(sums.locked),
      releasedEth: etherText(sums.released),
      refundableEth: etherText(sums.refundable),
      refundedEth: etherText(sums.refunded),
    }),
  })
})

function isFailure({ event, type, detail }: ActivityEntry): boolean {
  if (event === 'MilestoneCancelled') return true
  return event === 'MilestoneFinalized' && (type === 'deadline' || detail === false)
}
