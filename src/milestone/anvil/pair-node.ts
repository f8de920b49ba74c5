import { messageOf, StartupError } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import { pause } from '../indexer/pause.ts'
import type { AnvilRecovery, AnvilState, NodePace } from './anvil.ts'
import type { AnvilProcess } from './anvil-process.ts'
import { createNodeRpc, type NodeRpc } from './node-rpc.ts'
import type { JournalFollower } from './pair-follower.ts'
import { killWhenSilent } from './pair-watchdog.ts'
import type { RpcDoor } from './proxy.ts'

export type NodeName = 'first' | 'second'

/** One process of a node, from its start to its end. */
export interface NodeLife {
  node: PairNode
  process: AnvilProcess
  rpc: NodeRpc
  /** There while it follows. */
  follower: JournalFollower | undefined
}

/** A place for a node: one process after the other behind one door. */
export interface PairNode {
  readonly name: NodeName
  readonly door: RpcDoor
  /** Scratch files of its process. */
  readonly home: string
  state: AnvilState
  restarts: number
  life: NodeLife | undefined
  /** Why it is not whole since when; stays until it is whole again. */
  lost: { event: 'node_exit' | 'follower_diverged'; at: number; reason: string } | undefined
}

export interface NodeKeeping {
  start: (node: PairNode) => Promise<AnvilProcess>
  /** Resolves when the node is whole. */
  join: (life: NodeLife) => Promise<void>
  /** Called as soon as the process has ended or could not be made whole. */
  leave: (life: NodeLife, reason: string) => void
  isNeeded: () => boolean
  report: (recovery: AnvilRecovery) => void
  rebuilt: (node: PairNode) => string
  stopping: AbortSignal
  log: Log
  now: () => number
  backoffMs: (failures: number) => number
  pace: NodePace
}

const failuresMax = 5
const steadyMs = 30_000

/**
 * Starts the node's process, and again whenever it has ended, until told to stop.
 * @throws Error when it cannot be made whole a first time although nothing works without it
 */
export async function keepNode(node: PairNode, keeping: NodeKeeping): Promise<void> {
  const { stopping, log, now } = keeping
  let failures = 0
  while (!stopping.aborted) {
    const startedAt = now()
    let reason: string
    try {
      const process = await keeping.start(node)
      const life: NodeLife = { node, process, rpc: createNodeRpc(process.url), follower: undefined }
      node.life = life
      if (stopping.aborted) break
      killWhenSilent(process, keeping.pace)
      const died = process.exited.then((how) => Promise.reject(new Error(how)))
      await Promise.race([keeping.join(life), died])
      const { lost } = node
      if (lost !== undefined) keeping.report(recoveryOf(node, lost, keeping))
      node.lost = undefined
      reason = await process.exited
      failures = now() - startedAt > steadyMs ? 1 : failures + 1
      node.lost ??= { event: 'node_exit', at: now(), reason }
    } catch (error) {
      if (stopping.aborted) break
      failures += 1
      reason = messageOf(error)
      if (keeping.isNeeded() && (error instanceof StartupError || failures >= failuresMax)) throw error
    }
    node.door.close()
    node.state = 'restarting'
    if (node.life !== undefined) keeping.leave(node.life, reason)
    await node.life?.process.stop()
    node.life = undefined
    if (stopping.aborted) break
    node.restarts += 1
    log.warn('demo chain lost a node', { node: node.name, reason, restarts: node.restarts })
    await pause(keeping.backoffMs(failures), stopping)
  }
  await node.life?.process.stop()
}

function recoveryOf(
  node: PairNode,
  lost: NonNullable<PairNode['lost']>,
  { now, rebuilt }: NodeKeeping,
): AnvilRecovery {
  return {
    event: lost.event,
    context: lost.reason,
    action: rebuilt(node),
    outcome: 'success',
    latencyMs: now() - lost.at,
  }
}
