import { add, addTo, feed, type ReducersOf } from './fold.ts'

const chargesMax = 200

export const treasuryReducers: ReducersOf<'AgentTreasury'> = {
  FeeEarned(fold, event) {
    const { payer, amount } = event.args
    add(fold, fold.readModel.treasury, 'earned', amount)
    feed(fold, event, { type: 'revenue', account: payer, amount })
  },

  Charged(fold, event) {
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
  },

  RevenueSwept(fold, event) {
    const { to, amount } = event.args
    add(fold, fold.readModel.treasury, 'swept', amount)
    feed(fold, event, { type: 'revenue', account: to, amount })
  },
}
