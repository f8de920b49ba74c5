import type { Database } from '../../kernel/db.ts'
import { messageOf, StartupError } from '../../kernel/errors.ts'
import { deploymentKey } from '../chain/contracts.ts'
import { createFollower, type Follower, type FollowerOptions, type FollowerStatus } from './follow.ts'
import { loadModel } from './load-model.ts'
import type { ModelChange } from './model-writer.ts'
import { pause } from './pause.ts'
import type { ReadModel } from './read-model.ts'
import { createReplica, type Replica } from './replica.ts'
import { createStore } from './store.ts'

export interface IndexerOptions
  extends Pick<
    FollowerOptions,
    'reader' | 'deployment' | 'log' | 'now' | 'pollMs' | 'behindGraceMs' | 'beforeApply' | 'onRecovery'
  > {
  database: Database
  /** Forget what was indexed before. */
  reindex?: boolean
  /** How often a replica looks for changes, and tries to become the leader. */
  replicaPollMs?: number
}

export interface IndexerStatus extends FollowerStatus {
  /** Whether this process follows the chain itself, or the store that another process writes. */
  role: 'leader' | 'replica'
}

/** The read model of one deployment, kept up to date. */
export interface Indexer {
  readonly model: ReadModel
  /** Resolves when the model has reached the chain's head for the first time, or when following had to halt. */
  readonly caughtUp: Promise<void>
  start(): void
  stop(): Promise<void>
  status(): IndexerStatus
  /** Calls `listener` after every visible change; answers what ends that. */
  subscribe(listener: (change: ModelChange) => void): () => void
}

const replicaPollMsDefault = 2000

/**
 * Loads the stored model, without any RPC. Once started, the one process that holds the database's lock follows the
 * chain; the others follow its rows and take over when it is gone.
 * @throws StartupError when the stored history cannot be read
 */
export async function createIndexer(options: IndexerOptions): Promise<Indexer> {
  const { database, deployment, log, now } = options
  const store = createStore(database, deploymentKey(deployment))
  if (options.reindex === true) await store.drop()
  const writer = await loadModel(store).catch((cause) => {
    throw new StartupError(
      `Cannot load what was indexed as the stored events do not fit this version: ${messageOf(cause)}. Run "cairn serve --reindex" to read the chain anew`,
      { cause },
    )
  })
  const replicaPollMs = options.replicaPollMs ?? replicaPollMsDefault
  const listeners = new Set<(change: ModelChange) => void>()
  const caughtUp = Promise.withResolvers<void>()
  const stopping = new AbortController()
  let follower: Follower | undefined
  let replica: Replica | undefined
  let running: Promise<void> | undefined

  let isCaughtUp = false
  const caughtUpOnce = () => {
    if (isCaughtUp) return
    isCaughtUp = true
    // Reading a long chain leaves hundreds of megabytes of garbage, which would otherwise stay resident for good.
    Bun.gc(true)
    caughtUp.resolve()
  }
  const onChange = (change: ModelChange) => {
    for (const listener of listeners) listener(change)
  }
  const followStore = async (): Promise<void> => {
    if (replica === undefined) {
      replica = createReplica({ database, store, writer, log, now, pollMs: replicaPollMs, onChange })
      replica.start()
    }
    await pause(replicaPollMs, stopping.signal)
    if (writer.model.head !== undefined) caughtUp.resolve()
  }
  /** Follows the chain until this process ends or another one turns out to write as well. */
  const followChain = async (): Promise<void> => {
    await replica?.stop()
    replica = undefined
    await createReplica({ database, store, writer, log, now, pollMs: replicaPollMs, onChange }).sync()
    const ended = Promise.withResolvers<void>()
    stopping.signal.addEventListener('abort', () => ended.resolve(), { once: true })
    follower = createFollower({
      ...options,
      store,
      writer,
      onChange,
      onCaughtUp: caughtUpOnce,
      onHalted: caughtUp.resolve,
      onConflict: ended.resolve,
    })
    if (stopping.signal.aborted) return
    follower.start()
    await ended.promise
    await follower.stop()
    if (!stopping.signal.aborted) follower = undefined
  }
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        const release = await database.tryLead(`milestone-indexer:${store.deployment}`)
        if (release === undefined) {
          await followStore()
          continue
        }
        log.info('leading the indexer', { deployment: store.deployment })
        await followChain().finally(() => release().catch(() => {}))
      } catch (error) {
        log.warn('cannot follow the chain', { reason: messageOf(error) })
        await pause(replicaPollMs, stopping.signal)
      }
    }
    await replica?.stop()
  }

  return {
    model: writer.model,
    caughtUp: caughtUp.promise,
    start: () => {
      running ??= run()
    },
    stop: async () => {
      stopping.abort()
      await running
    },
    status: () =>
      follower === undefined
        ? replicaStatus(writer.model, replica)
        : { role: 'leader', ...follower.status() },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function replicaStatus(model: ReadModel, replica: Replica | undefined): IndexerStatus {
  const { at, problem } = replica?.contact() ?? { at: undefined, problem: undefined }
  const state = problem !== undefined ? 'unreachable' : at === undefined ? 'starting' : 'following'
  return {
    role: 'replica',
    state,
    reason: problem,
    head: model.head?.number,
    lagBlocks: 0,
    lastContactAt: at,
    latencyMs: undefined,
  }
}
