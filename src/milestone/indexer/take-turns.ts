import type { Database } from '../../kernel/database/database.ts'
import { pause, within } from '../../kernel/runtime/async.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import { createFollower, type Follower, type FollowerOptions } from './follow.ts'
import type { StatusTracker } from './follower-status.ts'
import { reportOf, reportToReplicas } from './leader-report.ts'
import type { ModelChange, ModelWriter } from './model-writer.ts'
import { createReplica, type Replica } from './replica.ts'
import type { Store } from './store.ts'

export interface TurnOptions
  extends Pick<
    FollowerOptions,
    'reader' | 'deployment' | 'log' | 'now' | 'pollMs' | 'behindGraceMs' | 'beforeApply' | 'onRecovery'
  > {
  database: Database
  /** How often a replica reads changes, and tries to become the leader. */
  replicaPollMs?: number
  /** How long a leader whose node does not answer goes on before it gives up the lead. */
  handOverMs?: number
}

/** A process on the database, which leads or follows the one that does. */
export interface Turns {
  readonly options: TurnOptions
  readonly store: Store
  readonly writer: ModelWriter
  readonly tracker: StatusTracker
  readonly stopping: AbortSignal
  readonly onChange: (change: ModelChange) => void
  /** Called when the model has reached the chain's head, or following had to halt. */
  readonly caughtUp: () => void
  /** This process does not lead before this time. */
  restUntil: number
  /** In a row, without reaching the head in between. */
  halts: number
  /** While it leads. */
  follower: Follower | undefined
  /** While it does not. */
  replica: Replica | undefined
}

const replicaPollMsDefault = 2000
const handOverMsDefault = 8_000
/** How long a halted leader waits before it follows again; the wait doubles with every halt. */
const haltedMs = 30_000
const haltedMsMax = 600_000
/** How often a leader reports, at most. */
const reportEveryMsMax = 1_000
/** How long the node of a process that could lead may take to answer. */
const nodeAnswerMsMax = 2_000
/** For how many polls of the store a process whose node does not answer leaves the lead to others. */
const pollsBetweenTries = 3

/** Follows the chain while this process holds the database's lock, and the store otherwise, until it stops. */
export async function takeTurns(turns: Turns): Promise<void> {
  const { stopping, store, tracker } = turns
  const { database, log, now, replicaPollMs = replicaPollMsDefault } = turns.options
  while (!stopping.aborted) {
    try {
      const lost = new AbortController()
      const release =
        now() < turns.restUntil
          ? undefined
          : await database.tryLead(`milestone-indexer:${store.deployment}`, () => lost.abort())
      if (release === undefined) {
        await followStore(turns, replicaPollMs)
        continue
      }
      log.info('leading the indexer', { deployment: store.deployment })
      await followChain(turns, replicaPollMs, lost.signal).finally(() => release().catch(() => {}))
      if (!stopping.aborted) log.warn('no longer leading the indexer', { reason: tracker.status().reason })
    } catch (error) {
      log.warn('cannot follow the chain', { reason: messageOf(error) })
      await pause(replicaPollMs, stopping)
    }
  }
  await turns.replica?.stop()
}

function replicaOf({ options, store, writer, onChange }: Turns, pollMs: number): Replica {
  const { database, log, now } = options
  return createReplica({ database, store, writer, log, now, pollMs, onChange })
}

async function followStore(turns: Turns, pollMs: number): Promise<void> {
  if (turns.replica === undefined) {
    turns.replica = replicaOf(turns, pollMs)
    turns.replica.start()
  }
  await pause(pollMs, turns.stopping)
  if (turns.writer.readModel.head !== undefined) turns.caughtUp()
}

/** Follows the chain until this process ends, halts, loses its node or the lock, or another process writes as well. */
async function followChain(turns: Turns, pollMs: number, lost: AbortSignal): Promise<void> {
  const { options, store, tracker } = turns
  const { now, log, handOverMs = handOverMsDefault } = options
  await turns.replica?.stop()
  turns.replica = undefined
  await replicaOf(turns, pollMs).sync()
  // PGlite belongs to one process: no other process reads reports or takes over.
  const isAlone = options.database.kind === 'pglite'
  if (!isAlone && !(await hasNode(turns, pollMs))) return
  const ended = Promise.withResolvers<void>()
  for (const signal of [turns.stopping, lost]) {
    if (signal.aborted) return
    signal.addEventListener('abort', () => ended.resolve(), { once: true })
  }
  const follower = followerOf(turns, ended.resolve)
  turns.follower = follower
  const stopReporting = isAlone
    ? async () => {}
    : reportToReplicas({
        store,
        status: tracker.status,
        now,
        everyMs: Math.min(pollMs, reportEveryMsMax),
        handOverMs,
        onNodeLost: () => {
          turns.restUntil = now() + pollsBetweenTries * pollMs
          ended.resolve()
        },
        log,
      })
  follower.start()
  await ended.promise
  await follower.stop()
  await stopReporting()
  turns.follower = undefined
}

/** Whether this process can lead. A node that does not answer is reported, and the lead left to others for a while. */
async function hasNode(turns: Turns, pollMs: number): Promise<boolean> {
  const { options, store, tracker } = turns
  try {
    await within(options.reader.head(), nodeAnswerMsMax)
    return true
  } catch (error) {
    tracker.failed(messageOf(error), 'unreachable')
    await store.report(reportOf(tracker.status(), options.now()), true)
    turns.restUntil = options.now() + pollsBetweenTries * pollMs
    return false
  }
}

function followerOf(turns: Turns, ended: () => void): Follower {
  const { options, store, writer, tracker, onChange } = turns
  let isFirst = true
  return createFollower({
    ...options,
    store,
    writer,
    tracker,
    onChange,
    onCaughtUp: () => {
      turns.halts = 0
      // Reading a long chain leaves hundreds of megabytes of garbage, which would otherwise stay resident for good.
      if (isFirst) Bun.gc(true)
      isFirst = false
      turns.caughtUp()
    },
    onHalted: () => {
      turns.restUntil = options.now() + Math.min(haltedMs * 2 ** turns.halts, haltedMsMax)
      turns.halts += 1
      turns.caughtUp()
      ended()
    },
    onConflict: ended,
  })
}
