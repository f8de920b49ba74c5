import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import type { RecoveryEvent } from '../recovery-event.ts'
import type { BlockRef } from './state.ts'
import type { TakenBatch } from './take-batch.ts'

export interface FollowerStatus {
  state: 'starting' | 'following' | 'unreachable' | 'halted'
  /** Why it is unreachable or halted. */
  reason: string | undefined
  /** The node's newest block number, as last seen. */
  head: number | undefined
  /** How many blocks the model is behind the node. */
  lagBlocks: number
  /** When the node last answered, in milliseconds since the epoch. */
  lastContactAt: number | undefined
  /** How long its last answer took. */
  latencyMs: number | undefined
}

/** What kind of failure a step met: `unsettled` is a chain that changed while it was read. */
export type FailureKind = 'unreachable' | 'unsettled' | 'not stored'

/** Blocks were read but could not be written down here. */
export class NotStored extends Error {
  constructor(cause: unknown) {
    super(messageOf(cause), { cause })
    this.name = 'NotStored'
  }
}

/** Keeps the status of one follower and reports failures and recoveries. */
export type StatusTracker = ReturnType<typeof createStatusTracker>

/** A chain that moves while it is read is normal; one that never settles is a failure. */
const unsettledTolerated = 3

export function createStatusTracker({
  log,
  now,
  onRecovery,
}: {
  log: Log
  now: () => number
  onRecovery?: (event: RecoveryEvent) => void
}) {
  let status: FollowerStatus = {
    state: 'starting',
    reason: undefined,
    head: undefined,
    lagBlocks: 0,
    lastContactAt: undefined,
    latencyMs: undefined,
  }
  let failures = 0
  let failing: { since: number; target: string } | undefined

  const report = (event: RecoveryEvent) => {
    log.warn(`chain: ${event.event}`, { ...event })
    onRecovery?.(event)
  }
  const noteHead = (head: number, own: number | undefined) => {
    status = { ...status, head, lagBlocks: own === undefined ? 0 : Math.max(0, head - own) }
  }

  return {
    status: () => status,
    /** Failures in a row. */
    failures: () => failures,
    noteHead,
    answered: (head: number, latencyMs: number) => {
      status = { ...status, head, lastContactAt: now(), latencyMs }
    },
    caughtUp: (own: number | undefined) => {
      failures = 0
      noteHead(status.head ?? 0, own)
      status = { ...status, state: 'following', reason: undefined }
      if (failing === undefined) return
      const { since, target } = failing
      failing = undefined
      report({
        event: `${target}_reachable`,
        context: `following again at block ${own}`,
        action: 'go on from the cursor',
        target,
        outcome: 'success',
        latencyMs: now() - since,
      })
    },
    failed: (reason: string, kind: FailureKind) => {
      failures += 1
      if (kind === 'unsettled' && failures <= unsettledTolerated) return
      status = { ...status, state: 'unreachable', reason }
      if (failing !== undefined) return
      const target = kind === 'not stored' ? 'database' : 'rpc'
      failing = { since: now(), target }
      report({
        event: `${target}_unreachable`,
        context: reason,
        action: 'serve the last state and try again',
        target,
        outcome: 'pending',
      })
    },
    halted: (reason: string) => {
      status = { ...status, state: 'halted', reason }
      log.error('the indexer halted', { reason })
      report({
        event: 'indexer_halted',
        context: reason,
        action: 'serve the last state and stop following',
        target: 'read model',
        outcome: 'failed',
        latencyMs: 0,
      })
    },
    reorgUndone: (from: BlockRef, to: BlockRef | undefined, latencyMs: number) =>
      report({
        event: 'reorg',
        context: `blocks ${(to?.number ?? 0) + 1} to ${from.number} were replaced`,
        action: 'undo to the common block',
        target: 'read model',
        outcome: 'success',
        latencyMs,
      }),
    logsRepaired: ({ fetched, repaired }: TakenBatch, latencyMs: number) => {
      const blocks = fetched.refetched.map((block) => block.number)
      if (repaired === undefined && blocks.length === 0) return
      report({
        event: 'logs_missing',
        context:
          repaired ??
          `the bloom filters of ${blocks.length} of blocks ${Math.min(...blocks)} to ${Math.max(...blocks)} indicate more logs`,
        action: 'read the blocks again one by one',
        target: 'rpc',
        outcome: 'success',
        latencyMs,
      })
    },
  }
}
