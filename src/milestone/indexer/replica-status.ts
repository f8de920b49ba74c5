import type { FollowerStatus } from './contact.ts'
import type { Replica } from './replica.ts'

/** A leader that has reported nothing for so long does not run, or cannot reach the database. */
const reportMsMax = 5_000

/**
 * The status of a process that follows the store: that of the leader, as last reported; where nobody has reported, or
 * this process itself had to halt, that of its own node.
 * @param own how this process fared with its node when it tried to lead
 * @param head the newest block of the model
 */
export function replicaStatus({
  contact,
  own,
  head,
  now,
}: {
  contact: ReturnType<Replica['contact']> | undefined
  own: FollowerStatus
  head: number | undefined
  now: number
}): FollowerStatus {
  const { at, problem, leader } = contact ?? { at: undefined, problem: undefined, leader: undefined }
  const unknown = { head, lagBlocks: 0, lastContactAt: undefined, latencyMs: undefined }
  if (problem !== undefined) return { ...unknown, state: 'unreachable', reason: problem }
  if (at === undefined) return own.state === 'following' ? { ...own, state: 'starting' } : own
  const ageMs = leader === undefined ? 0 : leader.ageMs + now - at
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
  const since = `Nothing was heard of the process that follows the chain for ${Math.floor(ageMs / 1000)} s`
  const said = leader.reason === undefined ? '' : `; before, it said: ${leader.reason}`
  return { ...unknown, state: 'unreachable', reason: `${since}${said}` }
}
