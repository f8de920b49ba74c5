import type { Database } from '../../kernel/database/database.ts'
import { pause, within } from '../../kernel/runtime/async.ts'
import { messageOf, StartupError } from '../../kernel/runtime/errors.ts'
import { deploymentKey } from '../contracts/deployment.ts'
import { createFollower, type Follower, type FollowerOptions } from './follow.ts'
import { createStatusTracker, type FollowerStatus } from './follower-status.ts'
import { reportOf, reportToReplicas } from './leader-report.ts'
import { loadModel } from './load-model.ts'
import type { ModelChange } from './model-writer.ts'
import type { ReadModel } from './read-model.ts'
import { createReplica, type Replica } from './replica.ts'
import { replicaStatus } from './replica-status.ts'
import { createStore } from './store.ts'

export interface IndexerOptions
  extends Pick<
    FollowerOptions,
    'reader' | 'deployment' | 'log' | 'now' | 'pollMs' | 'behindGraceMs' | 'beforeApply' | 'onRecovery'
  > {
  database: Database
  /** Deletes what was indexed before. */
  reindex?: boolean
  /** How often a replica reads changes, and tries to become the leader. */
  replicaPollMs?: number
  /** How long a leader whose node does not answer goes on before it gives up the lead. */
  handOverMs?: number
  /** How long a halted leader waits before it follows again; the wait doubles with every halt. */
  haltedMs?: number
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

const replicaPollMsDefault = 2000
const handOverMsDefault = 5_000
const haltedMsDefault = 30_000
const haltedMsMax = 600_000
/** How often a leader reports, at most. */
const reportEveryMsMax = 1_000
/** How long the node of a process that could lead may take to answer. */
const nodeAnswerMsMax = 2_000
/** For how many polls of the store a process whose node does not answer leaves the lead to others. */
const pollsBetweenTries = 3

/**
 * Loads the stored model, without any RPC. Once started, the one process that holds the database's lock follows the
 * chain and reports its status; the others follow its rows, and take over when it is gone, halts, or loses its node.
 * @throws StartupError when the stored history cannot be read
 */
export async function createIndexer(options: IndexerOptions): Promise<Indexer> {
  const { database, deployment, log, now } = options
  const store = createStore(database, deploymentKey(deployment))
  if (options.reindex === true) await store.drop()
  const writer = await store.read(loadModel).catch((cause) => {
    throw new StartupError(
      `Cannot load what was indexed as the stored events do not fit this version: ${messageOf(cause)}. Run "cairn serve --reindex" to read the chain anew`,
      { cause },
    )
  })
  const { replicaPollMs = replicaPollMsDefault, handOverMs = handOverMsDefault } = options
  let { haltedMs = haltedMsDefault } = options
  // PGlite belongs to one process: no other process reads reports or takes over.
  const isAlone = database.kind === 'pglite'
  let restUntil = 0
  const tracker = createStatusTracker(options)
  const listeners = new Set<(change: ModelChange) => void>()
  const caughtUp = Promise.withResolvers<void>()
  const stopping = new AbortController()
  let follower: Follower | undefined
  let replica: Replica | undefined
  let running: Promise<void> | undefined

  let isCaughtUp = false
  const reachedHead = () => {
    // Reading a long chain leaves hundreds of megabytes of garbage, which would otherwise stay resident for good.
    if (!isCaughtUp) Bun.gc(true)
    isCaughtUp = true
    caughtUp.resolve()
  }
  const onChange = (change: ModelChange) => {
    for (const listener of listeners) listener(change)
  }
  const newReplica = () =>
    createReplica({ database, store, writer, log, now, pollMs: replicaPollMs, onChange })
  const followStore = async (): Promise<void> => {
    if (replica === undefined) {
      replica = newReplica()
      replica.start()
    }
    await pause(replicaPollMs, stopping.signal)
    if (writer.readModel.head !== undefined) caughtUp.resolve()
  }
  /** Whether this process can lead. A node that does not answer is reported, and the lead left to others for a while. */
  const hasNode = async (): Promise<boolean> => {
    if (isAlone) return true
    try {
      await within(options.reader.head(), nodeAnswerMsMax)
      return true
    } catch (error) {
      tracker.failed(messageOf(error), 'unreachable')
      await store.report(reportOf(tracker.status(), now()), true)
      restUntil = now() + pollsBetweenTries * replicaPollMs
      return false
    }
  }
  /** Follows the chain until this process ends, halts, loses its node or the lock, or another process writes as well. */
  const followChain = async (lost: AbortSignal): Promise<void> => {
    await replica?.stop()
    replica = undefined
    await newReplica().sync()
    if (!(await hasNode())) return
    const ended = Promise.withResolvers<void>()
    for (const signal of [stopping.signal, lost]) {
      if (signal.aborted) return
      signal.addEventListener('abort', () => ended.resolve(), { once: true })
    }
    const current = createFollower({
      ...options,
      store,
      writer,
      tracker,
      onChange,
      onCaughtUp: () => {
        haltedMs = options.haltedMs ?? haltedMsDefault
        reachedHead()
      },
      onHalted: () => {
        restUntil = now() + haltedMs
        haltedMs = Math.min(2 * haltedMs, haltedMsMax)
        caughtUp.resolve()
        ended.resolve()
      },
      onConflict: ended.resolve,
    })
    follower = current
    const stopReporting = isAlone
      ? async () => {}
      : reportToReplicas({
          store,
          status: tracker.status,
          now,
          everyMs: Math.min(replicaPollMs, reportEveryMsMax),
          handOverMs,
          onNodeLost: () => {
            restUntil = now() + pollsBetweenTries * replicaPollMs
            ended.resolve()
          },
          log,
        })
    current.start()
    await ended.promise
    await current.stop()
    await stopReporting()
    follower = undefined
  }
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        const lost = new AbortController()
        const release =
          now() < restUntil
            ? undefined
            : await database.tryLead(`milestone-indexer:${store.deployment}`, () => lost.abort())
        if (release === undefined) {
          await followStore()
          continue
        }
        log.info('leading the indexer', { deployment: store.deployment })
        await followChain(lost.signal).finally(() => release().catch(() => {}))
        if (!stopping.signal.aborted)
          log.warn('no longer leading the indexer', { reason: tracker.status().reason })
      } catch (error) {
        log.warn('cannot follow the chain', { reason: messageOf(error) })
        await pause(replicaPollMs, stopping.signal)
      }
    }
    await replica?.stop()
  }

  return {
    readModel: writer.readModel,
    caughtUp: caughtUp.promise,
    start: () => {
      running ??= run()
    },
    stop: async () => {
      stopping.abort()
      await running
    },
    status: () =>
      follower !== undefined
        ? { role: 'leader', ...tracker.status() }
        : {
            role: 'replica',
            ...replicaStatus({
              store: replica?.storeStatus(),
              own: tracker.status(),
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
