import type { BlockId } from './chain-requests.ts'
import type { HeldNonce } from './intents.ts'
import { pushNonce } from './push-nonce.ts'
import { type Drive, nonceKey } from './sending.ts'

/** Whether all earlier transactions of the intent's run are on the chain. */
export async function isInOrder({ sending, chain, intent }: Drive): Promise<boolean> {
  const earlier = await sending.store.minedBefore(intent)
  if (earlier.some(({ state }) => state === 'open')) return false
  const blocks = earlier.flatMap(({ blockNumber: number, blockHash: hash }) =>
    number === null || hash === null ? [] : [{ number, hash }],
  )
  return await areOnChain({ sending, chain }, intent.runId, blocks)
}

/** Asks for blocks once: an ancestor of a block that is on the chain still needs no further request. */
async function areOnChain(
  { sending, chain }: Pick<Drive, 'sending' | 'chain'>,
  runId: string,
  blocks: readonly BlockId[],
): Promise<boolean> {
  const known = sending.knownBlocks.get(runId)
  const isOnChain = async ({ number, hash }: BlockId) => (await chain.block(number))?.hash === hash
  const unknown = blocks.filter(({ hash }) => known?.hashes.has(hash) !== true)
  const distinct = [...new Map(unknown.map((block) => [block.hash, block])).values()]
  const [isKnownOnChain, ...found] = await Promise.all([
    known === undefined || isOnChain(known.newest),
    ...distinct.map(isOnChain),
  ])
  if (known !== undefined && !isKnownOnChain) {
    sending.knownBlocks.delete(runId)
    return await areOnChain({ sending, chain }, runId, blocks)
  }
  if (found.includes(false)) return false
  const [newest] = [...distinct, ...(known === undefined ? [] : [known.newest])].sort(
    (a, b) => b.number - a.number,
  )
  const hashes = new Set([...(known?.hashes ?? []), ...distinct.map(({ hash }) => hash)])
  if (newest !== undefined) sending.knownBlocks.set(runId, { newest, hashes })
  return true
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
