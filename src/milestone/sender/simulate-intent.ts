import { quantity } from '../anvil/node-rpc.ts'
import { decodeRevert, type RevertReason } from '../contracts/revert.ts'
import type { NextBaseFee } from './chain-requests.ts'
import { TransactionReverted } from './errors.ts'
import type { IntentCall } from './intents.ts'
import { isAboutTransaction, nodeErrorIn } from './node-error.ts'
import { feesFor } from './push-nonce.ts'
import { isInOrder } from './run-order.ts'
import type { Drive } from './sending.ts'

/** Values read for the simulation, for reuse. */
export interface Simulated {
  next: NextBaseFee
  transactionCount: number
}

/**
 * Simulates the call on the pending state, before it gets a nonce; undefined if earlier transactions of its run are not
 * on the chain any more, as it must not be mined before them.
 * @throws TransactionReverted when the contract, or the account's balance, refuses it
 */
export async function simulateIntent(drive: Drive): Promise<Simulated | undefined> {
  const { chain, intent } = drive
  // Concurrently, as latency dominates on a slow connection.
  const [inOrder, refusal, next, transactionCount, balance] = await Promise.all([
    isInOrder(drive),
    refusalOf(drive),
    chain.nextBaseFee(),
    chain.transactionCount(intent.account),
    chain.balance(intent.account),
  ])
  if (!inOrder) return undefined
  if (refusal !== undefined) return await refuse(drive, refusal)
  const cost = intent.value + intent.gas * feesFor(next.baseFee).maxFeePerGas
  if (balance < cost)
    return await refuse(
      drive,
      unnamed(`insufficient funds: ${cost} wei are needed, the account has ${balance}`),
    )
  return { next, transactionCount }
}

/**
 * Simulates a call that was sent before and that no node has any more: after a reorg it may depend on a transaction that
 * is not back on the chain yet. The intent stays open.
 * @throws TransactionReverted when the call would revert now
 */
export async function requireAccepted(drive: Drive): Promise<void> {
  const refusal = await refusalOf(drive)
  if (refusal !== undefined) throw new TransactionReverted(drive.intent, refusal, undefined)
}

async function refusalOf({ chain, intent }: Drive): Promise<RevertReason | undefined> {
  try {
    await chain.call(callOf(intent), 'pending')
    return undefined
  } catch (error) {
    const refusal = nodeErrorIn(error)
    if (refusal === undefined || !isAboutTransaction(refusal)) throw error
    return refusal.data === undefined ? unnamed(refusal.message) : decodeRevert(refusal.data)
  }
}

async function refuse({ sending, intent, incidents }: Drive, reason: RevertReason): Promise<never> {
  await sending.store.settle(intent.id, { state: 'refused', reason: reason.text })
  incidents.fail(reason.text)
  throw new TransactionReverted(intent, reason, undefined)
}

function unnamed(text: string): RevertReason {
  return { name: undefined, args: [], text }
}

export function callOf({ account, to, data, value, gas }: IntentCall) {
  return { from: account, to, data, value: quantity(value), gas: quantity(gas) }
}
