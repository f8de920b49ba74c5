import { join } from 'node:path'
import { messageOf, StartupError } from '../../kernel/runtime/errors.ts'
import { NodeUnsettled } from '../indexer/reorg.ts'
import {
  type AnvilOptions,
  type AnvilTimings,
  demoChainId,
  type NodeActions,
  type NodeName,
  type NodeRecovery,
  type NodeStatus,
  type Pair,
  timingsDefault,
} from './anvil.ts'
import { startAnvilProcess } from './anvil-process.ts'
import { type BlockJournal, openBlockJournal } from './block-journal.ts'
import { createCheckpoints } from './checkpoints.ts'
import { createNotifier } from './gate.ts'
import { createLeadership, type Leadership } from './leadership.ts'
import { NodeRpcError, quantity } from './node-rpc.ts'
import { createRpcProxy, type RpcProxy } from './proxy.ts'
import { replicate } from './replication.ts'
import { type PairNode, type RunningNode, type Supervision, superviseNode } from './supervise-node.ts'

/** @throws StartupError when the port is taken or the journal cannot be read */
export async function createPair(options: AnvilOptions): Promise<Pair> {
  const journal = openBlockJournal({
    file: join(options.folder, 'blocks.jsonl'),
    chainId: demoChainId,
    genesisTimestamp: options.genesisTimestamp,
  })
  try {
    const first = await createRpcProxy(options.port ?? 0)
    const second = await createRpcProxy(0)
    return startPair({ ...options, timings: { ...timingsDefault, ...options.timings } }, journal, [
      createNode('first', first, join(options.folder, 'home')),
      createNode('second', second, join(options.folder, 'home-second')),
    ])
  } catch (error) {
    journal.close()
    throw error
  }
}

function createNode(name: NodeName, proxy: RpcProxy, home: string): PairNode {
  const state = name === 'first' ? 'starting' : 'stopped'
  return { name, proxy, home, state, restarts: 0, running: undefined, lost: undefined }
}

function startPair(
  options: AnvilOptions & { timings: AnvilTimings },
  journal: BlockJournal,
  nodes: readonly [PairNode, PairNode],
): Pair {
  const { log, now = Date.now, backoffMs = exponentialBackoffMs, timings } = options
  const [first, second] = nodes
  const stopping = new AbortController()
  const wake = createNotifier()
  const ready = Promise.withResolvers<void>()
  ready.promise.catch(() => {})
  const tasks: Promise<void>[] = []
  let isPaired = false
  let wasReady = false
  let over: 'failed' | 'stopped' | undefined

  const report = (recovery: NodeRecovery) => {
    log.warn('demo chain recovered', { ...recovery })
    options.onRecovery?.({ ...recovery, target: 'demo chain' })
  }
  const leadership = createLeadership({
    ...options,
    journal,
    checkpoints: createCheckpoints(join(options.folder, 'states'), timings.checkpointBlocks),
    now,
    report,
    wake: wake.notify,
    onLeader: ({ name, proxy }) => {
      wasReady = true
      ready.resolve()
      log.info('demo chain ready', { node: name, rpcUrl: proxy.url, block: journal.headNumber })
    },
  })
  const supervision: Supervision = {
    start: ({ home }) =>
      startAnvilProcess({
        binary: options.binary,
        home,
        chainId: journal.chainId,
        genesisTimestamp: journal.genesisTimestamp,
      }),
    join: leadership.join,
    // When both are stopped, neither takes over.
    leave: (running, reason) => {
      if (!stopping.signal.aborted) leadership.leave(running, reason)
    },
    isNeeded: () => !wasReady,
    report,
    restarted: ({ name }) =>
      `started the ${isPaired ? `${name} ` : ''}node again and rebuilt the chain up to block ${journal.headNumber}`,
    stopping: stopping.signal,
    log,
    now,
    backoffMs,
    timings,
  }
  const fail = async (cause: unknown) => {
    over = 'failed'
    first.proxy.close()
    await first.running?.process.stop()
    const known = cause instanceof StartupError
    ready.reject(
      known ? cause : new StartupError(`Cannot start the demo chain: ${messageOf(cause)}`, { cause }),
    )
  }
  const journalBlocks: Pair['journalBlocks'] = async (blocks) => {
    const isJournaled = () => blocks.every(({ number, hash }) => journal.hashAt(number) === hash)
    if (blocks.length === 0 || !isJournaled()) await leadership.copy()
    await journal.sync()
    if (!isJournaled())
      throw new NodeUnsettled('Cannot journal blocks as the node does not have them any more')
  }
  const stop = async () => {
    // Blocks that no client has read yet are part of the chain as well.
    await journalBlocks([]).catch(() => {})
    stopping.abort()
    wake.notify()
    for (const { proxy } of nodes) proxy.close()
    await Promise.all(nodes.map(({ running }) => running?.process.stop()))
    await Promise.all(tasks)
    await Promise.all(nodes.map(({ proxy }) => proxy.stop()))
    journal.close()
    over ??= 'stopped'
    ready.reject(new Error('The demo chain was stopped'))
  }
  const statusOf = (node: PairNode) => nodeStatus(node, leadership, journal, over)
  tasks.push(superviseNode(first, supervision).catch(fail))
  let stopped: Promise<void> | undefined
  return {
    rpcUrls: [first.proxy.url, second.proxy.url],
    journal,
    ready: ready.promise,
    actions: createActions(leadership, wake.notify),
    status: () => {
      const hasLeader = leadership.leader() !== undefined
      // A node that is ready but does not lead is about to.
      const state = hasLeader ? 'ready' : first.state === 'ready' ? 'restarting' : first.state
      return { state: over ?? state, nodes: [statusOf(first), statusOf(second)] }
    },
    journalBlocks,
    startSecond: () => {
      if (isPaired) return
      isPaired = true
      second.state = 'starting'
      const begin = () => {
        if (stopping.signal.aborted) return
        tasks.push(
          superviseNode(second, supervision),
          replicate({ leadership, wake, stopping: stopping.signal, log }),
        )
      }
      ready.promise.then(begin, () => {})
    },
    killNode: (which, signal = 'SIGKILL') => {
      const isMeant = (node: PairNode) => [node.name, statusOf(node).role].includes(which)
      return nodes.find(isMeant)?.running?.process.signal(signal) ?? false
    },
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

function nodeStatus(
  { name, state, restarts, proxy, running }: PairNode,
  leadership: Leadership,
  journal: BlockJournal,
  over: 'failed' | 'stopped' | undefined,
): NodeStatus {
  const isLeader = running !== undefined && running === leadership.leader()
  const isFollower = running !== undefined && running === leadership.follower()
  return {
    name,
    role: isLeader ? 'leader' : isFollower ? 'follower' : undefined,
    state: over ?? state,
    restarts,
    rpcUrl: proxy.url,
    process: running && { pid: running.process.pid, url: running.process.url },
    head: isLeader ? journal.headNumber : running?.follower?.head,
  }
}

const nextLeaderMsMax = 10_000

function createActions({ awaitLeader, lead, rewind }: Leadership, onAction: () => void): NodeActions {
  type Task = (leader: RunningNode) => Promise<unknown>
  /** Once more on the next leader when one has ended, as its changes are lost with it. */
  const act = async (run: (task: Task) => Promise<unknown>, method: string, params: readonly unknown[]) => {
    const call: Task = ({ rpc }) => rpc.call(method, params)
    const { process } = await awaitLeader()
    try {
      await run(call)
    } catch (error) {
      if (error instanceof NodeRpcError) throw error
      await awaitLeader(process.url, nextLeaderMsMax).catch(() => {
        throw error
      })
      await run(call)
    } finally {
      onAction()
    }
  }
  const onLeader = (task: Task) => lead(async () => await task(await awaitLeader()))
  return {
    reorg: (depth) => act(rewind, 'anvil_reorg', [depth, []]),
    setNextBaseFee: (wei) => act(onLeader, 'anvil_setNextBlockBaseFeePerGas', [quantity(wei)]),
    mine: () => act(onLeader, 'evm_mine', []),
  }
}

function exponentialBackoffMs(failures: number): number {
  return Math.min(100 * 2 ** (failures - 1), 5_000)
}
