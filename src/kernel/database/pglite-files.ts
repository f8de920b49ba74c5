import { dlopen } from 'bun:ffi'
import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** A cluster's folder on disk. Unlike its base class it forwards the engine's fsync calls to the system. */
export class SyncedFiles extends NodeFS {
  override async init(...[client, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(client, options)
    const { preRun = [] } = emscriptenOpts
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...preRun, ({ NODEFS }) => forwardSync(NODEFS)] } }
  }
}

function forwardSync(nodeFiles: object): void {
  const operations: unknown = Reflect.get(nodeFiles, 'stream_ops')
  if (typeof operations !== 'object' || operations === null)
    throw new Error(
      'Cannot make writes durable as this version of PGlite keeps its file operations elsewhere',
    )
  Object.assign(operations, { fsync: ({ nfd }: { nfd: number }) => fsyncSync(nfd) })
}

/** Makes a folder and its contents durable. */
export function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    // One call instead of one for each of a thousand files, which takes seconds.
    if (syncFileSystem(descriptor)) return
    for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      syncFile(join(folder, entry))
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Linux only. @returns whether the file system was synced */
function syncFileSystem(descriptor: number): boolean {
  if (process.platform !== 'linux') return false
  for (const library of ['libc.so.6', 'libc.so']) {
    try {
      const { symbols } = dlopen(library, { syncfs: { args: ['int'], returns: 'int' } })
      return symbols.syncfs(descriptor) === 0
    } catch {
      // Not under this name.
    }
  }
  return false
}

/** Makes a file durable; for a folder, the names in it. */
export function syncFile(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
