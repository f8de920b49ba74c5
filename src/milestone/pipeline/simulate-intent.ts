import { quantity } from '../chain/node-rpc.ts'
import { decodeRevert } from '../chain/revert.ts'
import type { Drive } from './drive-intent.ts'
import { feesFor } from './fees.ts'
import type { IntentCall } from './intents.ts'
import { isAboutTransaction, refusalIn } from './rpc-answer.ts'
import { TransactionReverted } from './sender-errors.ts'

/**
 * Tries the call on the state that the next block builds on, before a nonce is spent for it.
 * @throws TransactionReverted when the contract, or the account's balance, refuses it
 */
export async function simulateIntent({ sending, chain, intent, incidents }: Drive): Promise<void> {
  const { maxFeePerGas, maxPriorityFeePerGas } = feesFor((await chain.nextBaseFee()).baseFee)
  const fees = {
    maxFeePerGas: quantity(maxFeePerGas),
    maxPriorityFeePerGas: quantity(maxPriorityFeePerGas),
  }
  try {
    await chain.call({ ...callOf(intent), ...fees }, 'pending')
  } catch (error) {
    const refusal = refusalIn(error)
    if (refusal === undefined || !isAboutTransaction(refusal)) throw error
    const reason =
      refusal.data === undefined
        ? { name: undefined, args: [], text: refusal.message }
        : decodeRevert(refusal.data)
    await sending.store.settle(intent.id, { state: 'refused', reason: reason.text })
    incidents.fail(reason.text)
    throw new TransactionReverted(intent, reason, undefined)
  }
}

export function callOf({ account, to, data, value, gas }: IntentCall) {
  return { from: account, to, data, value: quantity(value), gas: quantity(gas) }
}
