import { Type as t } from '@sinclair/typebox'
import { ChecksumAddress, Hash, Ok, Seconds, Usdc } from '../wire/shapes.ts'
import { usdcNumber } from './amounts.ts'
import { historyByDay, historyDaysMax } from './days.ts'
import { AsOf, perRevision, type Snapshot } from './snapshot.ts'

export const Treasury = t.Object({
  ok: Ok,
  earned: Usdc('Fees earned'),
  spent: Usdc('Paid to services'),
  net: Usdc('earned - spent'),
  spendByService: t.Record(t.String(), t.Number(), {
    description: 'Service to what it was paid, in USDC',
    examples: [{ 'llm-inference': 12.5 }],
  }),
  swept: Usdc('Taken out as revenue'),
  balance: Usdc('earned - spent - swept'),
  profitable: t.Boolean({ description: 'net is above 0', examples: [true] }),
  charges: t.Array(
    t.Object({
      service: t.String({ examples: ['llm-inference'] }),
      payee: ChecksumAddress('Who was paid'),
      amount: Usdc('What was paid'),
      ref: Hash('Charged once per reference'),
      timestamp: Seconds('Time of its block'),
      txHash: Hash('The transaction'),
    }),
    { description: 'The newest 100, newest first' },
  ),
  currency: t.Literal('USDC'),
  asOf: AsOf,
})
export type Treasury = typeof Treasury.static

const chargesMax = 100

/** The agent's USDC. Every figure is a sum over treasury events, made in the smallest unit. */
export function treasury({ readModel, asOf }: Snapshot): Treasury {
  const { earned, spent, swept, spentByService, charges } = readModel.treasury
  return {
    ok: true,
    earned: usdcNumber(earned),
    spent: usdcNumber(spent),
    net: usdcNumber(earned - spent),
    spendByService: Object.fromEntries(
      [...spentByService].map(([service, amount]) => [service, usdcNumber(amount)]),
    ),
    swept: usdcNumber(swept),
    balance: usdcNumber(earned - spent - swept),
    profitable: earned > spent,
    charges: charges
      .slice(-chargesMax)
      .reverse()
      .map(({ blockNumber: _, amount, ...charge }) => ({ ...charge, amount: usdcNumber(amount) })),
    currency: 'USDC',
    asOf,
  }
}

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
