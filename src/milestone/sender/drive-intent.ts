import type { Hex, Log } from 'viem'
import { messageOf } from '../../kernel/runtime/errors.ts'
import { decodeRevert } from '../contracts/revert.ts'
import { advanceIntent } from './advance-intent.ts'
import { type ChainQuestions, ChainTrouble, createChainQuestions, type Receipt } from './chain-questions.ts'
import { createIncidents, type Incidents } from './incidents.ts'
import type { HeldNonce, Intent, SignedTransaction } from './intents.ts'
import { pushNonce } from './push-nonce.ts'
import { refusalIn } from './rpc-answer.ts'
import { TransactionReverted } from './sender-errors.ts'
import { nonceKey, type Sending } from './sending.ts'
import { callOf } from './simulate-intent.ts'

/** A transaction that was mined with success. */
export interface SentTransaction {
  hash: Hex
  blockNumber: number
  blockHash: Hex
  status: 'success'
  logs: Log[]
}

/** One intent on its way, and what is known of it so far. */
export interface Drive {
  sending: Sending
  chain: ChainQuestions
  incidents: Incidents
  signal: AbortSignal
  intent: Intent
  held: HeldNonce | undefined
}

/**
 * Works until the intent has a receipt on the chain. What to do next follows from the journal and the chain alone, so it
 * makes no difference whether the intent is new, was interrupted anywhere, or was mined and taken back.
 * @throws TransactionReverted, and the signal's reason when it fires first
 */
export async function driveIntent(
  sending: Sending,
  intent: Intent,
  signal: AbortSignal,
  isResumed = false,
): Promise<SentTransaction> {
  const { onEvent, now } = sending
  const drive: Drive = {
    sending,
    chain: createChainQuestions(sending.provider, signal),
    incidents: createIncidents({ intent, onEvent, now }),
    signal,
    intent,
    held: undefined,
  }
  if (isResumed) drive.incidents.note('intent_interrupted', 'the journal has it open', 'finish it')
  try {
    drive.held = await sending.store.heldBy(intent.id)
    return await untilSettled(drive)
  } catch (error) {
    drive.incidents.leave(`left open: ${messageOf(error)}`)
    throw error
  } finally {
    if (drive.held !== undefined) sending.tended.delete(nonceKey(drive.held))
  }
}

async function untilSettled(drive: Drive): Promise<SentTransaction> {
  const { sending, signal, incidents } = drive
  const { pace } = sending
  let lookMs = pace.lookMs
  let doubtMs = pace.doubtMs
  let doubtAt = 0
  for (;;) {
    signal.throwIfAborted()
    try {
      const mined = await findMined(drive)
      if (mined !== undefined) return await settle(drive, mined)
      if (sending.now() >= doubtAt) {
        await advanceIntent(drive)
        doubtAt = sending.now() + doubtMs
        doubtMs = Math.min(doubtMs * 2, pace.doubtMsMax)
      }
    } catch (error) {
      if (!(error instanceof ChainTrouble)) throw error
      incidents.note('rpc_trouble', error.message, 'ask again')
    }
    await sending.sleep(lookMs, signal)
    lookMs = Math.min(lookMs * 1.5, pace.lookMsMax)
  }
}

interface Mined {
  variant: SignedTransaction
  /** Newest first. */
  variants: readonly SignedTransaction[]
  receipt: Receipt
}

/** Looks for the intent by the hashes of everything ever signed for it; a receipt counts if its block is on the chain. */
async function findMined({ sending, chain, intent, held }: Drive): Promise<Mined | undefined> {
  if (held === undefined) return undefined
  const variants = (await sending.store.signedFor(intent.id)).reverse()
  for (const variant of variants) {
    const receipt = await chain.receipt(variant.hash)
    if (receipt === undefined) continue
    const block = await chain.block(receipt.number)
    if (block?.hash === receipt.hash) return { variant, variants, receipt }
  }
  return undefined
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
    incidents.overcome(receipt.transaction)
    return { ...place, status: 'success', logs: receipt.logs }
  }
  const reason = decodeRevert(await revertDataOf(drive, receipt))
  await sending.store.settle(intent.id, { state: 'reverted', ...place, reason: reason.text })
  incidents.fail(reason.text)
  throw new TransactionReverted(intent, reason, receipt.transaction)
}

/**
 * An attempt that was given up for lost has come back, as a reorg may bring it: the newest attempt must not be mined as
 * well, so something else takes its nonce.
 */
async function withdrawLaterAttempt(drive: Drive, { nonce }: SignedTransaction): Promise<void> {
  const { sending, chain, incidents, signal, held } = drive
  if (held === undefined || held.nonce === nonce) return
  incidents.note('attempt_returned', `nonce ${nonce} was mined after all`, `fill nonce ${held.nonce} instead`)
  await sending.store.giveUp(held)
  await pushNonce({ sending, chain, incidents, signal, held: { ...held, givenUp: true }, isNext: false })
}

/** From the trace where nodes have one, else by calling again on the block before. */
async function revertDataOf({ chain, intent }: Drive, receipt: Receipt): Promise<Hex | undefined> {
  const output = await chain.outputOf(receipt.transaction)
  if (output !== undefined) return output
  try {
    await chain.call(callOf(intent), receipt.number - 1)
    return undefined
  } catch (error) {
    const refusal = refusalIn(error)
    if (refusal === undefined) throw error
    return refusal.data
  }
}
