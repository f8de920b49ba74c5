import { pause, within } from '../../kernel/runtime/async.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import type { Deployment } from '../contracts/deployment.ts'
import { createLens } from '../contracts/lens.ts'
import type { RecoveryEvent } from '../recovery-event.ts'
import { bloomEntriesOf } from './bloom.ts'
import type { ChainReader, Header } from './chain-reader.ts'
import { everythingIn } from './cross-check.ts'
import { createStatusTracker, type FailureKind, NotStored, type StatusTracker } from './follower-status.ts'
import type { ModelChange, ModelWriter } from './model-writer.ts'
import { undoDepthBlocks } from './read-model.ts'
import { NodeUnsettled, planNext } from './reorg.ts'
import type { BlockRef } from './state.ts'
import { type Store, StoreConflict } from './store.ts'
import { Halt, type TakenBatch, type TakeScope, takeBatch } from './take-batch.ts'

export interface FollowerOptions {
  reader: ChainReader
  deployment: Deployment
  store: Store
  writer: ModelWriter
  log: Log
  /** Milliseconds since the epoch. */
  now: () => number
  pollMs: number
  /** How long a node may stay behind us on our own chain before its shorter chain is accepted. */
  behindGraceMs?: number
  onChange?: (change: ModelChange) => void
  /** The model has reached the node's head. */
  onCaughtUp?: () => void
  onHalted?: () => void
  /**
   * Called with blocks before they become visible: every one of them within 64 blocks of the chain's head, the first
   * and the last of a longer stretch further back. A rejection keeps them invisible until it succeeds.
   */
  beforeApply?: (blocks: readonly BlockRef[]) => Promise<void>
  onRecovery?: (report: RecoveryEvent) => void
  /** Given when followers succeed each other, so that a failure that one meets can end in the next. */
  tracker?: StatusTracker
  /** Another process wrote to the store: this follower has stopped. */
  onConflict?: () => void
}

export type Follower = ReturnType<typeof createFollower>

const behindGraceMsDefault = 10_000
const backoffMsMax = 5000
/** A node that takes longer for its head is of no use, and another process may have a better one. */
const headMsMax = 5_000
/** A reorg is taken in as one step, so that readers never see the head go back. */
const wholeReorg = 2 * undoDepthBlocks

/**
 * Follows the chain through one node. A failure of the node is never thrown: it shows in the status, the model stays.
 */
export function createFollower(options: FollowerOptions) {
  const { reader, deployment, store, writer, log, now, pollMs } = options
  const tracker = options.tracker ?? createStatusTracker(options)
  const span = createSpan()
  const stopping = new AbortController()
  let committing: Promise<unknown> = Promise.resolve()
  let started = false
  let chainChecked = false
  let behindSince: number | undefined

  const scope = takeScopeOf(options, stopping.signal, (commit) => {
    committing = commit
  })
  const checkChainId = async () => {
    const chainId = await reader.chainId()
    if (chainId !== deployment.chainId) {
      throw new Halt(
        `The node serves chain ${chainId}, but CONTRACTS_FILE is for chain ${deployment.chainId}: check RPC_URLS. What was indexed is kept and served`,
      )
    }
    chainChecked = true
  }

  /** Takes in what lies between our head and `tip`, one batch at a time. */
  const followTo = async (tip: Header) => {
    for (;;) {
      const plan = await planNext(reader, deployment, { blocks: writer.readModel.blocks, tip })
      if (plan.kind !== 'behind') behindSince = undefined
      if (plan.kind === 'stay') return
      if (plan.kind === 'halt') throw new Halt(plan.reason)
      if (plan.kind === 'behind') return await waitForNode(tip, plan.at)
      const startedAt = now()
      const undone = plan.undo ? writer.readModel.head : undefined
      const taken = await span.adapting(() =>
        takeBatch(scope, {
          parent: plan.parent,
          undo: plan.undo,
          tip,
          span: plan.undo ? wholeReorg : span.current(),
        }),
      )
      if (undone !== undefined) tracker.reorgUndone(undone, plan.parent, now() - startedAt)
      tracker.logsRepaired(taken, now() - startedAt)
      options.onChange?.(taken.change)
      if (taken.fetched.reachesTip) return
      tracker.noteHead(tip.number, writer.readModel.head?.number)
      stopping.signal.throwIfAborted()
    }
  }

  /** A lagging node catches up; a chain that was rolled back does not, which is assumed after the grace time. */
  const waitForNode = async (tip: Header, at: BlockRef | undefined) => {
    behindSince ??= now()
    const behindMs = now() - behindSince
    if (behindMs < (options.behindGraceMs ?? behindGraceMsDefault)) return
    if (at === undefined) {
      throw new NodeUnsettled(
        `The node is far behind: its head is block ${tip.number}, and block ${writer.readModel.head?.number} was seen before`,
      )
    }
    const undone = writer.readModel.head
    const batch = { undoTo: at, blocks: [], events: [] }
    const change = writer.apply(batch, await scope.commit(batch))
    if (undone !== undefined) tracker.reorgUndone(undone, at, behindMs)
    options.onChange?.(change)
  }

  const step = async () => {
    const startedAt = now()
    try {
      if (!chainChecked) await checkChainId()
      const tip = await within(
        reader.head(),
        headMsMax,
        () => new Error(`The node did not answer for its head within ${headMsMax / 1000} s`),
      )
      tracker.answered(tip.number, now() - startedAt)
      await followTo(tip)
      tracker.caughtUp(writer.readModel.head?.number)
      options.onCaughtUp?.()
    } catch (error) {
      if (stopping.signal.aborted) return
      if (error instanceof StoreConflict) {
        log.warn('another process wrote to the chain store', { deployment: store.deployment })
        stopping.abort()
        options.onConflict?.()
      } else if (error instanceof Halt) {
        tracker.halted(error.message)
        stopping.abort()
        options.onHalted?.()
      } else {
        const kind = failureKindOf(error)
        tracker.failed(messageOf(error), kind)
        // A node that did not answer may be another one when it is back.
        if (kind === 'unreachable') chainChecked = false
      }
    }
  }

  const run = async () => {
    while (!stopping.signal.aborted) {
      await step()
      await pause(waitMs(tracker, pollMs), stopping.signal)
    }
  }

  return {
    start: () => {
      if (started) return
      started = true
      void run()
    },
    /** Resolves when nothing more will be written. */
    stop: async () => {
      stopping.abort()
      await committing
    },
    status: tracker.status,
    /** Reads the chain once and takes in everything new; for tests. */
    step,
  }
}

function failureKindOf(error: unknown): FailureKind {
  if (error instanceof NotStored) return 'not stored'
  return error instanceof NodeUnsettled ? 'unsettled' : 'unreachable'
}

function waitMs(tracker: StatusTracker, pollMs: number): number {
  return Math.min(pollMs * 2 ** tracker.failures(), Math.max(pollMs, backoffMsMax))
}

function takeScopeOf(
  { reader, deployment, store, writer, beforeApply }: FollowerOptions,
  stopping: AbortSignal,
  onCommit: (commit: Promise<unknown>) => void,
): TakeScope {
  return {
    reader,
    deployment,
    writer,
    lens: createLens(reader.call, deployment.contracts.MilestoneLens),
    bloomEntries: bloomEntriesOf(deployment.contracts),
    unchecked: everythingIn(writer.readModel),
    beforeApply: async (blocks) => {
      await beforeApply?.(blocks).catch((cause) => {
        throw cause instanceof NodeUnsettled ? cause : new NotStored(cause)
      })
    },
    pause: (ms) => pause(ms, stopping),
    commit: async (batch) => {
      stopping.throwIfAborted()
      const commit = store.commit(batch, writer.readModel.revision).catch((cause) => {
        throw cause instanceof StoreConflict ? cause : new NotStored(cause)
      })
      onCommit(commit.catch(() => {}))
      return await commit
    },
  }
}

const spanFirst = 16
const spanMost = 10_000
/** A batch of this size is folded in a few milliseconds, which delays readers little. */
const eventsWanted = 2500
const growthMost = 4

/** How many blocks to read at once: more while they have few events, fewer when they have many or reading fails. */
function createSpan() {
  let span = spanFirst
  let most = spanMost
  return {
    current: () => span,
    adapting: async (take: () => Promise<TakenBatch>) => {
      try {
        const taken = await take()
        const { events, spanMax, reachesTip } = taken.fetched
        if (spanMax !== undefined) most = Math.max(1, Math.min(most, spanMax))
        const growth = Math.min(growthMost, eventsWanted / Math.max(1, events.length))
        // At the tip few events do not mean quiet blocks, as a batch there may be a single block.
        if (growth < 1 || !reachesTip) span = Math.ceil(span * growth)
        span = Math.min(span, most)
        return taken
      } catch (error) {
        span = Math.max(1, span >> 1)
        throw error
      }
    },
  }
}
