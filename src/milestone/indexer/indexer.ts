import { messageOf, StartupError } from '../../kernel/runtime/errors.ts'
import { deploymentKey } from '../contracts/deployment.ts'
import { createStatusTracker, type FollowerStatus } from './follower-status.ts'
import { loadModel } from './load-model.ts'
import type { ModelChange } from './model-writer.ts'
import type { ReadModel } from './read-model.ts'
import { replicaStatus } from './replica-status.ts'
import { createStore } from './store.ts'
import { type TurnOptions, type Turns, takeTurns } from './take-turns.ts'

export interface IndexerOptions extends TurnOptions {
  /** Deletes what was indexed before. */
  reindex?: boolean
}

export interface IndexerStatus extends FollowerStatus {
  /** Whether this process follows the chain itself, or the store that another process writes. */
  role: 'leader' | 'replica'
}

/** The read model of one deployment, kept up to date. */
export interface Indexer {
  readonly readModel: ReadModel
  /** Resolves when the model has reached the chain's head for the first time, or when following had to halt. */
  readonly caughtUp: Promise<void>
  start(): void
  stop(): Promise<void>
  status(): IndexerStatus
  /** Calls `listener` after every visible change, until the returned function is called. */
  subscribe(listener: (change: ModelChange) => void): () => void
}

/**
 * Loads the stored model, without any RPC. Once started, the one process that holds the database's lock follows the
 * chain and reports its status; the others follow its rows, and take over when it is gone, halts, or loses its node.
 * @throws StartupError when the stored history cannot be read
 */
export async function createIndexer(options: IndexerOptions): Promise<Indexer> {
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
    caughtUp: caughtUp.promise,
    start: () => {
      running ??= takeTurns(turns)
    },
    stop: async () => {
      stopping.abort()
      await running
    },
    status: () =>
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
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
