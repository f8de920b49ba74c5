import PQueue from 'p-queue'
import { pause, within } from '../../kernel/runtime/async.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import type { AnvilOptions, AnvilTimings, NodeRecovery } from './anvil.ts'
import type { BlockJournal } from './block-journal.ts'
import { bringUp, setClock, startClock } from './bring-up.ts'
import type { Checkpoints } from './checkpoints.ts'
import { copyBlocks } from './copy-blocks.ts'
import { createDamageCheck } from './damage.ts'
import { copyState, createFollower, FollowerDiverged } from './follower.ts'
import { createGate, createNotifier } from './gate.ts'
import type { NodeBlock } from './node-rpc.ts'
import { waitForEmptyPool, whileNotMining } from './pause-mining.ts'
import type { ProxyTarget } from './proxy.ts'
import { postTo } from './relay.ts'
import { stateChangesDone } from './request-route.ts'
import type { PairNode, RunningNode } from './supervise-node.ts'

export interface LeadershipOptions extends Pick<AnvilOptions, 'contracts' | 'prepare' | 'onReplay'> {
  journal: BlockJournal
  checkpoints: Checkpoints
  now: () => number
  timings: AnvilTimings
  log: Log
  report: (recovery: NodeRecovery) => void
  onLeader: (node: PairNode) => void
  /** Has the leader's new blocks copied soon. */
  wake: () => void
}

const leaderWaitMs = 1_500
const requestMsMax = 10_000

export type Leadership = ReturnType<typeof createLeadership>

/**
 * Decides which node leads. The journal is between the nodes: it is copied from the leader, and the follower replays it.
 * So a follower never has a block that the journal lacks, and to take over it replays what is left of the journal.
 */
export function createLeadership(options: LeadershipOptions) {
  const { journal, checkpoints, now, timings, log, contracts = () => [] } = options
  /** What reads or changes the leader's chain as a whole, and every change of roles, one at a time. */
  const queue = new PQueue({ concurrency: 1 })
  /** Requests that may change the leader's chain, apart from those that take blocks back. */
  const gate = createGate()
  const rolesChanged = createNotifier()
  let leader: RunningNode | undefined
  let follower: RunningNode | undefined
  /** Nodes on the way to lead. While there is one, no other may begin. */
  let promotions = 0
  /** A replay of the journal does not lead to the leader's state, as something changed it past the proxies. */
  let isStateUnjournaled = false
  let lostLeader: { at: number; context: string } | undefined
  let newest: { block: NodeBlock; seenAt: number } | undefined

  const requireLeader = () => {
    if (leader === undefined) throw new Error('Cannot use the demo chain as there is no leader')
    return leader
  }
  /** Waits a moment for a leader, one at another URL than `refusedBy`. @throws Error when there still is none */
  const awaitLeader = async (refusedBy?: string) => {
    const deadline = performance.now() + leaderWaitMs
    for (;;) {
      const changed = rolesChanged.next()
      if (leader !== undefined && leader.process.url !== refusedBy) return leader
      const msLeft = deadline - performance.now()
      if (msLeft <= 0) throw new Error('Cannot pass a request on as there is no leader')
      await pause(msLeft, changed)
    }
  }

  const damage = createDamageCheck(contracts, (running: RunningNode, reason) => {
    log.error('demo chain: node damaged', { node: running.node.name, reason })
    evict(running, reason)
  })
  const copyNow = async () => {
    const from = requireLeader()
    const head = journal.headHash
    const block = await damage.guard(from, () => copyBlocks(from.rpc, journal))
    if (block.hash === head) return
    newest = { block, seenAt: now() }
    await checkpoints.save(from.rpc, journal)
  }

  /** What was sent through the follower's proxy shall be visible there. */
  const showOn = async (running: RunningNode) => {
    options.wake()
    if (leader === running) return
    const caughtUp = queue.add(copyNow).then(() => running.follower?.catchUp())
    await within(caughtUp, timings.catchUpMsMax).catch(() => {})
  }
  const openProxy = (running: RunningNode) => {
    const { node } = running
    if (node.running !== running) throw new Error('the process has ended')
    node.state = 'ready'
    const target: ProxyTarget = {
      nodeUrl: running.process.url,
      leaderUrl: async (refusedBy) => (await awaitLeader(refusedBy)).process.url,
      read: (task) => running.reads.shared(task, timings.readWaitMsMax),
      lead: gate.shared,
      changeState,
      rewind: (post) => rewind((leading) => post(leading.process.url)),
      onLead: () => showOn(running),
    }
    node.proxy.open(target)
  }
  /** The leader's clock may have been set ahead: the time of its last block continues. */
  const chainTimeMs = () => {
    if (newest === undefined || newest.block.hash !== journal.headHash) return now()
    return Math.max(now(), newest.block.timestamp * 1000 + now() - newest.seenAt)
  }
  const lead = async (running: RunningNode) => {
    await damage.requireCode(running)
    await startClock(running.rpc, chainTimeMs())
    openProxy(running)
    if (follower === running) follower = undefined
    running.follower = undefined
    leader = running
    if (lostLeader !== undefined) {
      options.report({
        event: 'leader_exit',
        context: lostLeader.context,
        action: `the ${running.node.name} node leads from block ${journal.headNumber} on`,
        outcome: 'success',
        latencyMs: now() - lostLeader.at,
      })
    }
    lostLeader = undefined
    rolesChanged.notify()
    options.onLeader(running.node)
    options.wake()
  }
  const promoting = async (task: () => Promise<void>) => {
    promotions += 1
    try {
      await task()
    } finally {
      promotions -= 1
      rolesChanged.notify()
    }
  }
  const startAsLeader = async (running: RunningNode) => {
    const onPhase = (phase: 'replaying' | 'preparing') => {
      running.node.state = phase
    }
    await bringUp(running.rpc, journal, checkpoints, { ...options, onPhase })
    await damage.learnCode(running)
    isStateUnjournaled = false
    lostLeader = undefined
    await queue.add(() => lead(running))
  }
  const startAsFollower = async (running: RunningNode) => {
    running.node.state = 'replaying'
    const { rpc, reads } = running
    const createAtHead = (changesApplied: number) =>
      createFollower({ rpc, journal, changesApplied, reads, drainMsMax: timings.drainMsMax })
    const journalFollower = isStateUnjournaled
      ? await queue.add(async () => {
          const from = requireLeader()
          // A damaged leader may be what the journal does not lead to.
          await damage.inspect(from)
          await copyState(from.rpc, rpc, journal)
          return await createAtHead(journal.stateChangesAfter(journal.headNumber).length)
        })
      : await checkpoints.load(rpc, journal).then(() => createAtHead(0))
    for (;;) {
      const changed = rolesChanged.next()
      await journalFollower.catchUp()
      const hasRole = await queue.add(async () => {
        if (leader === undefined && promotions > 0) return false
        if (leader === undefined) {
          await promoting(async () => {
            await journalFollower.catchUp()
            await lead(running)
          })
        } else {
          running.follower = journalFollower
          openProxy(running)
          follower = running
          log.info('demo chain: node follows', { node: running.node.name, block: journalFollower.head })
        }
        return true
      })
      if (hasRole) return
      await pause(leaderWaitMs, changed)
    }
  }
  const takeOver = async (successor: RunningNode) => {
    try {
      await successor.follower?.catchUp()
      // A catch-up that comes later would undo what the new leader mines.
      await successor.follower?.stop()
      await lead(successor)
    } catch (error) {
      // A restart from an empty node finds out how much of the journal can be replayed.
      log.warn('demo chain: the follower cannot take over', { reason: messageOf(error) })
      await successor.process.stop()
    }
  }
  const removeRole = (running: RunningNode, context: string) => {
    if (follower === running) follower = undefined
    if (leader !== running) return
    leader = undefined
    lostLeader = { at: now(), context }
    const successor = follower
    // Counted as a promotion before the queue reaches it: a node that starts meanwhile must not lead as well.
    if (successor !== undefined) void promoting(() => queue.add(() => takeOver(successor)))
  }
  /** Stops a node at once; its next process is rebuilt from the journal. */
  const evict = (running: RunningNode, reason: string) => {
    const { node, process } = running
    const event = leader === running ? 'node_exit' : 'follower_diverged'
    node.proxy.close()
    node.lost = { event, at: now(), reason }
    void process.stop()
    removeRole(running, `the ${node.name} node led and was stopped: ${reason}`)
  }

  /** Has the follower follow and time go on, unless the leader lost code: the journal must not get its blocks then. */
  const followRewound = async (from: RunningNode) => {
    try {
      await damage.inspect(from)
      await copyNow()
      // The node's clock went back to the block that it goes on from, which may be days old.
      await setClock(from.rpc, chainTimeMs())
      const undoing = Promise.withResolvers<void>()
      const caughtUp = follower?.follower?.catchUp(undoing.resolve).catch(() => {})
      // Once reads wait at the follower, they need not at the leader.
      await within(Promise.race([undoing.promise, caughtUp]), timings.readWaitMsMax)
    } catch (error) {
      log.debug('demo chain: rewound blocks not copied', { reason: messageOf(error) })
    }
  }
  /**
   * Runs a request that takes blocks of the leader back, while nothing is sent, mined or copied and no node takes over.
   * Reads wait at the leader until it is done, then at the follower until it has followed, so that the two addresses do
   * not show different chains for long.
   */
  const rewind = async <Result>(task: (leader: RunningNode) => Promise<Result>): Promise<Result> => {
    await awaitLeader()
    return await queue.add(async () => {
      const from = requireLeader()
      const rewindAlone = () =>
        whileNotMining(from.rpc, async () => {
          // The journal then has the block that the chain went back to.
          await copyNow()
          const takeBack = () => task(from).finally(() => followRewound(from))
          return await from.reads.exclusive(takeBack, timings.drainMsMax)
        })
      return await gate.exclusive(rewindAlone, requestMsMax)
    })
  }
  /** Has the leader carry out a request that changes its state, and journals the changes. @returns the answer */
  const changeState = (body: string): Promise<string> =>
    queue.add(async () => {
      const from = requireLeader()
      await damage.inspect(from)
      // A change while a block is being mined would be journaled before that block.
      await waitForEmptyPool(from.rpc)
      await copyNow()
      const response = await postTo(from.process.url, body, AbortSignal.timeout(requestMsMax))
      const answer = await response.text()
      for (const change of stateChangesDone(body, answer)) journal.appendStateChange(change)
      await damage.learnCode(from)
      await follower?.follower?.catchUp().catch(() => {})
      return answer
    })

  return {
    /** The node that mines; undefined while there is none. */
    leader: () => leader,
    /** The node that is ready and follows. */
    follower: () => follower,
    awaitLeader,
    /** Makes a new process ready: as the leader if there is none, else as the follower. */
    join: async (running: RunningNode): Promise<void> => {
      try {
        if (leader === undefined && promotions === 0) await promoting(() => startAsLeader(running))
        else await startAsFollower(running)
      } catch (error) {
        // Unless a checkpoint is wrong: a replay from the first block finds out.
        if (error instanceof FollowerDiverged && !checkpoints.discard())
          isStateUnjournaled = leader !== undefined && !error.isUndo
        throw error
      }
    },
    /** For a process that has ended; the follower takes over from a leader. */
    leave: (running: RunningNode, reason: string) =>
      removeRole(running, `the ${running.node.name} node led and ended: ${reason}`),
    /** Stops a follower that cannot follow; the next process is rebuilt. */
    expel: (running: RunningNode, { message, isUndo }: FollowerDiverged) => {
      isStateUnjournaled = leader !== undefined && !isUndo
      evict(running, message)
    },
    /** Copies the leader's new blocks to the journal. @throws Error when there is no leader */
    copy: () => queue.add(copyNow),
    /** Checks both nodes for lost blocks and code, and stops one that lost any. */
    inspect: () =>
      queue.add(async () => {
        for (const running of [leader, follower]) if (running) await damage.inspect(running).catch(() => {})
      }),
    /** Runs a request that may change the leader's chain; waits while the chain is rewound. */
    lead: gate.shared,
    rewind,
  }
}
