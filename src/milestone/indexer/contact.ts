import type { Log } from '../../kernel/log.ts'
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

/** Keeps the status of one follower and tells what went wrong and right. */
export interface Contact {
  status(): FollowerStatus
  /** Failures in a row. */
  failures(): number
  answered(head: number, latencyMs: number): void
  noteHead(head: number, own: number | undefined): void
  settled(own: number | undefined): void
  /** @returns whether the node still counts as the one whose chain id was checked */
  failed(reason: string, unsettled: boolean): boolean
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
  let unreachableSince: number | undefined

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
      if (unreachableSince === undefined) return
      const latencyMs = now() - unreachableSince
      unreachableSince = undefined
      report(
        {
          event: 'rpc_reachable',
          action: 'go on from the cursor',
          target: 'rpc',
          outcome: 'success',
          latencyMs,
        },
        `following again at block ${own}`,
      )
    },
    failed: (reason, unsettled) => {
      failures += 1
      if (unsettled && failures <= unsettledTolerated) return true
      status = { ...status, state: 'unreachable', reason }
      if (unreachableSince !== undefined) return unsettled
      unreachableSince = now()
      report(
        {
          event: 'rpc_unreachable',
          action: 'serve the last state and try again',
          target: 'rpc',
          outcome: 'pending',
          latencyMs: undefined,
        },
        reason,
      )
      return unsettled
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
