import { Type as t } from '@sinclair/typebox'
import type { Hex } from 'viem'
import type { ActivityEntry } from '../indexer/state.ts'
import { Ether, Ok, Seconds } from '../wire/shapes.ts'
import { etherText } from './amounts.ts'
import { historyByDay, historyDaysMax } from './days.ts'
import { perRevision } from './per-revision.ts'
import { AsOf, type Snapshot } from './snapshot.ts'

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
