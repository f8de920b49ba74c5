import { messageOf, StartupError } from '../../kernel/runtime/errors.ts'
import { deploymentKey } from '../contracts/deployment.ts'
import { createStatusTracker, type FollowerStatus } from './follower-status.ts'
import type { ModelChange } from './model-writer.ts'
import type { StoreStatus } from './replica.ts'
import { createStore } from './store.ts'
import { loadModel } from './store-snapshot.ts'
import { type TurnOptions, type Turns, takeTurns } from './take-turns.ts'

export interface IndexerOptions extends TurnOptions {
  /** Deletes what was indexed before. */
  reindex?: boolean
}

interface IndexerStatus extends FollowerStatus {
  /** Whether this process follows the chain itself, or the store that another process writes. */
  role: 'leader' | 'replica'
}

/** The read model of one deployment, kept up to date. */
export type Indexer = Awaited<ReturnType<typeof createIndexer>>

/**
 * Loads the stored model, without any RPC. Once started, the one process that holds the database's lock follows the
 * chain and reports its status; the others follow its rows, and take over when it is gone, halts, or loses its node.
 * @throws StartupError when the stored history cannot be read
 */
export async function createIndexer(options: IndexerOptions) {
  const { database, deployment, now } = options
  const store = createStore(database, deploymentKey(deployment))
  if (options.reindex === true) await store.drop()
  const writer = await store.read(loadModel).catch((cause) => {
    throw new StartupError(
      `Cannot load what was indexed as the stored events do not fit this version: ${messageOf(cause)}. Run "cairn serve --reindex" to read the chain anew`,
      { cause },
    )
  })
  const listeners = new Set<(change: ModelChange) => void>()
  const caughtUp = Promise.withResolvers<void>()
  const stopping = new AbortController()
  const turns: Turns = {
    options,
    store,
    writer,
    tracker: createStatusTracker(options),
    stopping: stopping.signal,
    onChange: (change) => {
      for (const listener of listeners) listener(change)
    },
    caughtUp: caughtUp.resolve,
    restUntil: 0,
    halts: 0,
    follower: undefined,
    replica: undefined,
  }
  let running: Promise<void> | undefined
  return {
    readModel: writer.readModel,
    /** Resolves when the model has reached the chain's head for the first time, or when following had to halt. */
    caughtUp: caughtUp.promise,
    start: () => {
      running ??= takeTurns(turns)
    },
    stop: async () => {
      stopping.abort()
      await running
    },
    status: (): IndexerStatus =>
      turns.follower !== undefined
        ? { role: 'leader', ...turns.tracker.status() }
        : {
            role: 'replica',
            ...replicaStatus({
              store: turns.replica?.storeStatus(),
              own: turns.tracker.status(),
              head: writer.readModel.head?.number,
              now: now(),
            }),
          },
    /** Calls `listener` after every visible change, until the returned function is called. */
    subscribe: (listener: (change: ModelChange) => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A leader that has reported nothing for so long is down, or cannot reach the database. */
const reportMsMax = 5_000

/**
 * The status of a process that follows the store: the leader's, as last reported; without a report, or when this
 * process itself had to halt, that of its own node.
 * @param own the status from when this process tried to lead
 * @param head the newest block of the model
 */
function replicaStatus({
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
