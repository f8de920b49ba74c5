import type { NextBaseFee } from './chain-questions.ts'
import type { Drive } from './drive-intent.ts'
import type { HeldNonce } from './intents.ts'
import { findNonceOwner } from './nonce-owner.ts'
import { pushNonce, reach } from './push-nonce.ts'
import { nonceKey } from './sending.ts'
import { simulateIntent } from './simulate-intent.ts'

/** Does what an intent without a receipt needs now; afterwards its receipt is to be looked for again. */
export async function advanceIntent(drive: Drive): Promise<void> {
  const { sending, chain, intent } = drive
  if (drive.held === undefined) {
    const { next, transactionCount } = await simulateIntent(drive)
    // One that was refused before may be asked for again: from here on it has a nonce.
    if (intent.state === 'refused') await sending.store.settle(intent.id, { state: 'open' })
    const held = await sending.store.allot(intent, transactionCount)
    return await take(drive, held, transactionCount, next)
  }
  sending.tended.add(nonceKey(drive.held))
  const count = await chain.transactionCount(intent.account)
  if (count > drive.held.nonce) return await moveOnIfTaken(drive, drive.held, count)

  if (intent.state !== 'open') {
    drive.incidents.note('reorg', `${intent.hash} is on the chain no more`, 'send the same intent again')
    await sending.store.settle(intent.id, { state: 'open' })
    drive.intent = { ...intent, state: 'open' }
  }
  await pushThose(drive, count, drive.held)
}

/** The nonce is used. Only a transaction of somebody else, seen in a block, makes the intent go on to another nonce. */
async function moveOnIfTaken(drive: Drive, held: HeldNonce, count: number): Promise<void> {
  const { sending, chain, intent, incidents } = drive
  const owner = await findNonceOwner(chain, held.account, held.nonce)
  if (owner === undefined) return
  const ours = await sending.store.signedAt(held.account, held.nonce)
  if (ours.some(({ hash }) => hash === owner)) return
  incidents.note('nonce_conflict', `nonce ${held.nonce} was used by ${owner}`, 'take the next nonce')
  sending.tended.delete(nonceKey(held))
  await take(drive, await sending.store.moveOn(intent, held, count), count)
}

async function take(drive: Drive, held: HeldNonce, count: number, next?: NextBaseFee): Promise<void> {
  drive.held = held
  drive.sending.tended.add(nonceKey(held))
  await reach(drive.sending, 'stored', held, undefined)
  drive.signal.throwIfAborted()
  await pushThose(drive, count, held, next)
}

/** No nonce is mined before those under it: what nobody looks after there, after a crash or a reorg, is pushed first. */
async function pushThose(drive: Drive, count: number, held: HeldNonce, next?: NextBaseFee): Promise<void> {
  const { sending, chain, incidents, signal } = drive
  for (let nonce = count; nonce < held.nonce; nonce += 1) {
    const { account } = held
    if (sending.tended.has(nonceKey({ account, nonce }))) continue
    const earlier =
      (await sending.store.heldAt(account, nonce)) ?? (await sending.store.holdGap(account, nonce))
    incidents.note('nonce_gap', `nonce ${nonce} is not mined`, 'send its transaction first')
    await pushNonce({ sending, chain, incidents, signal, held: earlier, isNext: nonce === count })
  }
  await pushNonce({ sending, chain, incidents, signal, held, isNext: held.nonce === count, next })
}
