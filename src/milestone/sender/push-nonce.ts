import { type Hex, keccak256 } from 'viem'
import type { ChainQuestions, NextBaseFee } from './chain-questions.ts'
import { type Fees, feesFor, raisedFees } from './fees.ts'
import type { Incidents } from './incidents.ts'
import type { HeldNonce, SignedTransaction } from './intents.ts'
import { SignerMissing } from './sender-errors.ts'
import { type HookPoint, nonceKey, type Sending } from './sending.ts'

/** Blocks that may pass by a waiting transaction before it offers more. */
const patienceBlocks = 3
/** An offer this many times what is usual is raised no further: something else is wrong then. */
const raiseMax = 16n

interface Push {
  sending: Sending
  chain: ChainQuestions
  incidents: Incidents
  signal: AbortSignal
  held: HeldNonce
}

/**
 * Brings a nonce nearer to being mined: signs what is not signed, sends what the nodes do not have, offers more where the
 * offer is too low. Whatever it sends was stored before. Safe to be called again at any time. `isNext`: no nonce under
 * it waits. `next`: the base fee, where it was asked for a moment ago.
 */
export async function pushNonce(
  push: Push & { isNext: boolean; next?: NextBaseFee | undefined },
): Promise<void> {
  const { sending, held, signal } = push
  await sending.locks.run(nonceKey(held), signal, async () => {
    const signed = await sending.store.signedAt(held.account, held.nonce)
    const newest = signed.filter(({ intentId }) => intentId === purposeOf(held)).at(-1)
    if (newest !== undefined) return await pushSigned(push, push.isNext, signed, newest)
    const { baseFee, head } = push.next ?? (await push.chain.nextBaseFee())
    const fees = signed.length === 0 ? feesFor(baseFee) : raisedFees(signed, baseFee)
    await send(push, await sign(push, fees), head)
  })
}

async function pushSigned(
  push: Push,
  isNext: boolean,
  signed: readonly SignedTransaction[],
  newest: SignedTransaction,
): Promise<void> {
  const { sending, chain, incidents } = push
  const [{ baseFee, head }, isKnown] = await Promise.all([chain.nextBaseFee(), chain.isKnown(newest.hash)])
  const sent = sending.sent.get(newest.hash)
  const lack = lackOf(newest, baseFee, sent?.answer === 'underpriced', isNext && isKnown, sent?.head, head)
  const canRaise = newest.maxFeePerGas < raiseMax * feesFor(baseFee).maxFeePerGas
  if (lack !== undefined && canRaise && sending.accounts.has(push.held.account)) {
    incidents.note('tx_underpriced', lack, 'same nonce, at least 12.5 % more')
    return await send(push, await sign(push, raisedFees(signed, baseFee)), head)
  }
  if (isKnown) {
    // From here on blocks are counted, whoever sent it.
    if (sent === undefined) sending.sent.set(newest.hash, { head, answer: 'taken' })
    return
  }
  if (sent?.answer === 'taken')
    incidents.note('tx_dropped', `no node has ${newest.hash} any more`, 'send the same bytes again')
  await send(push, newest, head)
}

/** What is wrong with the offer; undefined when nothing is. */
function lackOf(
  { maxFeePerGas, hash }: SignedTransaction,
  baseFee: bigint,
  isRefused: boolean,
  isWaitingFirst: boolean,
  sentAtHead: number | undefined,
  head: number,
): string | undefined {
  if (maxFeePerGas < baseFee) return `base fee ${baseFee} wei is above the ${maxFeePerGas} wei of ${hash}`
  if (isRefused) return `the node calls ${hash} underpriced`
  if (isWaitingFirst && sentAtHead !== undefined && head - sentAtHead >= patienceBlocks)
    return `${head - sentAtHead} blocks went by without ${hash}`
  return undefined
}

/** Signs the intent's call, or for a nonce that is only to be filled, nothing sent to oneself. */
async function sign(push: Push, fees: Fees): Promise<SignedTransaction> {
  const { sending, held } = push
  const account = sending.accounts.get(held.account)
  if (account === undefined) throw new SignerMissing(held.account)
  const intentId = purposeOf(held)
  const intent = intentId === undefined ? undefined : await sending.store.readById(intentId)
  const raw: Hex = await account.signTransaction({
    type: 'eip1559',
    chainId: sending.chainId,
    nonce: held.nonce,
    to: intent?.to ?? held.account,
    data: intent?.data ?? '0x',
    value: intent?.value ?? 0n,
    gas: intent?.gas ?? 21_000n,
    ...fees,
  })
  const { account: address, nonce } = held
  const signed = { hash: keccak256(raw), account: address, nonce, intentId, raw, ...fees }
  await sending.store.keep(signed)
  await reach(sending, 'signed', held, signed.hash)
  return signed
}

async function send(
  { sending, chain, incidents, held }: Push,
  { raw, hash }: SignedTransaction,
  head: number,
) {
  const { answer, reason } = await chain.broadcast(raw, hash)
  sending.sent.set(hash, { head, answer })
  sending.log.debug('transaction sent', { hash, account: held.account, nonce: held.nonce, answer, reason })
  if (answer === 'lost') incidents.note('rpc_response_lost', reason, `look for ${hash} on the chain`)
  if (answer === 'refused') incidents.note('tx_refused', reason, 'find out why and send it again')
  await reach(sending, 'sent', held, hash)
}

/** Calls the hook; a nonce that is only filled is nobody's step. */
export async function reach(
  sending: Sending,
  point: HookPoint,
  held: HeldNonce,
  hash: Hex | undefined,
): Promise<void> {
  const intentId = purposeOf(held)
  if (sending.hooks.at === undefined || intentId === undefined) return
  const intent = await sending.store.readById(intentId)
  if (intent === undefined) return
  const { runId, step } = intent
  await sending.hooks.at(point, { runId, step, account: held.account, nonce: held.nonce, hash })
}

/** The intent that this nonce is to be mined for; undefined when it is only to be filled. */
function purposeOf({ intentId, givenUp }: HeldNonce): number | undefined {
  return givenUp ? undefined : intentId
}
