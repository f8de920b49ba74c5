import { join } from 'node:path'
import { messageOf, StartupError } from '../../kernel/errors.ts'
import type { Log } from '../../kernel/log.ts'
import type { BlockRef } from '../indexer/state.ts'
import { type AnvilProcess, startAnvilProcess } from './anvil-process.ts'
import { type BlockJournal, openBlockJournal } from './block-journal.ts'
import { bringUp } from './bring-up.ts'
import { createCheckpoints } from './checkpoints.ts'
import { copyBlocks } from './copy-blocks.ts'
import { createNodeRpc, type NodeRpc } from './node-rpc.ts'
import { createRpcDoor, type RpcDoor } from './rpc-door.ts'

export const demoChainId = 31337

export type AnvilState =
  | 'starting'
  | 'replaying'
  | 'preparing'
  | 'ready'
  | 'restarting'
  | 'failed'
  | 'stopped'

export interface AnvilStatus {
  state: AnvilState
  /** How often the node was started again because it had died. */
  restarts: number
  /** The same for as long as the service runs. */
  rpcUrl: string
  /** The node itself, for tools that must not pass the door; gone while it is down. */
  node: { pid: number; url: string } | undefined
}

/** Something that went wrong with the node, and what came of it. */
export interface AnvilRecovery {
  event: 'node_exit' | 'replay_cut'
  context: string
  action: string
  outcome: 'success' | 'degraded'
  latencyMs: number | undefined
}

export interface AnvilOptions {
  /** Where the journal and the node's files are kept. */
  folder: string
  binary: string
  log: Log
  /** Seconds since the epoch; only a journal that does not exist yet takes it. */
  genesisTimestamp: number
  /** 0 picks a free one. */
  port?: number
  /** Brings a node that stands at the journal's head to where the chain may be used; runs after every replay. */
  prepare?: (rpc: NodeRpc, journal: BlockJournal) => Promise<void>
  onReplay?: (done: number, total: number) => void
  onRecovery?: (recovery: AnvilRecovery) => void
  now?: () => number
  backoffMs?: (failures: number) => number
}

/** The demo chain's node: one process after the other behind one address, all with the same blocks. */
export interface Anvil {
  readonly rpcUrl: string
  /** Read only: what is written goes through `prepare` and `journalBlocks`. */
  readonly journal: Pick<BlockJournal, 'genesisTimestamp' | 'headNumber' | 'hashAt' | 'isMarked'>
  /** Resolves when the node can be used for the first time; rejects when it never will be. */
  readonly ready: Promise<void>
  status(): AnvilStatus
  /**
   * Makes sure that these blocks survive the node, with everything else up to its head.
   * @throws Error when the node does not have them (any more), or is down: then they must not be shown
   */
  journalBlocks(blocks: readonly Pick<BlockRef, 'number' | 'hash'>[]): Promise<void>
  stop(): Promise<void>
}

const failuresMax = 5
const steadyMs = 30_000

/** @throws StartupError when the port is taken or the journal cannot be read */
export async function createAnvil(options: AnvilOptions): Promise<Anvil> {
  const journal = openBlockJournal({
    file: join(options.folder, 'blocks.jsonl'),
    chainId: demoChainId,
    genesisTimestamp: options.genesisTimestamp,
  })
  const door = await createRpcDoor(options.port ?? 0).catch((cause) => {
    journal.close()
    throw cause
  })
  return supervise(options, journal, door)
}

function supervise(options: AnvilOptions, journal: BlockJournal, door: RpcDoor): Anvil {
  const { log, now = Date.now, backoffMs = doubling } = options
  const checkpoints = createCheckpoints(join(options.folder, 'states'))
  const stopping = new AbortController()
  const ready = Promise.withResolvers<void>()
  ready.promise.catch(() => {})
  let state: AnvilState = 'starting'
  let restarts = 0
  let node: AnvilProcess | undefined
  let journaling: Promise<void> = Promise.resolve()
  const report = (recovery: AnvilRecovery) => {
    log.warn('demo chain recovered', { ...recovery })
    options.onRecovery?.(recovery)
  }

  const run = async () => {
    let failures = 0
    let everReady = false
    let lost: { at: number; reason: string } | undefined
    while (!stopping.signal.aborted) {
      const startedAt = now()
      let reason: string
      try {
        node = await startAnvilProcess({
          binary: options.binary,
          home: join(options.folder, 'home'),
          chainId: journal.chainId,
          genesisTimestamp: journal.genesisTimestamp,
        })
        if (stopping.signal.aborted) break
        const phases = { ...options, now, report, onPhase: (phase: AnvilState) => (state = phase) }
        await bringUp(createNodeRpc(node.url), journal, checkpoints, phases)
        door.open(node.port)
        state = 'ready'
        ready.resolve()
        log.info('demo chain ready', { rpcUrl: door.url, block: journal.headNumber, restarts })
        if (lost !== undefined) report(restartOf(lost, now(), journal))
        lost = undefined
        everReady = true
        reason = await node.exited
        failures = now() - startedAt > steadyMs ? 1 : failures + 1
        lost = { at: now(), reason }
      } catch (error) {
        if (stopping.signal.aborted) break
        failures += 1
        reason = messageOf(error)
        if (!everReady && (error instanceof StartupError || failures >= failuresMax)) throw error
      }
      door.close()
      state = 'restarting'
      await node?.stop()
      node = undefined
      if (stopping.signal.aborted) break
      restarts += 1
      log.warn('demo chain lost its node', { reason, restarts })
      await pause(backoffMs(failures), stopping.signal)
    }
    await node?.stop()
  }
  const running = run().catch(async (cause) => {
    state = 'failed'
    door.close()
    await node?.stop()
    ready.reject(
      cause instanceof StartupError
        ? cause
        : new StartupError(`Cannot start the demo chain: ${messageOf(cause)}`, { cause }),
    )
  })

  const copy = async (blocks: readonly Pick<BlockRef, 'number' | 'hash'>[]) => {
    const isKept = () => blocks.every(({ number, hash }) => journal.hashAt(number) === hash)
    if (blocks.length > 0 && isKept()) return
    if (state !== 'ready' || node === undefined) throw new Error('Cannot journal blocks as the node is down')
    const rpc = createNodeRpc(node.url)
    await copyBlocks(rpc, journal)
    await journal.sync()
    if (!isKept()) throw new Error('Cannot journal blocks as the node does not have them any more')
    await checkpoints.save(rpc, journal)
  }
  const journalBlocks = (blocks: readonly Pick<BlockRef, 'number' | 'hash'>[]) => {
    const copied = journaling.then(() => copy(blocks))
    journaling = copied.catch(() => {})
    return copied
  }
  const stop = async () => {
    // What nobody has read yet is part of the chain as well.
    await journalBlocks([]).catch(() => {})
    stopping.abort()
    door.close()
    await node?.stop()
    await running
    await journaling
    await door.stop()
    journal.close()
    if (state !== 'failed') state = 'stopped'
    ready.reject(new Error('The demo chain was stopped'))
  }
  let stopped: Promise<void> | undefined
  return {
    rpcUrl: door.url,
    journal,
    ready: ready.promise,
    status: () => ({
      state,
      restarts,
      rpcUrl: door.url,
      node: node === undefined ? undefined : { pid: node.pid, url: node.url },
    }),
    journalBlocks,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

function restartOf(lost: { at: number; reason: string }, now: number, journal: BlockJournal): AnvilRecovery {
  return {
    event: 'node_exit',
    context: lost.reason,
    action: `started the node again and rebuilt the chain up to block ${journal.headNumber}`,
    outcome: 'success',
    latencyMs: now - lost.at,
  }
}

function doubling(failures: number): number {
  return Math.min(100 * 2 ** (failures - 1), 5_000)
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
