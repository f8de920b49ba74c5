import type { HeldNonce } from './intents.ts'
import { pushNonce } from './push-nonce.ts'
import { type Drive, nonceKey } from './sending.ts'

/**
 * Whether all earlier transactions of the intent's run are on the chain. Asks for the newest of their blocks only, as the
 * others are its ancestors.
 */
export async function isInOrder({ sending, chain, intent }: Drive): Promise<boolean> {
  const earlier = await sending.store.minedBefore(intent)
  if (earlier.some(({ state }) => state === 'open')) return false
  const [newest] = earlier.sort((a, b) => (b.blockNumber ?? 0) - (a.blockNumber ?? 0))
  if (newest?.blockNumber === undefined) return true
  return (await chain.block(newest.blockNumber))?.hash === newest.blockHash
}

/**
 * Brings the run's earlier transactions back, in their order. `count` is the account's transaction count: a transaction
 * of the intent that waits for lower nonces would be mined as soon as those are, before the rest of what it needs, so a
 * filler transaction replaces it first. Whichever of the two is mined, `advanceIntent` finds out by the nonce's owner.
 */
export async function restoreOrder(drive: Drive, count = 0): Promise<void> {
  const { sending, incidents, intent, held, signal } = drive
  incidents.note(
    'run_incomplete',
    'earlier transactions of the run are no longer on the chain',
    'resubmit those first',
  )
  if (held !== undefined) {
    if (held.nonce > count) await replaceInPool(drive, held)
    // Earlier intents of the account may have higher nonces, and push this one before theirs.
    sending.activeNonces.delete(nonceKey(held))
  }
  await sending.confirmEarlier(intent, signal)
}

async function replaceInPool(drive: Drive, held: HeldNonce): Promise<void> {
  const { sending, chain, incidents } = drive
  const signed = await sending.store.signedAt(held.account, held.nonce)
  const known = await Promise.all(signed.map(({ hash }) => chain.isKnown(hash)))
  if (!known.includes(true)) return
  incidents.note('call_withdrawn', `nonce ${held.nonce} waits in the pool`, 'replace it by a filler')
  await pushNonce({ ...drive, held: { ...held, givenUp: true }, isNext: false })
}
