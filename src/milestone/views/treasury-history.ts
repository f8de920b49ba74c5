import { Type as t } from '@sinclair/typebox'
import { usdcNumber } from './amounts.ts'
import { dayStart, daysBetween, historyDaysMax } from './days.ts'
import { Ok, Seconds, Usdc } from './shapes.ts'
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
  const events = readModel.activity.filter(({ event }) => /^(FeeEarned|Charged|RevenueSwept)$/.test(event))
  const sums = { earned: 0n, spent: 0n, swept: 0n }
  let next = 0
  const days = daysBetween(events[0]?.timestamp, asOf.timestamp).map((day) => {
    const services = new Map<string, bigint>()
    for (
      let entry = events[next];
      entry !== undefined && dayStart(entry.timestamp) <= day;
      entry = events[next]
    ) {
      const { event, amount = 0n, detail } = entry
      if (event === 'FeeEarned') sums.earned += amount
      else if (event === 'RevenueSwept') sums.swept += amount
      else {
        sums.spent += amount
        services.set(String(detail), (services.get(String(detail)) ?? 0n) + amount)
      }
      next += 1
    }
    return {
      day,
      earned: usdcNumber(sums.earned),
      spent: usdcNumber(sums.spent),
      swept: usdcNumber(sums.swept),
      spentByService: Object.fromEntries([...services].map(([name, amount]) => [name, usdcNumber(amount)])),
    }
  })
  return { ok: true, days, currency: 'USDC', asOf }
}
