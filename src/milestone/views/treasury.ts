import { Type as t } from '@sinclair/typebox'
import { ChecksumAddress, Hash, Ok, Seconds, Usdc } from '../wire/shapes.ts'
import { usdcNumber } from './amounts.ts'
import { AsOf, type Snapshot } from './snapshot.ts'

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
