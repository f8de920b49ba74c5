import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import type { Deployment } from '../contracts/deployment.ts'
import { createLens } from '../contracts/lens.ts'
import { bloomEntriesOf } from './bloom.ts'
import type { ChainReader, Header } from './chain-reader.ts'
import {
  type Contact,
  createContact,
  type FollowerStatus,
  NotKept,
  type RecoveryReport,
  type Trouble,
} from './contact.ts'
import { everythingIn } from './cross-check.ts'
import type { ModelChange, ModelWriter } from './model-writer.ts'
import { pause } from './pause.ts'
import { undoDepthBlocks } from './read-model.ts'
import { NodeUnsettled, planNext } from './reorg.ts'
import { createSpan } from './span.ts'
import type { BlockRef } from './state.ts'
import { type Store, StoreConflict } from './store.ts'
import { Halt, type TakeScope, takeBatch } from './take-batch.ts'

export type { FollowerStatus, RecoveryReport } from './contact.ts'

export interface FollowerOptions {
  reader: ChainReader
  deployment: Deployment
  store: Store
  writer: ModelWriter
  log: Log
  /** Milliseconds since the epoch. */
  now: () => number
  pollMs: number
  /** How long a node may stay behind us on our own chain before its shorter chain is believed. */
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
  onRecovery?: (report: RecoveryReport) => void
  /** Kept by one who follows again and again, so that what began in one life can end in another. */
  contact?: Contact
  /** Another process wrote to the store: this follower has stopped. */
  onConflict?: () => void
}

export interface Follower {
  start(): void
  /** Resolves when nothing more will be written. */
  stop(): Promise<void>
  status(): FollowerStatus
  /** One look at the chain and everything it brings; for tests and for commands that index once. */
  step(): Promise<void>
}

const behindGraceMsDefault = 10_000
const backoffMsMax = 5000
/** A reorg is taken in as one step, so that the head seen by readers does not go back and come again. */
const wholeReorg = 2 * undoDepthBlocks

/** Follows the chain through one node. No failure of the node is ever thrown: the status tells it, the model stays. */
export function createFollower(options: FollowerOptions): Follower {
  const { reader, deployment, store, writer, log, now, pollMs } = options
  const contact = options.contact ?? createContact(options)
  const span = createSpan()
  const stopping = new AbortController()
  let committing: Promise<unknown> = Promise.resolve()
  let started = false
  let chainChecked = false
  let behindSince: number | undefined

  const scope: TakeScope = {
    reader,
    deployment,
    writer,
    lens: createLens(reader.call, deployment.contracts.MilestoneLens),
    bloomEntries: bloomEntriesOf(deployment.contracts),
    unchecked: everythingIn(writer.model),
    beforeApply: async (blocks) => {
      await options.beforeApply?.(blocks).catch((cause) => {
        throw new NotKept(cause)
      })
    },
    pause: (ms) => pause(ms, stopping.signal),
    commit: async (batch) => {
      stopping.signal.throwIfAborted()
      const commit = store.commit(batch, writer.model.revision).catch((cause) => {
        throw cause instanceof StoreConflict ? cause : new NotKept(cause)
      })
      committing = commit.catch(() => {})
      return await commit
    },
  }

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
      const plan = await planNext(reader, deployment, { blocks: writer.model.blocks, tip })
      if (plan.kind !== 'behind') behindSince = undefined
      if (plan.kind === 'stay') return
      if (plan.kind === 'halt') throw new Halt(plan.reason)
      if (plan.kind === 'behind') return await waitForNode(tip, plan.at)
      const startedAt = now()
      const undone = plan.undo ? writer.model.head : undefined
      const taken = await span.adapting(() =>
        takeBatch(scope, {
          parent: plan.parent,
          undo: plan.undo,
          tip,
          span: plan.undo ? wholeReorg : span.current(),
        }),
      )
      if (undone !== undefined) contact.reorgUndone(undone, plan.parent, now() - startedAt)
      contact.logsRepaired(taken, now() - startedAt)
      options.onChange?.(taken.change)
      if (taken.fetched.reachesTip) return
      contact.noteHead(tip.number, writer.model.head?.number)
      stopping.signal.throwIfAborted()
    }
  }

  /** A lagging node catches up; a chain that was taken back does not, and after a while that is what it must be. */
  const waitForNode = async (tip: Header, at: BlockRef | undefined) => {
    behindSince ??= now()
    const behindMs = now() - behindSince
    if (behindMs < (options.behindGraceMs ?? behindGraceMsDefault)) return
    if (at === undefined) {
      throw new NodeUnsettled(
        `The node is far behind: its head is block ${tip.number}, and block ${writer.model.head?.number} was seen before`,
      )
    }
    const undone = writer.model.head
    const batch = { undoTo: at, blocks: [], events: [] }
    const change = writer.apply(batch, await scope.commit(batch))
    if (undone !== undefined) contact.reorgUndone(undone, at, behindMs)
    options.onChange?.(change)
  }

  const step = async () => {
    const askedAt = now()
    try {
      if (!chainChecked) await checkChainId()
      const tip = await reader.head()
      contact.answered(tip.number, now() - askedAt)
      await followTo(tip)
      contact.settled(writer.model.head?.number)
      options.onCaughtUp?.()
    } catch (error) {
      if (stopping.signal.aborted) return
      if (error instanceof StoreConflict) {
        log.warn('another process wrote to the chain store', { deployment: store.deployment })
        stopping.abort()
        options.onConflict?.()
      } else if (error instanceof Halt) {
        contact.halted(error.message)
        stopping.abort()
        options.onHalted?.()
      } else {
        contact.failed(messageOf(error), troubleOf(error))
        // A node that did not answer may be another one when it is back.
        if (troubleOf(error) === 'unreachable') chainChecked = false
      }
    }
  }

  const run = async () => {
    while (!stopping.signal.aborted) {
      await step()
      await pause(waitMs(contact, pollMs), stopping.signal)
    }
  }

  return {
    start: () => {
      if (started) return
      started = true
      void run()
    },
    stop: async () => {
      stopping.abort()
      await committing
    },
    status: contact.status,
    step,
  }
}

function troubleOf(error: unknown): Trouble {
  if (error instanceof NotKept) return 'not kept'
  return error instanceof NodeUnsettled ? 'unsettled' : 'unreachable'
}

function waitMs(contact: Contact, pollMs: number): number {
  return Math.min(pollMs * 2 ** contact.failures(), Math.max(pollMs, backoffMsMax))
}
