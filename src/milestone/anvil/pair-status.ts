import type { AnvilState } from './anvil.ts'
import type { BlockJournal } from './block-journal.ts'
import type { Leadership } from './pair-leadership.ts'
import type { NodeName, PairNode } from './pair-node.ts'

export interface NodeStatus {
  name: NodeName
  /** Undefined while it is not whole. */
  role: 'leader' | 'follower' | undefined
  state: AnvilState
  /** How often its process was started again. */
  restarts: number
  /** Its door: the same for as long as the service runs. */
  rpcUrl: string
  /** The process itself, for tools that must not pass the door; gone while it is down. */
  process: { pid: number; url: string } | undefined
  /** Its newest block, as last seen. */
  head: number | undefined
}

export interface PairStatus {
  /** Of the chain as a whole: ready while a node leads. */
  state: AnvilState
  nodes: readonly [NodeStatus, NodeStatus]
}

/** `over` tells the state of everything once it has ended. */
export function pairStatus(
  [first, second]: readonly [PairNode, PairNode],
  leadership: Leadership,
  journal: Pick<BlockJournal, 'headNumber'>,
  over: 'failed' | 'stopped' | undefined,
): PairStatus {
  const statusOf = ({ name, door, life, state, restarts }: PairNode): NodeStatus => {
    const isLeader = life !== undefined && life === leadership.leader()
    const isFollower = life !== undefined && life === leadership.follower()
    return {
      name,
      role: isLeader ? 'leader' : isFollower ? 'follower' : undefined,
      state: over ?? state,
      restarts,
      rpcUrl: door.url,
      process: life === undefined ? undefined : { pid: life.process.pid, url: life.process.url },
      head: isLeader ? journal.headNumber : life?.follower?.head,
    }
  }
  const isLed = leadership.leader() !== undefined
  // A node that is whole but does not lead is about to.
  const state = isLed ? 'ready' : first.state === 'ready' ? 'restarting' : first.state
  return { state: over ?? state, nodes: [statusOf(first), statusOf(second)] }
}
