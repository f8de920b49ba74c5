import type PQueue from 'p-queue'
import { pause } from '../../kernel/runtime/async.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import type { AnvilOptions, AnvilTimings, NodeRecovery } from './anvil.ts'
import type { BlockJournal } from './block-journal.ts'
import type { Checkpoints } from './checkpoints.ts'
import { copyBlocks } from './copy-blocks.ts'
import type { createDamageCheck } from './damage.ts'
import type { Gate, Notifier } from './gate.ts'
import type { NodeBlock } from './node-rpc.ts'
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

/** Which node leads and which follows, with what every change of these shares. */
export interface Roles {
  readonly options: LeadershipOptions
  /** What reads or changes the leader's chain as a whole, and every change of roles, one at a time. */
  readonly queue: PQueue
  /** Requests that may change the leader's chain, apart from those that take blocks back. */
  readonly gate: Gate
  readonly changed: Notifier
  readonly damage: ReturnType<typeof createDamageCheck<RunningNode>>
  leader: RunningNode | undefined
  follower: RunningNode | undefined
  /** Nodes on the way to lead. While there is one, no other may begin. */
  promotions: number
  /** A replay of the journal does not lead to the leader's state, as something changed it past the proxies. */
  isStateUnjournaled: boolean
  lostLeader: { at: number; context: string } | undefined
  newest: { block: NodeBlock; seenAt: number } | undefined
}

export const leaderWaitMs = 1_500

export function requireLeader({ leader }: Roles): RunningNode {
  if (leader === undefined) throw new Error('Cannot use the demo chain as there is no leader')
  return leader
}

/** Waits a moment for a leader, one at another URL than `refusedBy`. @throws Error when there still is none */
export async function awaitLeader(
  roles: Roles,
  refusedBy?: string,
  msMax = leaderWaitMs,
): Promise<RunningNode> {
  const deadline = performance.now() + msMax
  for (;;) {
    const changed = roles.changed.next()
    if (roles.leader !== undefined && roles.leader.process.url !== refusedBy) return roles.leader
    const msLeft = deadline - performance.now()
    if (msLeft <= 0) throw new Error('Cannot pass a request on as there is no leader')
    await pause(msLeft, changed)
  }
}

/** Copies the leader's new blocks to the journal; only in the queue. */
export async function copyNow(roles: Roles): Promise<void> {
  const { journal, checkpoints, now } = roles.options
  const from = requireLeader(roles)
  const head = journal.headHash
  const block = await roles.damage.guard(from, () => copyBlocks(from.rpc, journal))
  if (block.hash === head) return
  roles.newest = { block, seenAt: now() }
  await checkpoints.saveWhenDue(from.rpc, journal)
}

/** The leader's clock may have been set ahead: the time of its last block continues. */
export function chainTimeMs({ newest, options: { journal, now } }: Roles): number {
  if (newest === undefined || newest.block.hash !== journal.headHash) return now()
  return Math.max(now(), newest.block.timestamp * 1000 + now() - newest.seenAt)
}
