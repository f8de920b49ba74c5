import PQueue from 'p-queue'
import { pause, within } from '../../kernel/runtime/async.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import { createDamageCheck } from './damage.ts'
import { copyState, createFollower, FollowerDiverged } from './follower.ts'
import { createGate, createNotifier } from './gate.ts'
import { bringUp, startClock } from './replay.ts'
import { changeState, rewind } from './rewind.ts'
import {
  awaitLeader,
  chainTimeMs,
  copyNow,
  type LeadershipOptions,
  leaderWaitMs,
  type Roles,
  requireLeader,
} from './roles.ts'
import type { RunningNode } from './supervise-node.ts'

export type Leadership = ReturnType<typeof createLeadership>

/**
 * Decides which node leads. The journal is between the nodes: it is copied from the leader, and the follower replays it.
 * So a follower never has a block that the journal lacks, and to take over it replays what is left of the journal.
 */
export function createLeadership(options: LeadershipOptions) {
  const { log, contracts = () => [] } = options
  const roles: Roles = {
    options,
    queue: new PQueue({ concurrency: 1 }),
    gate: createGate(),
    changed: createNotifier(),
    damage: createDamageCheck(contracts, (running: RunningNode, reason) => {
      log.error('demo chain: node damaged', { node: running.node.name, reason })
      evict(roles, running, reason)
    }),
    leader: undefined,
    follower: undefined,
    promotions: 0,
    isStateUnjournaled: false,
    lostLeader: undefined,
    newest: undefined,
  }
  return {
    /** The node that mines; undefined while there is none. */
    leader: () => roles.leader,
    /** The node that is ready and follows. */
    follower: () => roles.follower,
    awaitLeader: (refusedBy?: string, msMax?: number) => awaitLeader(roles, refusedBy, msMax),
    /** Makes a new process ready: as the leader if there is none, else as the follower. */
    join: (running: RunningNode) => join(roles, running),
    /** For a process that has ended; the follower takes over from a leader. */
    leave: (running: RunningNode, reason: string) =>
      removeRole(roles, running, `the ${running.node.name} node led and ended: ${reason}`),
    /** Stops a follower that cannot follow; the next process is rebuilt. */
    expel: (running: RunningNode, { message, isUndo }: FollowerDiverged) => {
      roles.isStateUnjournaled = roles.leader !== undefined && !isUndo
      evict(roles, running, message)
    },
    /** Copies the leader's new blocks to the journal. @throws Error when there is no leader */
    copy: () => roles.queue.add(() => copyNow(roles)),
    /** Checks both nodes for lost blocks and code, and stops one that lost any. */
    inspect: () =>
      roles.queue.add(async () => {
        for (const running of [roles.leader, roles.follower])
          if (running) await roles.damage.inspect(running).catch(() => {})
      }),
    /** Runs a request that may change the leader's chain; waits while the chain is rewound. */
    lead: roles.gate.shared,
    rewind: <Result>(task: (leader: RunningNode) => Promise<Result>) => rewind(roles, task),
  }
}

/** What was sent through the follower's proxy shall be visible there. */
async function showOn(roles: Roles, running: RunningNode): Promise<void> {
  roles.options.wake()
  if (roles.leader === running) return
  const caughtUp = roles.queue.add(() => copyNow(roles)).then(() => running.follower?.catchUp())
  await within(caughtUp, roles.options.timings.catchUpMsMax).catch(() => {})
}

function openProxy(roles: Roles, running: RunningNode): void {
  const { node } = running
  if (node.running !== running) throw new Error('the process has ended')
  node.state = 'ready'
  node.proxy.open({
    nodeUrl: running.process.url,
    leaderUrl: async (refusedBy) => (await awaitLeader(roles, refusedBy)).process.url,
    read: (task) => running.reads.shared(task, roles.options.timings.readWaitMsMax),
    lead: roles.gate.shared,
    changeState: (body) => changeState(roles, body),
    rewind: (post) => rewind(roles, (leading) => post(leading.process.url)),
    onLead: () => showOn(roles, running),
  })
}

async function lead(roles: Roles, running: RunningNode): Promise<void> {
  const { journal, now, report, onLeader, wake } = roles.options
  await roles.damage.requireCode(running)
  await startClock(running.rpc, chainTimeMs(roles))
  openProxy(roles, running)
  if (roles.follower === running) roles.follower = undefined
  running.follower = undefined
  roles.leader = running
  if (roles.lostLeader !== undefined) {
    report({
      event: 'leader_exit',
      context: roles.lostLeader.context,
      action: `the ${running.node.name} node leads from block ${journal.headNumber} on`,
      outcome: 'success',
      latencyMs: now() - roles.lostLeader.at,
    })
  }
  roles.lostLeader = undefined
  roles.changed.notify()
  onLeader(running.node)
  wake()
}

async function promoting(roles: Roles, task: () => Promise<void>): Promise<void> {
  roles.promotions += 1
  try {
    await task()
  } finally {
    roles.promotions -= 1
    roles.changed.notify()
  }
}

async function join(roles: Roles, running: RunningNode): Promise<void> {
  try {
    if (roles.leader === undefined && roles.promotions === 0)
      await promoting(roles, () => startAsLeader(roles, running))
    else await startAsFollower(roles, running)
  } catch (error) {
    // Unless a checkpoint is wrong: a replay from the first block finds out.
    if (error instanceof FollowerDiverged && !roles.options.checkpoints.discard())
      roles.isStateUnjournaled = roles.leader !== undefined && !error.isUndo
    throw error
  }
}

async function startAsLeader(roles: Roles, running: RunningNode): Promise<void> {
  const { options } = roles
  const onPhase = (phase: 'replaying' | 'preparing') => {
    running.node.state = phase
  }
  await bringUp(running.rpc, options.journal, options.checkpoints, { ...options, onPhase })
  await roles.damage.learnCode(running)
  roles.isStateUnjournaled = false
  roles.lostLeader = undefined
  await roles.queue.add(() => lead(roles, running))
}

async function startAsFollower(roles: Roles, running: RunningNode): Promise<void> {
  running.node.state = 'replaying'
  const journalFollower = await followerOf(roles, running)
  for (;;) {
    const changed = roles.changed.next()
    await journalFollower.catchUp()
    const hasRole = await roles.queue.add(async () => {
      if (roles.leader === undefined && roles.promotions > 0) return false
      if (roles.leader === undefined) {
        await promoting(roles, async () => {
          await journalFollower.catchUp()
          await lead(roles, running)
        })
      } else {
        running.follower = journalFollower
        openProxy(roles, running)
        roles.follower = running
        const { name } = running.node
        roles.options.log.info('demo chain: node follows', { node: name, block: journalFollower.head })
      }
      return true
    })
    if (hasRole) return
    await pause(leaderWaitMs, changed)
  }
}

/** Follows from a saved state, or from the leader's where a replay does not lead there. */
async function followerOf(roles: Roles, { rpc, reads }: RunningNode) {
  const { journal, checkpoints, timings } = roles.options
  const createAtHead = (changesApplied: number) =>
    createFollower({ rpc, journal, changesApplied, reads, drainMsMax: timings.drainMsMax })
  if (!roles.isStateUnjournaled) {
    await checkpoints.load(rpc, journal)
    return await createAtHead(0)
  }
  return await roles.queue.add(async () => {
    const from = requireLeader(roles)
    // A damaged leader may be what the journal does not lead to.
    await roles.damage.inspect(from)
    await copyState(from.rpc, rpc, journal)
    return await createAtHead(journal.stateChangesAfter(journal.headNumber).length)
  })
}

async function takeOver(roles: Roles, successor: RunningNode): Promise<void> {
  try {
    await successor.follower?.catchUp()
    // A catch-up that comes later would undo what the new leader mines.
    await successor.follower?.stop()
    await lead(roles, successor)
  } catch (error) {
    // A restart from an empty node finds out how much of the journal can be replayed.
    roles.options.log.warn('demo chain: the follower cannot take over', { reason: messageOf(error) })
    await successor.process.stop()
  }
}

function removeRole(roles: Roles, running: RunningNode, context: string): void {
  if (roles.follower === running) roles.follower = undefined
  if (roles.leader !== running) return
  roles.leader = undefined
  roles.lostLeader = { at: roles.options.now(), context }
  const successor = roles.follower
  // Counted as a promotion before the queue reaches it: a node that starts meanwhile must not lead as well.
  if (successor !== undefined) void promoting(roles, () => roles.queue.add(() => takeOver(roles, successor)))
}

/** Stops a node at once; its next process is rebuilt from the journal. */
function evict(roles: Roles, running: RunningNode, reason: string): void {
  const { node, process } = running
  const event = roles.leader === running ? 'node_exit' : 'follower_diverged'
  node.proxy.close()
  node.lost = { event, at: roles.options.now(), reason }
  void process.stop()
  removeRole(roles, running, `the ${node.name} node led and was stopped: ${reason}`)
}
