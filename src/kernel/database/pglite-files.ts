import { dlopen } from 'bun:ffi'
import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { type DiskReserve, repeatWithReserve } from './full-disk.ts'

/**
 * A cluster's folder on disk. Unlike its base class it forwards the engine's fsync calls to the system, and gives up a reserve
 * when the disk is full.
 */
export class ClusterFiles extends NodeFS {
  private readonly opened = new Set<number>()

  private readonly reserve: DiskReserve

  constructor(folder: string, reserve: DiskReserve) {
    super(folder)
    this.reserve = reserve
  }

  override async init(...[client, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(client, options)
    const { preRun = [] } = emscriptenOpts
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...preRun, ({ NODEFS }) => this.adapt(NODEFS)] } }
  }

  private adapt(nodeFiles: object): void {
    const ofStreams = operationsOf(nodeFiles, 'stream_ops')
    repeatWithReserve(ofStreams, this.reserve)
    const ofNodes = operationsOf(nodeFiles, 'node_ops')
    repeatWithReserve(ofNodes, this.reserve)
    const { setattr } = ofNodes
    const { open, close } = ofStreams
    // The engine sets the mode of a new file by a mask of its own, which lets others read it.
    Object.assign(ofNodes, {
      setattr: (node: unknown, { mode, ...attributes }: { mode?: number }) =>
        setattr?.(node, mode === undefined ? attributes : { ...attributes, mode: mode & ~0o077 }),
    })
    Object.assign(ofStreams, {
      fsync: ({ nfd }: OpenFile) => fsyncSync(nfd),
      open: (file: OpenFile) => {
        open?.(file)
        this.opened.add(file.nfd)
      },
      close: (file: OpenFile) => {
        close?.(file)
        if (file.shared.refcount === 0) this.opened.delete(file.nfd)
      },
    })
  }

  /** After the engine has ended by itself; the space of removed files is not freed before. */
  closeAll(): void {
    for (const descriptor of this.opened) closeSync(descriptor)
    this.opened.clear()
  }
}

interface OpenFile {
  readonly nfd: number
  readonly shared: { readonly refcount: number }
}

type Operations = Parameters<typeof repeatWithReserve>[0]

function operationsOf(nodeFiles: object, name: string): Operations {
  const operations: unknown = Reflect.get(nodeFiles, name)
  if (!isOperations(operations))
    throw new Error(
      'Cannot make writes durable as this version of PGlite keeps its file operations elsewhere',
    )
  return operations
}

function isOperations(value: unknown): value is Operations {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((operation) => typeof operation === 'function')
  )
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
