import type { EventName, EventOf } from '../events.ts'
import { add, addTo, type Fold, feed } from './fold.ts'

type TreasuryEvent<N extends EventName<'AgentTreasury'>> = EventOf<'AgentTreasury', N>

const chargesMax = 200

export function feeEarned(fold: Fold, event: TreasuryEvent<'FeeEarned'>): void {
  const { payer, amount } = event.args
  add(fold, fold.readModel.treasury, 'earned', amount)
  feed(fold, event, { type: 'revenue', account: payer, amount })
}

export function charged(fold: Fold, event: TreasuryEvent<'Charged'>): void {
  const { treasury } = fold.readModel
  const { payee, amount, ref } = event.args
  const service = fold.share(event.args.service)
  add(fold, treasury, 'spent', amount)
  addTo(fold, treasury.spentByService, service, amount)
  fold.changes.push(treasury.charges, {
    service,
    payee: fold.share(payee),
    amount,
    ref,
    timestamp: event.timestamp,
    blockNumber: event.blockNumber,
    txHash: event.txHash,
  })
  if (treasury.charges.length > chargesMax) fold.changes.remove(treasury.charges, 0)
  feed(fold, event, { type: 'charge', account: payee, amount, detail: service })
}

export function revenueSwept(fold: Fold, event: TreasuryEvent<'RevenueSwept'>): void {
  const { to, amount } = event.args
  add(fold, fold.readModel.treasury, 'swept', amount)
  feed(fold, event, { type: 'revenue', account: to, amount })
}
