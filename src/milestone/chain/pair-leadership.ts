import { messageOf } from '../../kernel/errors.ts'
import type { Log } from '../../kernel/log.ts'
import type { AnvilRecovery, NodePace } from './anvil.ts'
import type { BlockJournal } from './block-journal.ts'
import { bringUp, startClock } from './bring-up.ts'
import type { Checkpoints } from './checkpoints.ts'
import { copyBlocks } from './copy-blocks.ts'
import type { NodeBlock, NodeRpc } from './node-rpc.ts'
import { carryOutCheats } from './pair-cheat.ts'
import { FollowerDiverged } from './pair-follower.ts'
import type { NodeLife } from './pair-node.ts'
import { followFromJournal, followFromState } from './pair-state.ts'
import { createBell, createTurns, type Turns } from './pair-turns.ts'
import type { Behind } from './rpc-door.ts'

export interface LeadershipOptions {
  journal: BlockJournal
  checkpoints: Checkpoints
  now: () => number
  pace: NodePace
  log: Log
  report: (recovery: AnvilRecovery) => void
  prepare?: (rpc: NodeRpc, journal: BlockJournal) => Promise<void>
  onReplay?: (done: number, total: number) => void
  onLead: (life: NodeLife) => void
  /** Calls for a look at the leader's chain. */
  wake: () => void
}

/**
 * Decides which node leads. The journal stands between the nodes: it is copied from the leader, and who follows replays
 * it. So a follower never has what the journal has not, and taking over is replaying what is left of it.
 */
export interface Leadership {
  /** The node that mines; undefined while nobody does. */
  leader(): NodeLife | undefined
  /** The node that is whole and follows. */
  follower(): NodeLife | undefined
  /** Waits a moment for a leader, one on another port than `refusedBy`. */
  awaitLeader(refusedBy?: number): Promise<NodeLife | undefined>
  /** Makes a new process whole: as the leader if there is none, else as a follower. */
  join(life: NodeLife): Promise<void>
  /** Takes a node out that has ended; the follower takes over from a leader. */
  leave(life: NodeLife, reason: string): void
  /** Copies what the leader has and the journal has not. @throws Error when nobody leads */
  copy(): Promise<void>
  /** Runs a task while no blocks are copied and no node takes over. */
  whileNotCopied: Turns
  /** Takes out a follower that cannot follow; its process is ended, and the next one starts from the leader's state. */
  expel(life: NodeLife, reason: string): void
  /** Has the leader carry out state cheats, and notes them for whoever follows. @returns the leader's answer */
  cheat(body: string): Promise<string>
}

const leaderWaitMs = 1_500

export function createLeadership(options: LeadershipOptions): Leadership {
  const { journal, checkpoints, now, pace, log } = options
  const inTurn = createTurns()
  const changed = createBell()
  const followers = new Set<NodeLife>()
  let leader: NodeLife | undefined
  /** Somebody is on the way to lead: nobody else may begin. */
  let isClaimed = false
  /** The journal does not lead to the leader's state, as something changed it past the door. */
  let isUntold = false
  let lostLeader: { at: number; context: string } | undefined
  let newest: { block: NodeBlock; seenAt: number } | undefined

  const copyNow = async () => {
    const from = leader
    if (from === undefined) throw new Error('Cannot journal blocks as the node is down')
    const head = journal.headHash
    const block = await copyBlocks(from.rpc, journal)
    if (block.hash === head) return
    newest = { block, seenAt: now() }
    await checkpoints.save(from.rpc, journal)
  }
  /** The leader's clock may have been set ahead: what its last block said goes on. */
  const chainTimeMs = () => {
    if (newest === undefined || newest.block.hash !== journal.headHash) return now()
    return Math.max(now(), newest.block.timestamp * 1000 + now() - newest.seenAt)
  }
  const awaitLeader = async (refusedBy?: number) => {
    const timer = Promise.withResolvers<'late'>()
    const timeout = setTimeout(() => timer.resolve('late'), leaderWaitMs)
    try {
      for (;;) {
        const change = changed.next()
        if (leader !== undefined && leader.process.port !== refusedBy) return leader
        if ((await Promise.race([change, timer.promise])) === 'late') return undefined
      }
    } finally {
      clearTimeout(timeout)
    }
  }
  /** Whoever sent something through the follower's door shall see what came of it there. */
  const showOn = async (life: NodeLife) => {
    options.wake()
    if (leader === life) return
    const level = inTurn(copyNow).then(() => life.follower?.level())
    await Promise.race([level.catch(() => {}), Bun.sleep(pace.showMs)])
  }
  const behindOf = (life: NodeLife): Behind => ({
    nodePort: life.process.port,
    leaderPort: async (refusedBy) => (await awaitLeader(refusedBy))?.process.port,
    cheat,
    onLead: () => showOn(life),
  })
  const openDoor = (life: NodeLife) => {
    if (life.node.life !== life) throw new Error('the node ended meanwhile')
    life.node.state = 'ready'
    life.node.door.open(behindOf(life))
  }
  const lead = async (life: NodeLife) => {
    await startClock(life.rpc, chainTimeMs())
    openDoor(life)
    followers.delete(life)
    life.follower = undefined
    leader = life
    if (lostLeader !== undefined) {
      options.report({
        event: 'leader_exit',
        context: lostLeader.context,
        action: `the ${life.node.name} node leads from block ${journal.headNumber} on`,
        outcome: 'success',
        latencyMs: now() - lostLeader.at,
      })
    }
    lostLeader = undefined
    changed.ring()
    options.onLead(life)
    options.wake()
  }
  /** Without the claim, another node that starts meanwhile would lead as well. */
  const claimed = async (task: () => Promise<void>) => {
    isClaimed = true
    try {
      await task()
    } finally {
      isClaimed = false
      changed.ring()
    }
  }
  const found = (life: NodeLife) =>
    claimed(async () => {
      await bringUp(life.rpc, journal, checkpoints, {
        ...options,
        onPhase: (phase) => {
          life.node.state = phase
        },
      })
      isUntold = false
      lostLeader = undefined
      await inTurn(() => lead(life))
    })
  const follow = async (life: NodeLife) => {
    life.node.state = 'replaying'
    const follower = isUntold
      ? await inTurn(() => followFromState(life, journal, leader))
      : await followFromJournal(life, journal, checkpoints)
    for (;;) {
      const change = changed.next()
      await follower.level()
      const isWhole = await inTurn(async () => {
        if (leader === undefined && isClaimed) return false
        if (leader === undefined) {
          await claimed(async () => {
            await follower.level()
            await lead(life)
          })
        } else {
          life.follower = follower
          openDoor(life)
          followers.add(life)
          log.info('demo chain followed', { node: life.node.name, block: follower.head })
        }
        return true
      })
      if (isWhole) return
      await change
    }
  }
  const takeOver = async (successor: NodeLife) => {
    try {
      await successor.follower?.level()
      await lead(successor)
    } catch (error) {
      // An empty node is to tell what can still be made of the journal.
      log.warn('demo chain: the other node cannot take over', { reason: messageOf(error) })
      await successor.process.stop()
    }
  }
  const cheat = (body: string) =>
    inTurn(async () => {
      if (leader === undefined) throw new Error('Cannot pass a request on as no node leads')
      const answer = await carryOutCheats(leader, body, { journal, copy: copyNow })
      const [copy] = followers
      await copy?.follower?.level().catch(() => {})
      return answer
    })

  return {
    leader: () => leader,
    follower: () => [...followers][0],
    awaitLeader,
    join: async (life) => {
      try {
        if (leader === undefined && !isClaimed) await found(life)
        else await follow(life)
      } catch (error) {
        if (error instanceof FollowerDiverged) isUntold = leader !== undefined
        throw error
      }
    },
    leave: (life, reason) => {
      followers.delete(life)
      if (leader !== life) return
      leader = undefined
      lostLeader = { at: now(), context: `the ${life.node.name} node led and ended: ${reason}` }
      const [successor] = followers
      if (successor === undefined) return
      // Claimed before its turn comes.
      isClaimed = true
      void inTurn(() => claimed(() => takeOver(successor)))
    },
    expel: (life, reason) => {
      followers.delete(life)
      isUntold = leader !== undefined
      life.node.door.close()
      life.node.lost = { event: 'follower_diverged', at: now(), reason }
      void life.process.stop()
    },
    copy: () => inTurn(copyNow),
    whileNotCopied: inTurn,
    cheat,
  }
}
