import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { PGlite, types } from '@electric-sql/pglite'
import { pgliteFiles } from '../runtime/assets.ts'
import { messageOf } from '../runtime/errors.ts'
import type { Log } from '../runtime/log.ts'
import { unpackFolder } from './cluster-archive.ts'
import { emptyClusterArchive } from './empty-cluster.ts'
import { createDiskReserve, type DiskReserve } from './full-disk.ts'
import { ClusterFiles, syncFile, syncFolder } from './pglite-files.ts'
import { durableParams } from './pglite-settings.ts'
import { startUpkeep } from './pglite-upkeep.ts'
import { limitedTurns, type Turns } from './statement-wait.ts'

const upkeepEveryMs = 10_000
const heldMsMax = 5
/** Each attempt takes memory until it is collected: the pauses between them grow to the longest. */
const reopenAfterMs = { first: 500, longest: 8_000 }
const errorLinesMax = 20

/** A cluster in a folder, opened again when its engine stops. */
export interface Cluster {
  /** Users keep this client when the engine behind it is replaced; while there is none, statements are rejected at once. */
  readonly client: PGlite
  /** Calls back after each replacement. @returns the function that stops it */
  onReopened(callback: () => void): () => void
  close(): Promise<void>
}

/**
 * Opens the cluster in `folder`, or creates it. The caller holds the lock of the folder. On a full disk a reserve beside
 * the folder is given up; should the engine stop all the same, it is opened again until that succeeds, which replays its
 * log: no confirmed row is lost, and a rejected statement may have been committed.
 * @throws Error with PostgreSQL's own message
 */
export async function openCluster(folder: string, log: Pick<Log, 'warn' | 'info'>): Promise<Cluster> {
  if (!existsSync(join(folder, 'PG_VERSION'))) await createCluster(folder)
  const reserve = createDiskReserve(`${folder}.reserve`)
  const reopened = new Set<() => void>()
  let stoppedBy: EngineStopped | undefined
  const closing = new AbortController()
  let opening: Promise<void> | undefined
  const open = async () => {
    const client = await start(folder, reserve, (error, reason) => {
      stoppedBy = error
      log.warn('the database engine has stopped: statements are rejected until it is open again', { reason })
      opening = reopen()
    })
    setParsersOnce(client)
    client._runExclusiveQuery = yieldingTurns(limitedTurns(client._runExclusiveQuery.bind(client)))
    client._runExclusiveTransaction = limitedTurns(client._runExclusiveTransaction.bind(client))
    return client
  }
  const reopen = async () => {
    for (let attempt = 1; ; attempt += 1) {
      const pauseMs = Math.min(reopenAfterMs.first * 2 ** (attempt - 1), reopenAfterMs.longest)
      await sleep(pauseMs, undefined, { signal: closing.signal }).catch(() => {})
      if (closing.signal.aborted) return
      try {
        current = await open()
        stoppedBy = undefined
        log.info('the database engine is open again', { attempt })
        for (const callback of reopened) callback()
        return
      } catch (error) {
        if (attempt === 1) log.warn('the database engine cannot be opened yet', { reason: messageOf(error) })
      }
    }
  }
  let current = await open()
  const client = new Proxy(current, {
    get: (_, key) => {
      const value: unknown = Reflect.get(current, key)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        if (stoppedBy !== undefined) return Promise.reject(stoppedBy)
        return Reflect.apply(value, current, args)
      }
    },
  })
  const restoreTimer = setInterval(() => reserve.restore(), upkeepEveryMs)
  restoreTimer.unref()
  startUpkeep(client, upkeepEveryMs)
  return {
    client,
    onReopened: (callback) => {
      reopened.add(callback)
      return () => reopened.delete(callback)
    },
    close: async () => {
      closing.abort()
      clearInterval(restoreTimer)
      // An engine that opens later would use the folder after its lock was released.
      await opening?.catch(() => {})
      if (stoppedBy === undefined) await current.close()
      reserve.giveUp()
    },
  }
}

/**
 * The engine runs in this thread, and its queue of queries without a turn of the event loop between two: 2,000 at once
 * would hold the loop for a second.
 */
function yieldingTurns(turns: Turns): Turns {
  let heldMs = 0
  return (query) =>
    turns(async () => {
      const begunAt = performance.now()
      try {
        return await query()
      } finally {
        heldMs += performance.now() - begunAt
        if (heldMs > heldMsMax) {
          heldMs = 0
          await setImmediate()
        }
      }
    })
}

/**
 * Copies an empty cluster: initdb would take seconds and leave a gigabyte resident in this process. The folder gets its
 * name when it is complete, so that a kill leaves no half of a database.
 */
async function createCluster(folder: string): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error('it holds files of something else')
  const unfinished = `${folder}.new`
  rmSync(unfinished, { recursive: true, force: true })
  const archive = pgliteFiles().cluster ?? (await emptyClusterArchive())
  unpackFolder(await Bun.file(archive).bytes(), unfinished)
  syncFolder(unfinished)
  renameSync(unfinished, folder)
  syncFile(dirname(folder))
}

async function start(
  folder: string,
  reserve: DiskReserve,
  onStopped: (error: EngineStopped, reason: string) => void,
): Promise<PGlite> {
  const { wasm, data } = pgliteFiles()
  const errorLines: string[] = []
  const reasonOf = (cause: unknown) => fatalOf(errorLines) ?? messageOf(cause)
  const files = new ClusterFiles(folder, reserve)
  try {
    const client = await PGlite.create({
      fs: files,
      startParams: durableParams,
      pgliteWasmModule: await compiled(wasm),
      fsBundle: Bun.file(data),
      onStderr: (line) => {
        errorLines.push(line)
        if (errorLines.length > errorLinesMax) errorLines.shift()
        return false
      },
    })
    rejectWhenStopped(client, (error) => {
      files.closeAll()
      onStopped(error, reasonOf(error.cause))
    })
    return client
  } catch (cause) {
    files.closeAll()
    throw new Error(reasonOf(cause), { cause })
  }
}

/** Compiled once per process, as compiling takes as long as starting. */
async function compiled(wasm: string): Promise<WebAssembly.Module> {
  engine ??= WebAssembly.compile(await Bun.file(wasm).bytes())
  return await engine
}
let engine: Promise<WebAssembly.Module> | undefined

/** PGlite's error says only that the engine aborted; the reason is in lines such as `… FATAL:  text`. */
function fatalOf(errorLines: readonly string[]): string | undefined {
  const reasons = errorLines.flatMap((line) => /(?:FATAL|PANIC|DETAIL):\s+(.*)$/.exec(line)?.[1] ?? [])
  return reasons.length === 0 ? undefined : reasons.join(' ')
}

/** Of dates and times, and of lists of them and of numbers: Drizzle reads these from PostgreSQL's text by itself. */
const keptAsText = [
  ...[types.DATE, types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL],
  ...[1182, 1115, 1185, 1187, 1231],
]
type Query = Pick<PGlite, 'query'>

/**
 * Sets once what Drizzle asks for with every query: for a query with parsers of its own, PGlite copies its three hundred,
 * which takes longer than most statements.
 */
export function setParsersOnce(client: PGlite): void {
  for (const type of keptAsText) client.parsers[type] = (text) => text
  client.query = withoutParsers(client)
  const transaction = client.transaction.bind(client)
  client.transaction = async (work) =>
    await transaction(async (within) => {
      within.query = withoutParsers(within)
      return await work(within)
    })
}

function withoutParsers(on: Query): Query['query'] {
  const query = on.query.bind(on)
  return async (text, values, { parsers: _, ...options } = {}) => await query(text, values, options)
}

/** The engine has stopped by itself, as on a full disk; the code is one of those by which a database is unavailable. */
export class EngineStopped extends Error {
  readonly code = 'CONNECTION_CLOSED'
  constructor(cause: unknown) {
    super('the database engine has stopped', { cause })
  }
}

type Call = (...args: unknown[]) => unknown

/**
 * PGlite's protocol loop ignores every exception, also the abort of a PANIC, and continues with an engine that holds its locks,
 * so that the next commit never returns (electric-sql/pglite#1058). Here that exception leaves the loop, and every later
 * statement is rejected with EngineStopped.
 * @throws Error when this version of PGlite is built otherwise
 */
export function rejectWhenStopped(client: PGlite, onStopped: (error: EngineStopped) => void): void {
  const engine = engineOf(client)
  const longJump: unknown = Reflect.get(client, 'POSTGRES_MAIN_LONGJMP')
  let stopped: EngineStopped | undefined
  const replace = (name: string, by: (call: Call) => Call) => {
    const call = engine[name]
    if (typeof call !== 'function')
      throw new Error(`Cannot guard the database engine as this version of PGlite has no ${name}`)
    engine[name] = by(call.bind(engine))
  }
  for (const name of ['_PostgresMainLoopOnce', '_PostgresMainLongJmp'])
    replace(name, (call) => (...args) => {
      if (stopped !== undefined) throw stopped
      try {
        return call(...args)
      } catch (cause) {
        if (Reflect.get(Object(cause), 'status') === longJump) throw cause
        stopped = new EngineStopped(cause)
        onStopped(stopped)
        throw stopped
      }
    })
  // The loop calls these in its catch: what the first throws leaves the loop.
  replace('stackRestore', (call) => (...args) => {
    if (stopped !== undefined) throw stopped
    return call(...args)
  })
  for (const name of ['_PostgresSendReadyForQueryIfNecessary', '_pgl_pq_flush'])
    replace(
      name,
      (call) =>
        (...args) =>
          stopped === undefined ? call(...args) : undefined,
    )
}

/** The one cast of PGlite's module: its members are checked where they are replaced. */
function engineOf(client: PGlite): Record<string, unknown> {
  return Reflect.get(client, 'mod') as Record<string, unknown>
}
