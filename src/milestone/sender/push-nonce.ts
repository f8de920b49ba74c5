import { type Hex, keccak256 } from 'viem'
import type { NextBaseFee } from './chain-requests.ts'
import type { HeldNonce, SignedTransaction } from './intents.ts'
import { type Drive, type HookPoint, nonceKey, type Sending } from './sending.ts'

/** Blocks without a pending transaction before its fees are raised. */
const waitBlocksMax = 3
/** Fees of this many times the usual are not raised further: the cause is another one. */
const raiseMax = 16n

interface Push extends Pick<Drive, 'sending' | 'chain' | 'incidents' | 'signal'> {
  held: HeldNonce
  /** Called before bytes that no node has are sent again; throws when they must not be. */
  beforeResend?: (() => Promise<void>) | undefined
}

/**
 * Moves a nonce towards being mined: signs, sends what the nodes do not have, raises fees that are too low. Stores all
 * it sends before. Idempotent. `isNext`: no lower nonce is pending. `next`: the base fee, if it was just read.
 */
export async function pushNonce(
  push: Push & { isNext: boolean; next?: NextBaseFee | undefined },
): Promise<void> {
  const { sending, held, signal } = push
  await sending.serially(nonceKey(held), signal, async () => {
    const signed = await sending.store.signedAt(held.account, held.nonce)
    const newest = signed.filter(({ intentId }) => intentId === activeIntentOf(held)).at(-1)
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
  const [next, isKnown] = await Promise.all([chain.nextBaseFee(), chain.isKnown(newest.hash)])
  const { baseFee, head } = next
  if (!isKnown) await push.beforeResend?.()
  const sent = sending.sent.get(newest.hash)
  const problem = feeProblemOf(sending, newest, next, isNext && isKnown)
  const canRaise = newest.maxFeePerGas < raiseMax * feesFor(baseFee).maxFeePerGas
  if (problem !== undefined && canRaise && sending.accounts.has(push.held.account)) {
    incidents.note('tx_underpriced', problem, 'send it again with a higher fee')
    return await send(push, await sign(push, raisedFees(signed, baseFee)), head)
  }
  if (isKnown) {
    // Blocks are counted from here on, also for a transaction of an earlier process.
    if (sent === undefined) sending.sent.set(newest.hash, { head, at: sending.now(), answer: 'taken' })
    return
  }
  if (sent?.answer === 'taken')
    incidents.note('tx_dropped', `no node has ${newest.hash} any more`, 'resend the same bytes')
  await send(push, newest, head)
}

/** Why the fees are too low; undefined when they are not. */
function feeProblemOf(
  sending: Sending,
  { maxFeePerGas, hash }: SignedTransaction,
  { baseFee, head }: NextBaseFee,
  isFirstPending: boolean,
): string | undefined {
  const sent = sending.sent.get(hash)
  if (maxFeePerGas < baseFee) return `base fee ${baseFee} wei is above the ${maxFeePerGas} wei of ${hash}`
  if (sent?.answer === 'underpriced') return `the node refuses ${hash} as underpriced`
  if (!isFirstPending || sent === undefined) return undefined
  if (head - sent.head >= waitBlocksMax) return `${head - sent.head} blocks were mined without ${hash}`
  // A node that mines on demand may keep one aside whose nonce was too high when it arrived: only another one is mined.
  const isStill = head === sent.head && sending.now() - sent.at >= sending.pace.stillMs
  return isStill ? `no block was mined since ${hash} was sent` : undefined
}

/** Signs the intent's call; the filler transaction sends nothing to its own account. */
async function sign(push: Push, fees: Fees): Promise<SignedTransaction> {
  const { sending, held } = push
  const account = sending.accounts.get(held.account)
  if (account === undefined)
    throw new Error(
      `Cannot sign for ${held.account} as its key must be known: give the account to the sender`,
    )
  const intentId = activeIntentOf(held)
  const intent = intentId === null ? undefined : await sending.store.readById(intentId)
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
  await callHook(sending, 'signed', held, signed.hash)
  return signed
}

async function send(
  { sending, chain, incidents, held }: Push,
  { raw, hash }: SignedTransaction,
  head: number,
) {
  const { answer, reason } = await chain.broadcast(raw, hash)
  sending.sent.set(hash, { head, at: sending.now(), answer })
  sending.log.debug('transaction sent', { hash, account: held.account, nonce: held.nonce, answer, reason })
  if (answer === 'lost') incidents.note('rpc_response_lost', reason, `look up ${hash} on the chain`)
  if (answer === 'refused') incidents.note('tx_refused', reason, 'check the nonce and resend')
  await callHook(sending, 'sent', held, hash)
}

/** Filler transactions belong to no step and have no hooks. */
export async function callHook(
  sending: Sending,
  point: HookPoint,
  held: HeldNonce,
  hash: Hex | undefined,
): Promise<void> {
  const intentId = activeIntentOf(held)
  if (sending.hooks.at === undefined || intentId === null) return
  const intent = await sending.store.readById(intentId)
  if (intent === undefined) return
  const { runId, step } = intent
  await sending.hooks.at(point, { runId, step, account: held.account, nonce: held.nonce, hash })
}

/** Null when the nonce only needs a filler transaction. */
function activeIntentOf({ intentId, givenUp }: HeldNonce): number | null {
  return givenUp ? null : intentId
}

/** In wei per unit of gas. */
interface Fees {
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

const tipWei = 1_000_000_000n

/** Valid until the base fee doubles, which takes six full blocks. */
export function feesFor(baseFee: bigint): Fees {
  return { maxFeePerGas: 2n * baseFee + tipWei, maxPriorityFeePerGas: tipWei }
}

/** Fees that nodes accept as a replacement of `earlier` ones of the same nonce, and that cover the base fee. */
export function raisedFees(earlier: readonly Fees[], baseFee: bigint): Fees {
  const now = feesFor(baseFee)
  return {
    maxFeePerGas: largest([now.maxFeePerGas, ...earlier.map((fees) => raised(fees.maxFeePerGas))]),
    maxPriorityFeePerGas: largest([
      now.maxPriorityFeePerGas,
      ...earlier.map((fees) => raised(fees.maxPriorityFeePerGas)),
    ]),
  }
}

/** 12.5 % more, rounded up: the largest increase that a common node requires. */
function raised(wei: bigint): bigint {
  return (wei * 9n + 7n) / 8n
}

function largest(values: readonly bigint[]): bigint {
  let most = 0n
  for (const value of values) if (value > most) most = value
  return most
}
