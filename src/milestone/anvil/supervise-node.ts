import { pause } from '../../kernel/runtime/async.ts'
import { messageOf, StartupError } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import type { AnvilState, AnvilTimings, NodeName, NodeRecovery } from './anvil.ts'
import type { AnvilProcess } from './anvil-process.ts'
import type { JournalFollower } from './follower.ts'
import { createGate, type Gate } from './gate.ts'
import { createNodeRpc, type NodeRpc } from './node-rpc.ts'
import type { RpcProxy } from './proxy.ts'

/** A node of the pair: one process after the other behind one proxy. */
export interface PairNode {
  readonly name: NodeName
  readonly proxy: RpcProxy
  /** Scratch files of its process. */
  readonly home: string
  state: AnvilState
  restarts: number
  running: RunningNode | undefined
  /** Why and since when it is not ready; kept until it is ready again. */
  lost: { event: 'node_exit' | 'follower_diverged'; at: number; reason: string } | undefined
}

/** One process of a node, from its start to its end. */
export interface RunningNode {
  readonly node: PairNode
  readonly process: AnvilProcess
  readonly rpc: NodeRpc
  /** Keeps reads through the proxy apart from changes of the chain that they must not see. */
  readonly reads: Gate
  /** Undefined unless it follows. */
  follower: JournalFollower | undefined
}

export interface Supervision {
  start: (node: PairNode) => Promise<AnvilProcess>
  /** Resolves when the node is ready. */
  join: (running: RunningNode) => Promise<void>
  /** Called as soon as the process has ended or could not be made ready. */
  leave: (running: RunningNode, reason: string) => void
  isNeeded: () => boolean
  report: (recovery: NodeRecovery) => void
  /** Describes a restart that succeeded. */
  restarted: (node: PairNode) => string
  stopping: AbortSignal
  log: Log
  now: () => number
  backoffMs: (failures: number) => number
  timings: AnvilTimings
}

const failuresMax = 5
const stableMs = 30_000

/**
 * Starts the node's process, and again whenever it has ended, until `stopping` aborts.
 * @throws Error when it cannot be made ready the first time and nothing works without it
 */
export async function superviseNode(node: PairNode, options: Supervision): Promise<void> {
  const { stopping, log, now } = options
  let failures = 0
  while (!stopping.aborted) {
    const startedAt = now()
    let reason: string
    try {
      const process = await options.start(node)
      const rpc = createNodeRpc(process.url)
      const running: RunningNode = { node, process, rpc, reads: createGate(), follower: undefined }
      node.running = running
      if (stopping.aborted) break
      void killUnresponsive(process, options.timings)
      const ended = process.exited.then((how) => Promise.reject(new Error(how)))
      await Promise.race([options.join(running), ended])
      const { lost } = node
      if (lost !== undefined)
        options.report({
          event: lost.event,
          context: lost.reason,
          action: options.restarted(node),
          outcome: 'success',
          latencyMs: now() - lost.at,
        })
      node.lost = undefined
      reason = await process.exited
      failures = now() - startedAt > stableMs ? 1 : failures + 1
      node.lost ??= { event: 'node_exit', at: now(), reason }
    } catch (error) {
      if (stopping.aborted) break
      failures += 1
      reason = messageOf(error)
      if (options.isNeeded() && (error instanceof StartupError || failures >= failuresMax)) throw error
    }
    const { running } = node
    // Before anything else: a `join` that still runs must not make this process the leader or the follower.
    node.running = undefined
    node.proxy.close()
    node.state = 'restarting'
    if (running !== undefined) options.leave(running, reason)
    await running?.process.stop()
    if (stopping.aborted) break
    node.restarts += 1
    log.warn('demo chain: node restarts', { node: node.name, reason, restarts: node.restarts })
    await pause(options.backoffMs(failures), stopping)
  }
  await node.running?.process.stop()
}

/** In a row, one after the other: a pause of this process itself fails one at most. */
const failedChecksMax = 3

/** Kills a process that runs but does not answer, which is worse than one that has ended. */
async function killUnresponsive(
  { url, exited, signal }: AnvilProcess,
  { healthCheckMs, healthTimeoutMs }: AnvilTimings,
): Promise<void> {
  const rpc = createNodeRpc(url, healthTimeoutMs)
  const ended = new AbortController()
  void exited.then(() => ended.abort())
  let failed = 0
  let begunAt = performance.now()
  while (failed < failedChecksMax) {
    // A check that waited for its timeout is followed by the next one at once.
    await pause(Math.max(0, begunAt + healthCheckMs - performance.now()), ended.signal)
    if (ended.signal.aborted) return
    begunAt = performance.now()
    // Unlike other methods, this one waits for nothing inside the node.
    failed = await rpc.call('web3_clientVersion').then(
      () => 0,
      () => failed + 1,
    )
  }
  signal('SIGKILL')
}
