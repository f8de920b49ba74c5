import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import { FollowerDiverged } from './pair-follower.ts'
import { watchHeads } from './pair-heads.ts'
import type { Leadership } from './pair-leadership.ts'
import type { NodeLife } from './pair-node.ts'
import { type Bell, createBell } from './pair-turns.ts'

/** A transaction is mined a moment after it was taken, so a ring is followed by some closer looks. */
const closeMs = 1
const idleMs = 500
const inspectMs = 2_000

export interface Tending {
  leadership: Leadership
  /** Rings when something may have happened to the leader's chain. */
  bell: Bell
  stopping: AbortSignal
  log: Log
}

/**
 * Keeps the journal at the leader's head and the follower at the journal's: at once when the bell rings, and now and
 * then anyway, as not everything that happens to a node rings. The follower may fall behind, the journal must not: what
 * it lacks is lost with the leader. Ends at the first ring after `stopping` was aborted.
 */
export async function tendPair(tending: Tending): Promise<void> {
  const journaled = createBell()
  await Promise.all([keepJournal(tending, journaled), keepFollower(tending, journaled)])
}

async function keepJournal({ leadership, bell, stopping, log }: Tending, journaled: Bell): Promise<void> {
  let watched: { leader: NodeLife; stop: () => void } | undefined
  let waitMs = closeMs
  let inspectedAt = performance.now()
  while (!stopping.aborted) {
    const ring = bell.next()
    const leader = leadership.leader()
    if (leader !== watched?.leader) {
      watched?.stop()
      watched = leader && { leader, stop: watchHeads(leader.process.url, bell.ring).stop }
    }
    try {
      await leadership.copy()
      if (performance.now() - inspectedAt > inspectMs) {
        inspectedAt = performance.now()
        await leadership.inspect()
      }
    } catch (error) {
      log.debug('demo chain: nothing to copy', { reason: messageOf(error) })
    }
    journaled.ring()
    const rang = await isRung(ring, waitMs)
    waitMs = rang ? closeMs : Math.min(waitMs * 2, idleMs)
  }
  watched?.stop()
  journaled.ring()
}

async function keepFollower({ leadership, stopping, log }: Tending, journaled: Bell): Promise<void> {
  let verifiedAt = performance.now()
  while (!stopping.aborted) {
    const ring = journaled.next()
    const life = leadership.follower()
    const isDue = performance.now() - verifiedAt > idleMs
    try {
      await (isDue ? life?.follower?.verify() : life?.follower?.level())
      if (isDue) verifiedAt = performance.now()
    } catch (error) {
      // An error of the connection means that it has ended, which is noticed elsewhere.
      // A damaged leader makes blocks that no other node can make.
      if (error instanceof FollowerDiverged) await leadership.inspect()
      if (life !== undefined && life === leadership.follower() && error instanceof FollowerDiverged) {
        log.warn('demo chain: a node cannot follow', { node: life.node.name, reason: error.message })
        leadership.expel(life, error)
      }
    }
    await ring
  }
}

/** @returns whether the bell rang before the time was up */
async function isRung(ring: Promise<void>, waitMs: number): Promise<boolean> {
  const { promise: timeUp, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), waitMs)
  try {
    return await Promise.race([ring.then(() => true), timeUp])
  } finally {
    clearTimeout(timer)
  }
}
