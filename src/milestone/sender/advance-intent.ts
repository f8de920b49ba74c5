import type { Address, Hex } from 'viem'
import { ChainRequestFailed, type ChainRequests, type NextBaseFee } from './chain-requests.ts'
import { StepFailed } from './errors.ts'
import type { HeldNonce } from './intents.ts'
import { callHook, pushNonce } from './push-nonce.ts'
import { isInOrder, restoreOrder } from './run-order.ts'
import { type Drive, nonceKey } from './sending.ts'
import { requireAccepted, simulateIntent } from './simulate-intent.ts'

/** Takes the next action for an intent without a receipt. */
export async function advanceIntent(drive: Drive): Promise<void> {
  const { sending, chain, intent } = drive
  if (drive.held === undefined) {
    const simulated = await simulateIntent(drive)
    if (simulated === undefined) return await restoreOrder(drive)
    const { next, transactionCount } = simulated
    // A refused intent may be sent again; from here on it has a nonce.
    if (intent.state === 'refused') await sending.store.settle(intent.id, { state: 'open' })
    const held = await sending.store.assignNonce(intent, transactionCount)
    return await take(drive, held, transactionCount, next)
  }
  sending.activeNonces.add(nonceKey(drive.held))
  const wasMined = intent.blockNumber !== null
  if (wasMined && !drive.hasReverted && !drive.resubmits) throw new StepFailed('transaction_missing', intent)
  const [inOrder, count] = await Promise.all([isInOrder(drive), chain.transactionCount(intent.account)])
  if (!inOrder) return await restoreOrder(drive, count)
  if (drive.hasReverted && count > drive.held.nonce) return await retry(drive, drive.held, count)
  if (count > drive.held.nonce) return await moveIfTaken(drive, drive.held, count)

  // One that reverted is mined again as it was.
  const beforeResend = intent.state === 'reverted' ? undefined : () => requireAccepted(drive)
  if (intent.state === 'reverted')
    drive.incidents.note('reorg', `${intent.hash} is no longer on the chain`, 'resend the same bytes')
  else if (intent.state !== 'open') {
    drive.incidents.note('reorg', `${intent.hash} is no longer on the chain`, 'resubmit the same intent')
    await sending.store.settle(intent.id, { state: 'open' })
    drive.intent = { ...intent, state: 'open' }
  }
  await pushInOrder(drive, count, drive.held, { beforeResend })
}

/**
 * What the call needs may have come back since. The reverted transaction had no effect, and keeps its nonce: it must be on
 * the chain now, as it could be mined again as a success.
 */
async function retry(drive: Drive, reverted: HeldNonce, count: number): Promise<void> {
  const { sending, intent } = drive
  await requireAccepted(drive)
  sending.activeNonces.delete(nonceKey(reverted))
  await sending.store.settle(intent.id, { state: 'open' })
  const held = await sending.store.moveToNextNonce(intent, reverted, count)
  drive.intent = { ...intent, state: 'open' }
  await take(drive, held, count)
}

/** The nonce is used. Only a transaction that is not the intent's, seen in a block, moves it to another nonce. */
async function moveIfTaken(drive: Drive, held: HeldNonce, count: number): Promise<void> {
  const { sending, chain, intent, incidents } = drive
  const owner = await findNonceOwner(chain, held.account, held.nonce)
  if (owner === undefined) return
  const ours = await sending.store.signedAt(held.account, held.nonce)
  if (ours.some(({ hash, intentId }) => hash === owner && intentId === intent.id)) return
  incidents.note('nonce_conflict', `nonce ${held.nonce} was used by ${owner}`, 'take the next nonce')
  sending.activeNonces.delete(nonceKey(held))
  await take(drive, await sending.store.moveToNextNonce(intent, held, count), count)
}

async function take(drive: Drive, held: HeldNonce, count: number, next?: NextBaseFee): Promise<void> {
  drive.held = held
  drive.sending.activeNonces.add(nonceKey(held))
  await callHook(drive.sending, 'stored', held, undefined)
  drive.signal.throwIfAborted()
  await pushInOrder(drive, count, held, { next })
}

/** Nonces are mined in order, so unhandled ones below, after a crash or a reorg, are pushed first. */
async function pushInOrder(
  drive: Drive,
  count: number,
  held: HeldNonce,
  how: { next?: NextBaseFee | undefined; beforeResend?: (() => Promise<void>) | undefined },
): Promise<void> {
  const { sending, incidents } = drive
  const { account } = held
  const isLeft = (nonce: number) => !sending.activeNonces.has(nonceKey({ account, nonce }))
  const below = Array.from({ length: Math.max(0, held.nonce - count) }, (_, index) => count + index).filter(
    isLeft,
  )
  // A reorg since the last check may be what has left them.
  if (below.length > 0 && !(await isInOrder(drive))) return await restoreOrder(drive, count)
  for (const nonce of below) {
    const earlier =
      (await sending.store.heldAt(account, nonce)) ?? (await sending.store.holdGap(account, nonce))
    incidents.note('nonce_gap', `nonce ${nonce} is not mined`, 'send its transaction first')
    await pushNonce({ ...drive, held: earlier, isNext: nonce === count })
  }
  await pushNonce({ ...drive, held, isNext: held.nonce === count, ...how })
}

/** Of one request: the search needs many, and starts over when one of them fails. */
const attemptsMax = 4

/**
 * The mined transaction that has used a nonce. It is looked up in the block, as a missing receipt proves nothing: an
 * answer may be stale or lost. Undefined when the chain does not show it.
 */
async function findNonceOwner(
  chain: ChainRequests,
  account: Address,
  nonce: number,
): Promise<Hex | undefined> {
  const head = await withRetries(() => chain.block('latest'))
  if (head === undefined) return undefined
  const isUsedAt = async (block: number) =>
    (await withRetries(() => chain.transactionCount(account, block))) > nonce
  if (!(await isUsedAt(head.number))) return undefined

  // Used at `after`, not yet at `before`. A recent block is likely, so the steps back start small.
  let after = head.number
  let before = after - 1
  for (let step = 1; before >= 0 && (await isUsedAt(before)); step *= 2) {
    after = before
    before = Math.max(-1, before - step)
  }
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (await isUsedAt(middle)) after = middle
    else before = middle
  }
  return await withRetries(() => chain.transactionIn(after, account, nonce))
}

async function withRetries<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request()
    } catch (error) {
      if (attempt === attemptsMax || !(error instanceof ChainRequestFailed)) throw error
    }
  }
}
