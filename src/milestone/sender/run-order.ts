import type { HeldNonce } from './intents.ts'
import { pushNonce } from './push-nonce.ts'
import { type Drive, nonceKey } from './sending.ts'

/**
 * Whether the earlier transactions of the intent's run are on the chain, as far as the endpoint knows that is asked. The
 * block of the newest one tells it for all.
 */
export async function isInOrder({ sending, chain, intent }: Drive): Promise<boolean> {
  const newest = await sending.store.newestBefore(intent)
  return newest === undefined || (await chain.block(newest.blockNumber))?.hash === newest.blockHash
}

/**
 * Brings the run's earlier transactions back, in their order. `count` is the account's transaction count: a transaction
 * of the intent that waits for lower nonces would be mined as soon as those are, before the rest of what it needs, so a
 * filler transaction takes its nonce first.
 */
export async function restoreOrder(drive: Drive, count = 0): Promise<void> {
  const { sending, incidents, intent, held, signal } = drive
  incidents.note(
    'run_incomplete',
    'earlier transactions of the run are no longer on the chain',
    'resubmit those first',
  )
  if (held !== undefined && held.nonce > count) await withdrawFromPool(drive, held, count)
  await sending.confirmEarlier(intent, signal)
}

async function withdrawFromPool(drive: Drive, held: HeldNonce, count: number): Promise<void> {
  const { sending, chain, intent, incidents } = drive
  const signed = (await sending.store.signedAt(held.account, held.nonce)).at(-1)
  if (signed === undefined || !(await chain.isKnown(signed.hash))) return
  incidents.note('call_withdrawn', `${signed.hash} waits`, `fill nonce ${held.nonce} instead`)
  sending.activeNonces.delete(nonceKey(held))
  drive.held = await sending.store.moveToNextNonce(intent, held, count)
  sending.activeNonces.add(nonceKey(drive.held))
  await pushNonce({ ...drive, held: { ...held, givenUp: true }, isNext: false })
}
