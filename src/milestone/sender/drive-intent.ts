import type { Hex } from 'viem'
import { messageOf } from '../../kernel/runtime/errors.ts'
import { decodeRevert } from '../contracts/revert.ts'
import { advanceIntent } from './advance-intent.ts'
import { ChainRequestFailed, createChainRequests, type Receipt } from './chain-requests.ts'
import { isStepFailed, TransactionReverted } from './errors.ts'
import { createIncidents } from './incidents.ts'
import type { Intent, SignedTransaction } from './intents.ts'
import { nodeErrorIn } from './node-error.ts'
import { pushNonce } from './push-nonce.ts'
import { type Drive, type DriveOptions, nonceKey, type Sending, type SentTransaction } from './sending.ts'
import { callOf } from './simulate-intent.ts'

/**
 * Works until the intent has a receipt on the chain. Each action depends on the journal and the chain alone, so new,
 * interrupted and reorganised intents are handled alike.
 * @throws TransactionReverted, StepFailed `transaction_missing`, and the signal's reason when it fires first
 */
export async function driveIntent(
  sending: Sending,
  intent: Intent,
  signal: AbortSignal,
  { isResumed = false, retriesReverted = false, resubmits = true }: DriveOptions = {},
): Promise<SentTransaction> {
  const { onEvent, now } = sending
  const drive: Drive = {
    sending,
    chain: createChainRequests(sending.provider, signal),
    incidents: createIncidents({ intent, onEvent, now }),
    signal,
    intent,
    held: undefined,
    retriesReverted,
    resubmits,
    hasReverted: false,
  }
  if (isResumed)
    drive.incidents.note('intent_interrupted', 'open in the journal of an earlier process', 'resume it')
  try {
    drive.held = await sending.store.heldBy(intent.id)
    return await untilSettled(drive)
  } catch (error) {
    // The whole run is confirmed next, so nothing has failed yet.
    if (isStepFailed(error, 'transaction_missing'))
      drive.incidents.recovered('answered: the transaction is missing')
    else drive.incidents.abandon(`left open: ${messageOf(error)}`)
    throw error
  } finally {
    if (drive.held !== undefined) sending.activeNonces.delete(nonceKey(drive.held))
  }
}

async function untilSettled(drive: Drive): Promise<SentTransaction> {
  const { sending, signal, incidents } = drive
  const { pace } = sending
  let pollMs = pace.pollMs
  let checkMs = pace.checkMs
  let checkAt = 0
  for (;;) {
    signal.throwIfAborted()
    try {
      const mined = await findMined(drive)
      if (mined !== undefined) return await settle(drive, mined)
      if (sending.now() >= checkAt) {
        await advanceIntent(drive)
        checkAt = sending.now() + checkMs
        checkMs = Math.min(checkMs * 2, pace.checkMsMax)
      }
    } catch (error) {
      if (!(error instanceof ChainRequestFailed)) throw error
      incidents.note('rpc_trouble', error.message, 'retry')
    }
    await sending.sleep(pollMs, signal)
    pollMs = Math.min(pollMs * 1.5, pace.pollMsMax)
  }
}

interface Mined {
  variant: SignedTransaction
  /** Newest first. */
  variants: readonly SignedTransaction[]
  receipt: Receipt
}

/** Looks up every hash signed for the intent; a receipt counts if its block is on the chain. */
async function findMined(drive: Drive): Promise<Mined | undefined> {
  const { sending, chain, intent, held } = drive
  drive.hasReverted = false
  if (held === undefined) return undefined
  const variants = (await sending.store.signedFor(intent.id)).reverse()
  let reverted: Mined | undefined
  for (const variant of variants) {
    const receipt = await chain.receipt(variant.hash)
    if (receipt === undefined) continue
    const block = await chain.block(receipt.number)
    if (block?.hash !== receipt.hash) continue
    const mined = { variant, variants, receipt }
    // A success settles the intent, even if another attempt was mined and reverted.
    if (receipt.status === 'success') return mined
    if (!isRetried(drive, variant)) reverted ??= mined
    else drive.hasReverted ||= variant.nonce === held.nonce
  }
  return reverted
}

/** Whether another transaction is sent in place of this one, which reverted. */
function isRetried({ intent, held, retriesReverted }: Drive, { nonce }: SignedTransaction): boolean {
  return nonce !== held?.nonce || (retriesReverted && intent.state === 'reverted')
}

async function settle(drive: Drive, { variant, variants, receipt }: Mined): Promise<SentTransaction> {
  const { sending, intent, incidents } = drive
  const { runId, step, account } = intent
  await sending.hooks.at?.('receipt', {
    runId,
    step,
    account,
    nonce: variant.nonce,
    hash: receipt.transaction,
  })
  const place = { hash: receipt.transaction, blockNumber: receipt.number, blockHash: receipt.hash }
  await withdrawLaterAttempt(drive, variant)
  for (const { hash } of variants) sending.sent.delete(hash)
  if (receipt.status === 'success') {
    await sending.store.settle(intent.id, { state: intent.state === 'done' ? 'done' : 'mined', ...place })
    incidents.recovered()
    return { ...place, status: 'success', logs: receipt.logs }
  }
  const reason = decodeRevert(await revertDataOf(drive, receipt))
  await sending.store.settle(intent.id, { state: 'reverted', ...place, reason: reason.text })
  incidents.fail(reason.text)
  throw new TransactionReverted(intent, reason, receipt.transaction)
}

/**
 * After a reorg an abandoned attempt may be mined after all. The newest attempt must not be mined as well, so a filler
 * transaction takes its nonce.
 */
async function withdrawLaterAttempt(drive: Drive, { nonce }: SignedTransaction): Promise<void> {
  const { sending, incidents, held } = drive
  if (held === undefined || held.nonce === nonce) return
  incidents.note('attempt_returned', `nonce ${nonce} was mined after all`, `fill nonce ${held.nonce} instead`)
  await sending.store.giveUp(held)
  await pushNonce({ ...drive, held: { ...held, givenUp: true }, isNext: false })
}

/** From the trace where nodes have one, else by a repeated call on the block before. */
async function revertDataOf({ chain, intent }: Drive, receipt: Receipt): Promise<Hex | undefined> {
  const output = await chain.outputOf(receipt.transaction)
  if (output !== undefined) return output
  try {
    await chain.call(callOf(intent), receipt.number - 1)
    return undefined
  } catch (error) {
    const refusal = nodeErrorIn(error)
    if (refusal === undefined) throw error
    return refusal.data
  }
}
