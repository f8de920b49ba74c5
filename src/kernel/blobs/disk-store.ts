import { mkdirSync, rmSync } from 'node:fs'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { messageOf, StartupError } from '../runtime/errors.ts'
import type { BlobStore } from './blobs.ts'

/**
 * Blobs as files in two levels of folders. A file gets its name when it is durable. The folder belongs to one process at a
 * time: unfinished files of an earlier one are deleted.
 * @throws StartupError when the folder cannot be written
 */
export function openDiskStore(folder: string): BlobStore {
  const unfinished = join(folder, 'unfinished')
  try {
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { recursive: true })
  } catch (cause) {
    throw new StartupError(
      `Cannot use the folder "${folder}" for files as it must be writable: ${messageOf(cause)}`,
      { cause },
    )
  }
  const pathOf = (name: string) => join(folder, name.slice(0, 2), name.slice(2, 4), name)

  return {
    async write(name, bytes) {
      const path = pathOf(name)
      const temporary = join(unfinished, crypto.randomUUID())
      try {
        await writeFile(temporary, bytes, { flag: 'wx', flush: true })
        await mkdir(dirname(path), { recursive: true })
        await rename(temporary, path)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      // Upwards, as either level may be new.
      for (const changed of [dirname(path), dirname(dirname(path)), folder]) await syncFolder(changed)
    },
    async read(name) {
      try {
        return await Bun.file(pathOf(name)).bytes()
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
    },
    has: (name) => Bun.file(pathOf(name)).exists(),
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}

/** A new name is durable when its folder is. Windows does not open folders; its file system logs names itself. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
