import { Type as t } from '@sinclair/typebox'
import { Ok, Seconds, Usdc } from '../wire/shapes.ts'
import { usdcNumber } from './amounts.ts'
import { historyByDay, historyDaysMax } from './days.ts'
import { perRevision } from './per-revision.ts'
import { AsOf, type Snapshot } from './snapshot.ts'

export const TreasuryHistory = t.Object({
  ok: Ok,
  days: t.Array(
    t.Object({
      day: Seconds('Start of the day in UTC'),
      earned: Usdc('Fees earned until the end of the day'),
      spent: Usdc('Paid to services until the end of the day'),
      swept: Usdc('Taken out as revenue until the end of the day'),
      spentByService: t.Record(t.String(), t.Number(), {
        description: 'Paid on this day, by service',
        examples: [{ 'llm-inference': 1.25 }],
      }),
    }),
    { description: `Oldest first, the newest ${historyDaysMax} days` },
  ),
  currency: t.Literal('USDC'),
  asOf: AsOf,
})
export type TreasuryHistory = typeof TreasuryHistory.static

/** The agent's USDC by day, added up from the events of the chain. */
export function treasuryHistory({ readModel, asOf }: Snapshot): TreasuryHistory {
  return { ok: true, days: daysOf(readModel), currency: 'USDC', asOf }
}

const daysOf = perRevision(({ activity, head }): TreasuryHistory['days'] => {
  const sums = { earned: 0n, spent: 0n, swept: 0n }
  let services = new Map<string, bigint>()
  const ofTreasury = activity.filter(({ event }) => /^(FeeEarned|Charged|RevenueSwept)$/.test(event))
  return historyByDay(ofTreasury, head?.timestamp ?? 0, {
    apply: ({ event, amount = 0n, detail }) => {
      if (event === 'FeeEarned') sums.earned += amount
      else if (event === 'RevenueSwept') sums.swept += amount
      else {
        sums.spent += amount
        services.set(String(detail), (services.get(String(detail)) ?? 0n) + amount)
      }
    },
    close: (day) => {
      const spentByService = [...services].map(([name, amount]) => [name, usdcNumber(amount)] as const)
      services = new Map()
      return {
        day,
        earned: usdcNumber(sums.earned),
        spent: usdcNumber(sums.spent),
        swept: usdcNumber(sums.swept),
        spentByService: Object.fromEntries(spentByService),
      }
    },
  })
})
