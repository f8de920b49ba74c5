import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pgliteFiles } from '../runtime/assets.ts'
import { messageOf } from '../runtime/errors.ts'
import { unpackFolder } from './cluster-archive.ts'
import { emptyClusterArchive } from './empty-cluster.ts'
import { SyncedFiles, syncFile, syncFolder } from './pglite-files.ts'
import { durableParams } from './pglite-settings.ts'
import { startUpkeep } from './pglite-upkeep.ts'

const upkeepEveryMs = 10_000

/**
 * Opens the cluster in `folder`, creating it when there is none. The caller holds the folder: one process at a time.
 * @throws Error that says what PostgreSQL said
 */
export async function openPglite(folder: string): Promise<PGlite> {
  if (!existsSync(join(folder, 'PG_VERSION'))) await createCluster(folder)
  const client = await start(folder)
  startUpkeep(client, upkeepEveryMs)
  return client
}

/**
 * Copies an empty cluster, because initdb would take seconds and leave a gigabyte resident in this process. The folder
 * gets its name when all is in it, so that a kill leaves nothing that looks like a database.
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
  const complaints: string[] = []
  try {
    return await PGlite.create({
      fs: new SyncedFiles(folder),
      startParams: durableParams,
      pgliteWasmModule: await compiled(wasm),
      fsBundle: Bun.file(data),
      onStderr: (line) => {
        complaints.push(line)
        return false
      },
    })
  } catch (cause) {
    throw new Error(fatalOf(complaints) ?? messageOf(cause), { cause })
  }
}

/** Compiling takes as long as starting, so a process that opens several databases compiles once. */
async function compiled(wasm: string): Promise<WebAssembly.Module> {
  engine ??= WebAssembly.compile(await Bun.file(wasm).bytes())
  return await engine
}
let engine: Promise<WebAssembly.Module> | undefined

/** PGlite itself says only that it was aborted; the engine says why, in lines such as `… FATAL:  text`. */
function fatalOf(complaints: readonly string[]): string | undefined {
  const told = complaints.flatMap((line) => /(?:FATAL|PANIC|DETAIL):\s+(.*)$/.exec(line)?.[1] ?? [])
  return told.length === 0 ? undefined : told.join(' ')
}
