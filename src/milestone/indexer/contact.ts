import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import type { BlockRef } from './state.ts'
import type { TakenBatch } from './take-batch.ts'

/** Something that went wrong with the chain, and what was done about it. */
export interface RecoveryReport {
  event: string
  context: string
  action: string
  target: string
  outcome: 'success' | 'degraded' | 'failed' | 'pending'
  /** From notice to outcome; undefined while pending. */
  latencyMs: number | undefined
}

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

/** What kind of failure a step met. */
export type Trouble = 'unreachable' | 'unsettled' | 'not kept'

/** Blocks could be read and not be written down here. */
export class NotKept extends Error {
  constructor(cause: unknown) {
    super(messageOf(cause), { cause })
    this.name = 'NotKept'
  }
}

/** Keeps the status of one follower and tells what went wrong and right. */
export interface Contact {
  status(): FollowerStatus
  /** Failures in a row. */
  failures(): number
  answered(head: number, latencyMs: number): void
  noteHead(head: number, own: number | undefined): void
  settled(own: number | undefined): void
  failed(reason: string, trouble: Trouble): void
  halted(reason: string): void
  reorgUndone(from: BlockRef, to: BlockRef | undefined, latencyMs: number): void
  logsRepaired(taken: TakenBatch, latencyMs: number): void
}

/** A chain that moves while it is read is no news; one that never holds still is. */
const unsettledTolerated = 3

export function createContact({
  log,
  now,
  onRecovery,
}: {
  log: Log
  now: () => number
  onRecovery?: (report: RecoveryReport) => void
}): Contact {
  let status: FollowerStatus = {
    state: 'starting',
    reason: undefined,
    head: undefined,
    lagBlocks: 0,
    lastContactAt: undefined,
    latencyMs: undefined,
  }
  let failures = 0
  let troubled: { since: number; target: string } | undefined

  const report = (entry: Omit<RecoveryReport, 'context'>, context: string) => {
    log.warn(`chain: ${entry.event}`, { ...entry, context })
    onRecovery?.({ ...entry, context })
  }
  const noteHead = (head: number, own: number | undefined) => {
    status = { ...status, head, lagBlocks: own === undefined ? 0 : Math.max(0, head - own) }
  }

  return {
    status: () => status,
    failures: () => failures,
    noteHead,
    answered: (head, latencyMs) => {
      status = { ...status, head, lastContactAt: now(), latencyMs }
    },
    settled: (own) => {
      failures = 0
      noteHead(status.head ?? 0, own)
      status = { ...status, state: 'following', reason: undefined }
      if (troubled === undefined) return
      const { since, target } = troubled
      troubled = undefined
      report(
        {
          event: `${target}_reachable`,
          action: 'go on from the cursor',
          target,
          outcome: 'success',
          latencyMs: now() - since,
        },
        `following again at block ${own}`,
      )
    },
    failed: (reason, trouble) => {
      failures += 1
      if (trouble === 'unsettled' && failures <= unsettledTolerated) return
      status = { ...status, state: 'unreachable', reason }
      if (troubled !== undefined) return
      const target = trouble === 'not kept' ? 'database' : 'rpc'
      troubled = { since: now(), target }
      report(
        {
          event: `${target}_unreachable`,
          action: 'serve the last state and try again',
          target,
          outcome: 'pending',
          latencyMs: undefined,
        },
        reason,
      )
    },
    halted: (reason) => {
      status = { ...status, state: 'halted', reason }
      log.error('the indexer halted', { reason })
      report(
        {
          event: 'indexer_halted',
          action: 'serve the last state and stop following',
          target: 'read model',
          outcome: 'failed',
          latencyMs: 0,
        },
        reason,
      )
    },
    reorgUndone: (from, to, latencyMs) =>
      report(
        {
          event: 'reorg',
          action: 'undo to the common block',
          target: 'read model',
          outcome: 'success',
          latencyMs,
        },
        `blocks ${(to?.number ?? 0) + 1} to ${from.number} were replaced`,
      ),
    logsRepaired: ({ fetched, repaired }, latencyMs) => {
      const blocks = fetched.refetched.map((block) => block.number)
      if (repaired === undefined && blocks.length === 0) return
      report(
        {
          event: 'logs_missing',
          action: 'read the blocks again one by one',
          target: 'rpc',
          outcome: 'success',
          latencyMs,
        },
        repaired ?? `the bloom filters of blocks ${blocks.join(', ')} spoke of more logs`,
      )
    },
  }
}
