import { getAddress, isAddressEqual } from 'viem'
import { hexOf } from '../rpc/hex.ts'
import type { intentNonces, intents, signedTransactions } from '../tables.ts'
import type { HeldNonce, Intent, IntentCall, SignedTransaction } from './intents.ts'

/** Whether a stored intent is for this call. */
export function isSameCall(intent: Intent, call: IntentCall): boolean {
  return (
    isAddressEqual(intent.account, call.account) &&
    isAddressEqual(intent.to, call.to) &&
    intent.data === call.data &&
    intent.value === call.value &&
    intent.gas === call.gas
  )
}

export function intentOf(row: typeof intents.$inferSelect): Intent {
  return {
    id: row.id,
    runId: row.runId,
    step: row.step,
    account: getAddress(row.account),
    to: getAddress(row.toAddress),
    data: hexOf(row.data),
    value: BigInt(row.valueWei),
    gas: BigInt(row.gas),
    state: row.state,
    hash: row.hash === null ? undefined : hexOf(row.hash),
    blockNumber: row.blockNumber ?? undefined,
    blockHash: row.blockHash === null ? undefined : hexOf(row.blockHash),
    reason: row.reason ?? undefined,
  }
}

export function heldNonceOf(row: typeof intentNonces.$inferSelect): HeldNonce {
  const { nonce, attempt, givenUp } = row
  return { account: getAddress(row.account), nonce, intentId: row.intentId ?? undefined, attempt, givenUp }
}

export function signedOf(row: typeof signedTransactions.$inferSelect): SignedTransaction {
  return {
    hash: hexOf(row.hash),
    account: getAddress(row.account),
    nonce: row.nonce,
    intentId: row.intentId ?? undefined,
    raw: hexOf(row.raw),
    maxFeePerGas: BigInt(row.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(row.maxPriorityFeePerGas),
  }
}
