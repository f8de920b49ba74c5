import { pause } from '../../kernel/runtime/async.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import { FollowerDiverged } from './follower.ts'
import { createNotifier, type Notifier } from './gate.ts'
import type { Leadership } from './leadership.ts'
import type { RunningNode } from './supervise-node.ts'

/** A transaction is mined a moment after it was sent, so a notification is followed by copies at short intervals. */
const waitMsMin = 1
const waitMsMax = 500
const inspectMs = 2_000

interface Replication {
  leadership: Leadership
  /** Notified when the leader's chain may have changed. */
  wake: Notifier
  stopping: AbortSignal
  log: Log
}

/**
 * Keeps the journal at the leader's head and the follower at the journal's: at once when notified, and at intervals, as
 * not every change of a node is. The follower may fall behind, the journal must not: what it lacks is lost with the
 * leader. Ends at the first notification after `stopping` was aborted.
 */
export async function replicate(options: Replication): Promise<void> {
  const journaled = createNotifier()
  await Promise.all([updateJournal(options, journaled), updateFollower(options, journaled)])
}

async function updateJournal(
  { leadership, wake, stopping, log }: Replication,
  journaled: Notifier,
): Promise<void> {
  let watched: { leader: RunningNode; stop: () => void } | undefined
  let waitMs = waitMsMin
  let inspectedAt = performance.now()
  while (!stopping.aborted) {
    const woken = wake.next()
    const leader = leadership.leader()
    if (leader !== watched?.leader) {
      watched?.stop()
      watched = leader && { leader, stop: watchHeads(leader.process.url, wake.notify) }
    }
    try {
      await leadership.copy()
      if (performance.now() - inspectedAt > inspectMs) {
        inspectedAt = performance.now()
        await leadership.inspect()
      }
    } catch (error) {
      log.debug('demo chain: blocks not copied', { reason: messageOf(error) })
    }
    journaled.notify()
    await pause(waitMs, woken)
    waitMs = woken.aborted ? waitMsMin : Math.min(waitMs * 2, waitMsMax)
  }
  watched?.stop()
  journaled.notify()
}

async function updateFollower(
  { leadership, stopping, log }: Replication,
  journaled: Notifier,
): Promise<void> {
  while (!stopping.aborted) {
    const changed = journaled.next()
    const running = leadership.follower()
    try {
      await running?.follower?.catchUp()
    } catch (error) {
      // An error of the connection means that the process has ended, which its supervisor handles.
      if (running !== undefined && error instanceof FollowerDiverged) {
        // A damaged leader makes blocks that no other node can make.
        await leadership.inspect()
        if (running === leadership.follower()) {
          log.warn('demo chain: follower diverged', { node: running.node.name, reason: error.message })
          leadership.expel(running, error)
        }
      }
    }
    await pause(waitMsMax, changed)
  }
}

/**
 * Calls `onHead` for every new block until stopped. That only shortens the wait: blocks that are taken back are not
 * reported, nor is anything once the connection breaks.
 */
function watchHeads(nodeUrl: string, onHead: () => void): () => void {
  const socket = new WebSocket(nodeUrl.replace('http:', 'ws:'))
  socket.addEventListener('open', () => {
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] }))
  })
  socket.addEventListener('message', onHead)
  // The supervisor notices a node that goes away.
  socket.addEventListener('error', () => {})
  return () => socket.close()
}
