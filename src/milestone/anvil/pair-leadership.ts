import type { Hex } from 'viem'
import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import type { AnvilRecovery, NodePace } from './anvil.ts'
import type { BlockJournal } from './block-journal.ts'
import { bringUp, startClock } from './bring-up.ts'
import type { Checkpoints } from './checkpoints.ts'
import { copyBlocks } from './copy-blocks.ts'
import { whileNotMining } from './node-mining.ts'
import type { NodeBlock, NodeRpc } from './node-rpc.ts'
import { FollowerDiverged } from './pair-follower.ts'
import { createInspection } from './pair-inspection.ts'
import type { NodeLife } from './pair-node.ts'
import { followFromJournal, followFromState } from './pair-state.ts'
import { carryOutCheats } from './pair-state-changes.ts'
import { createBell, createGate, createTurns, type Turns } from './pair-turns.ts'
import type { Behind } from './proxy.ts'

export interface LeadershipOptions {
  journal: BlockJournal
  checkpoints: Checkpoints
  now: () => number
  pace: NodePace
  log: Log
  report: (recovery: AnvilRecovery) => void
  contracts?: () => readonly Hex[]
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
  /** Waits a moment for a leader, one at another URL than `refusedBy`. */
  awaitLeader(refusedBy?: string): Promise<NodeLife | undefined>
  /** Makes a new process whole: as the leader if there is none, else as a follower. */
  join(life: NodeLife): Promise<void>
  /** Takes a node out that has ended; the follower takes over from a leader. */
  leave(life: NodeLife, reason: string): void
  /** Copies what the leader has and the journal has not. @throws Error when nobody leads */
  copy(): Promise<void>
  /** Runs a request that may change the leader's chain; waits while the chain is rewound. */
  lead: Turns
  /**
   * Runs a request that takes blocks of the leader back, while nothing is mined or copied and no node takes over, and
   * checks the chain afterwards.
   */
  rewind<Answer>(task: (leader: NodeLife) => Promise<Answer>): Promise<Answer>
  /** Takes out a follower that cannot follow; its process is ended, and the next one is rebuilt. */
  expel(life: NodeLife, error: FollowerDiverged): void
  /** Looks whether the nodes still have the code of all contracts, and takes out the one that has not. */
  inspect(): Promise<void>
  /** Has the leader carry out state cheats, and notes them for whoever follows. @returns the leader's answer */
  cheat(body: string): Promise<string>
}

const leaderWaitMs = 1_500
const requestMsMax = 10_000

export function createLeadership(options: LeadershipOptions): Leadership {
  const { journal, checkpoints, now, pace, log, contracts = () => [] } = options
  const inTurn = createTurns()
  const changed = createBell()
  const gate = createGate(requestMsMax)
  const followers = new Set<NodeLife>()
  let leader: NodeLife | undefined
  /** Somebody is on the way to lead: nobody else may begin. */
  let isClaimed = false
  /** The journal does not lead to the leader's state, as something changed it past the door. */
  let isUntold = false
  let lostLeader: { at: number; context: string } | undefined
  let newest: { block: NodeBlock; seenAt: number } | undefined

  /** The node is out at once, and its next process is rebuilt from the journal. */
  const inspection = createInspection(contracts, (life, reason) => {
    log.error('demo chain: a node is damaged', { node: life.node.name, reason })
    takeOut(life, leader === life ? 'node_exit' : 'follower_diverged', reason)
    lose(life, `the ${life.node.name} node led and was stopped: ${reason}`)
  })
  const copyNow = async () => {
    const from = leader
    if (from === undefined) throw new Error('Cannot journal blocks as the node is down')
    const head = journal.headHash
    const block = await inspection.guarded(from, () => copyBlocks(from.rpc, journal))
    if (block.hash === head) return
    newest = { block, seenAt: now() }
    await checkpoints.save(from.rpc, journal)
  }
  /** The leader's clock may have been set ahead: what its last block said goes on. */
  const chainTimeMs = () => {
    if (newest === undefined || newest.block.hash !== journal.headHash) return now()
    return Math.max(now(), newest.block.timestamp * 1000 + now() - newest.seenAt)
  }
  const awaitLeader = async (refusedBy?: string) => {
    const timer = Promise.withResolvers<'late'>()
    const timeout = setTimeout(() => timer.resolve('late'), leaderWaitMs)
    try {
      for (;;) {
        const change = changed.next()
        if (leader !== undefined && leader.process.url !== refusedBy) return leader
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
    nodeUrl: life.process.url,
    leaderUrl: async (refusedBy) => (await awaitLeader(refusedBy))?.process.url,
    lead: gate.shared,
    cheat,
    rewind: (post) => rewind((leading) => post(leading.process.url)),
    onLead: () => showOn(life),
  })
  const openDoor = (life: NodeLife) => {
    if (life.node.life !== life) throw new Error('the node ended meanwhile')
    life.node.state = 'ready'
    life.node.door.open(behindOf(life))
  }
  const lead = async (life: NodeLife) => {
    await inspection.requireCode(life.rpc)
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
      await inspection.learn(life.rpc)
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
      await inspection.inspect(leader)
      const answer = await carryOutCheats(leader, body, { journal, copy: copyNow })
      await inspection.learn(leader.rpc)
      const [copy] = followers
      await copy?.follower?.level().catch(() => {})
      return answer
    })
  const rewind = async <Answer>(task: (leader: NodeLife) => Promise<Answer>) => {
    await awaitLeader()
    return await inTurn(async () => {
      const from = leader
      if (from === undefined) throw new Error('Cannot take blocks back as no node leads')
      try {
        return await gate.alone(() =>
          whileNotMining(from.rpc, async () => {
            // The journal then knows where the chain went back to.
            await copyNow()
            return await task(from)
          }),
        )
      } finally {
        // Blocks of a node that lost code must not get into the journal.
        await inspection
          .inspect(from)
          .then(copyNow)
          .catch(() => {})
      }
    })
  }
  const takeOut = (life: NodeLife, event: 'node_exit' | 'follower_diverged', reason: string) => {
    followers.delete(life)
    life.node.door.close()
    life.node.lost = { event, at: now(), reason }
    void life.process.stop()
  }
  const lose = (life: NodeLife, context: string) => {
    followers.delete(life)
    if (leader !== life) return
    leader = undefined
    lostLeader = { at: now(), context }
    const [successor] = followers
    if (successor === undefined) return
    // Claimed before its turn comes.
    isClaimed = true
    void inTurn(() => claimed(() => takeOver(successor)))
  }

  return {
    leader: () => leader,
    follower: () => [...followers][0],
    awaitLeader,
    join: async (life) => {
      try {
        if (leader === undefined && !isClaimed) await found(life)
        else await follow(life)
      } catch (error) {
        // A saved state may be what is wrong: a replay from the first block tells.
        if (error instanceof FollowerDiverged && !checkpoints.discard())
          isUntold = leader !== undefined && !error.isUndo
        throw error
      }
    },
    leave: (life, reason) => lose(life, `the ${life.node.name} node led and ended: ${reason}`),
    expel: (life, { message, isUndo }) => {
      isUntold = leader !== undefined && !isUndo
      takeOut(life, 'follower_diverged', message)
    },
    copy: () => inTurn(copyNow),
    inspect: () =>
      inTurn(async () => {
        for (const life of [leader, ...followers]) {
          if (life !== undefined) await inspection.inspect(life).catch(() => {})
        }
      }),
    lead: gate.shared,
    rewind,
    cheat,
  }
}
