import type { FollowerStatus } from './follower-status.ts'
import type { StoreStatus } from './replica.ts'

/** A leader that has reported nothing for so long is down, or cannot reach the database. */
const reportMsMax = 5_000

/**
 * The status of a process that follows the store: the leader's, as last reported; without a report, or when this
 * process itself had to halt, that of its own node.
 * @param own the status from when this process tried to lead
 * @param head the newest block of the model
 */
export function replicaStatus({
  store,
  own,
  head,
  now,
}: {
  /** Undefined while this process has not read the store. */
  store: StoreStatus | undefined
  own: FollowerStatus
  head: number | undefined
  now: number
}): FollowerStatus {
  const { readAt, problem, leader } = store ?? {}
  const unknown = { head, lagBlocks: 0, lastContactAt: undefined, latencyMs: undefined }
  if (problem !== undefined) return { ...unknown, state: 'unreachable', reason: problem }
  if (readAt === undefined) return own.state === 'following' ? { ...own, state: 'starting' } : own
  const ageMs = leader === undefined ? 0 : leader.ageMs + now - readAt
  if (leader !== undefined && ageMs <= reportMsMax) {
    const { state, reason, head: newest = head, silentMs } = leader
    return {
      state,
      reason,
      head: newest,
      lagBlocks: Math.max(0, (newest ?? 0) - (head ?? newest ?? 0)),
      lastContactAt: silentMs === undefined ? undefined : now - ageMs - silentMs,
      latencyMs: undefined,
    }
  }
  if (own.state === 'halted') return own
  if (leader === undefined)
    return own.state === 'unreachable' ? own : { ...unknown, state: 'starting', reason: undefined }
  const since = `The process that follows the chain has not reported for ${Math.floor(ageMs / 1000)} s`
  const last = leader.reason === undefined ? '' : `; its last report: ${leader.reason}`
  return { ...unknown, state: 'unreachable', reason: `${since}${last}` }
}
