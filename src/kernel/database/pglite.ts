import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { pgliteFiles } from '../runtime/assets.ts'
import { messageOf } from '../runtime/errors.ts'
import { unpackFolder } from './cluster-archive.ts'
import { emptyClusterArchive } from './empty-cluster.ts'
import { SyncedFiles, syncFile, syncFolder } from './pglite-files.ts'
import { durableParams } from './pglite-settings.ts'
import { startUpkeep } from './pglite-upkeep.ts'

const upkeepEveryMs = 10_000
const heldMsMax = 5

/**
 * Opens the cluster in `folder`, or creates it. The caller holds the lock of the folder.
 * @throws Error with PostgreSQL's own message
 */
export async function openPglite(folder: string): Promise<PGlite> {
  if (!existsSync(join(folder, 'PG_VERSION'))) await createCluster(folder)
  const client = await start(folder)
  yieldBetweenQueries(client)
  startUpkeep(client, upkeepEveryMs)
  return client
}

/**
 * The engine runs in this thread, and its queue of queries without a turn of the event loop between two: 2,000 at once
 * would hold the loop for a second.
 */
function yieldBetweenQueries(client: PGlite): void {
  const runExclusive = client._runExclusiveQuery.bind(client)
  let heldMs = 0
  client._runExclusiveQuery = (query) =>
    runExclusive(async () => {
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

async function start(folder: string): Promise<PGlite> {
  const { wasm, data } = pgliteFiles()
  const errorLines: string[] = []
  try {
    return await PGlite.create({
      fs: new SyncedFiles(folder),
      startParams: durableParams,
      pgliteWasmModule: await compiled(wasm),
      fsBundle: Bun.file(data),
      onStderr: (line) => {
        errorLines.push(line)
        return false
      },
    })
  } catch (cause) {
    throw new Error(fatalOf(errorLines) ?? messageOf(cause), { cause })
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
