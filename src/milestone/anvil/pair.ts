import { join } from 'node:path'
import { messageOf, StartupError } from '../../kernel/runtime/errors.ts'
import type { BlockRef } from '../indexer/state.ts'
import {
  type AnvilOptions,
  type AnvilRecovery,
  demoChainId,
  type NodePace,
  nodePaceDefault,
} from './anvil.ts'
import { startAnvilProcess } from './anvil-process.ts'
import { type BlockJournal, openBlockJournal } from './block-journal.ts'
import { createCheckpoints } from './checkpoints.ts'
import type { NodeActions } from './node-actions.ts'
import { createNodeActions } from './pair-actions.ts'
import { createLeadership } from './pair-leadership.ts'
import { keepNode, type NodeKeeping, type NodeName, type PairNode } from './pair-node.ts'
import { type PairStatus, pairStatus } from './pair-status.ts'
import { tendPair } from './pair-tender.ts'
import { createBell } from './pair-turns.ts'
import { createRpcDoor, type RpcDoor } from './proxy.ts'

/** The demo chain on two nodes, behind one address each, with equal blocks: one leads, the other replays it. */
export interface Pair {
  readonly rpcUrls: readonly [string, string]
  /** Read only: what is written goes through `prepare`, and comes from the node that leads. */
  readonly journal: Pick<BlockJournal, 'genesisTimestamp' | 'headNumber' | 'hashAt' | 'isMarked' | 'read'>
  /** Resolves when the chain can be used for the first time; rejects when it never will be. */
  readonly ready: Promise<void>
  /** What only the leading node can do, past doors and faults. */
  readonly actions: NodeActions
  status(): PairStatus
  /**
   * Makes sure that these blocks survive the nodes, with everything else up to the leader's head.
   * @throws Error when the leader does not have them (any more), or nobody leads: then they must not be shown
   */
  journalBlocks(blocks: readonly Pick<BlockRef, 'number' | 'hash'>[]): Promise<void>
  /** Brings up the second node in the background, once the chain is ready. Until then the first is alone. */
  startSecond(): void
  /** For tests and faults. @returns whether there was a process to signal */
  killNode(which: NodeName | 'leader' | 'follower', signal?: NodeJS.Signals): boolean
  stop(): Promise<void>
}

/** @throws StartupError when the port is taken or the journal cannot be read */
export async function createPair(options: AnvilOptions): Promise<Pair> {
  const journal = openBlockJournal({
    file: join(options.folder, 'blocks.jsonl'),
    chainId: demoChainId,
    genesisTimestamp: options.genesisTimestamp,
  })
  const pace = { ...nodePaceDefault, ...options.pace }
  try {
    const first = await createRpcDoor(options.port ?? 0, pace)
    const second = await createRpcDoor(0, pace)
    return conduct({ ...options, pace }, journal, [
      placeOf('first', first, join(options.folder, 'home')),
      placeOf('second', second, join(options.folder, 'home-second')),
    ])
  } catch (error) {
    journal.close()
    throw error
  }
}

function placeOf(name: NodeName, door: RpcDoor, home: string): PairNode {
  const state = name === 'first' ? 'starting' : 'stopped'
  return { name, door, home, state, restarts: 0, life: undefined, lost: undefined }
}

function conduct(
  options: AnvilOptions & { pace: NodePace },
  journal: BlockJournal,
  nodes: readonly [PairNode, PairNode],
): Pair {
  const { log, now = Date.now, backoffMs = doubling, pace } = options
  const [first, second] = nodes
  const stopping = new AbortController()
  const bell = createBell()
  const ready = Promise.withResolvers<void>()
  ready.promise.catch(() => {})
  const running: Promise<void>[] = []
  let isPaired = false
  let wasReady = false
  let over: 'failed' | 'stopped' | undefined

  const report = (recovery: AnvilRecovery) => {
    log.warn('demo chain recovered', { ...recovery })
    options.onRecovery?.(recovery)
  }
  const leadership = createLeadership({
    ...options,
    journal,
    checkpoints: createCheckpoints(join(options.folder, 'states'), pace.checkpointBlocks),
    now,
    pace,
    report,
    wake: bell.ring,
    onLead: ({ node }) => {
      wasReady = true
      ready.resolve()
      log.info('demo chain ready', { node: node.name, rpcUrl: node.door.url, block: journal.headNumber })
    },
  })
  const keeping: NodeKeeping = {
    start: ({ home }) =>
      startAnvilProcess({
        binary: options.binary,
        home,
        chainId: journal.chainId,
        genesisTimestamp: journal.genesisTimestamp,
      }),
    join: leadership.join,
    leave: leadership.leave,
    isNeeded: () => !wasReady,
    rebuilt: ({ name }) =>
      `started the ${isPaired ? `${name} ` : ''}node again and rebuilt the chain up to block ${journal.headNumber}`,
    report,
    stopping: stopping.signal,
    log,
    now,
    backoffMs,
    pace,
  }
  const fail = async (cause: unknown) => {
    over = 'failed'
    first.door.close()
    await first.life?.process.stop()
    const known = cause instanceof StartupError
    ready.reject(
      known ? cause : new StartupError(`Cannot start the demo chain: ${messageOf(cause)}`, { cause }),
    )
  }
  const journalBlocks = async (blocks: readonly Pick<BlockRef, 'number' | 'hash'>[]) => {
    const isKept = () => blocks.every(({ number, hash }) => journal.hashAt(number) === hash)
    if (blocks.length === 0 || !isKept()) await leadership.copy()
    await journal.sync()
    if (!isKept()) throw new Error('Cannot journal blocks as the node does not have them any more')
  }
  const stop = async () => {
    // What nobody has read yet is part of the chain as well.
    await journalBlocks([]).catch(() => {})
    stopping.abort()
    bell.ring()
    for (const { door } of nodes) door.close()
    await Promise.all(nodes.map(({ life }) => life?.process.stop()))
    await Promise.all(running)
    await Promise.all(nodes.map(({ door }) => door.stop()))
    journal.close()
    over ??= 'stopped'
    ready.reject(new Error('The demo chain was stopped'))
  }
  running.push(keepNode(first, keeping).catch(fail))
  let stopped: Promise<void> | undefined
  return {
    rpcUrls: [first.door.url, second.door.url],
    journal,
    ready: ready.promise,
    actions: createNodeActions(leadership, bell.ring),
    status: () => pairStatus(nodes, leadership, journal, over),
    journalBlocks,
    startSecond: () => {
      if (isPaired) return
      isPaired = true
      second.state = 'starting'
      const begin = () => {
        if (stopping.signal.aborted) return
        running.push(
          keepNode(second, keeping),
          tendPair({ leadership, bell, stopping: stopping.signal, log }),
        )
      }
      ready.promise.then(begin, () => {})
    },
    killNode: (which, signal = 'SIGKILL') => {
      const life =
        which === 'leader'
          ? leadership.leader()
          : which === 'follower'
            ? leadership.follower()
            : nodes.find(({ name }) => name === which)?.life
      return life !== undefined && isSignalled(life.process.pid, signal)
    },
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

function isSignalled(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    // It ended a moment ago.
    return false
  }
}

function doubling(failures: number): number {
  return Math.min(100 * 2 ** (failures - 1), 5_000)
}
