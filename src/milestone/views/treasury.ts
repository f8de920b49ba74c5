import type { Treasury } from '../model.ts'
import { usdcNumber } from './amounts.ts'
import type { Snapshot } from './snapshot.ts'

const chargesMax = 100

/** The agent's USDC. Every figure is a sum over treasury events, made in the smallest unit. */
export function treasury({ model, asOf }: Snapshot): Treasury {
  const { earned, spent, swept, spentByService, charges } = model.treasury
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
      .map((charge) => ({
        service: charge.service,
        payee: charge.payee,
        amount: usdcNumber(charge.amount),
        ref: charge.ref,
        timestamp: charge.timestamp,
        txHash: charge.txHash,
      })),
    currency: 'USDC',
    asOf,
  }
}
