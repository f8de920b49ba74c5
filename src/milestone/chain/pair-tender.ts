import { messageOf } from '../../kernel/errors.ts'
import type { Log } from '../../kernel/log.ts'
import { FollowerDiverged } from './pair-follower.ts'
import { watchHeads } from './pair-heads.ts'
import type { Leadership } from './pair-leadership.ts'
import type { NodeLife } from './pair-node.ts'
import type { Bell } from './pair-turns.ts'

/** A transaction is mined a moment after it was taken, so a ring is followed by some closer looks. */
const closeMs = 1
const idleMs = 500

/**
 * Keeps the journal at the leader's head and the follower at the journal's: at once when the bell rings, and now and
 * then anyway, as not everything that happens to a node rings. Ends at the first ring after `stopping` was aborted.
 */
export async function tendFollower(options: {
  leadership: Leadership
  bell: Bell
  stopping: AbortSignal
  log: Log
}): Promise<void> {
  const { leadership, bell, stopping, log } = options
  const levelFollower = async (wasIdle: boolean) => {
    const life = leadership.follower()
    const { follower } = life ?? {}
    if (life === undefined || follower === undefined) return
    try {
      await (wasIdle ? follower.verify() : follower.level())
    } catch (error) {
      // An error of the connection means that it has ended, which is noticed elsewhere.
      if (!(error instanceof FollowerDiverged) || leadership.follower() !== life) return
      log.warn('demo chain: the node that follows cannot', { node: life.node.name, reason: error.message })
      leadership.expel(life, error.message)
    }
  }
  let watched: { leader: NodeLife; stop: () => void } | undefined
  let waitMs = closeMs
  while (!stopping.aborted) {
    const ring = bell.next()
    const leader = leadership.leader()
    if (leader !== watched?.leader) {
      watched?.stop()
      watched = leader && { leader, stop: watchHeads(leader.process.port, bell.ring).stop }
    }
    try {
      await leadership.copy()
    } catch (error) {
      log.debug('demo chain: nothing to copy', { reason: messageOf(error) })
    }
    await levelFollower(waitMs === idleMs)
    const rang = await isRung(ring, waitMs)
    waitMs = rang ? closeMs : Math.min(waitMs * 2, idleMs)
  }
  watched?.stop()
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
