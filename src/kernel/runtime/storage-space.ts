import { statfsSync } from 'node:fs'
import { kernelError } from './errors.ts'

/** Below this nothing new is stored, so that the database can still write what it has begun. */
const freeBytesMin = 64 * 2 ** 20
const readAgainMs = 1_000

export type StorageSpace = ReturnType<typeof createStorageSpace>

/**
 * Watches the free space of a folder. A database whose log cannot be written does not recover by itself, so that requests are
 * refused before that.
 */
export function createStorageSpace(
  folder: string,
  {
    now = Date.now,
    readFree = () => {
      const { bavail, bsize } = statfsSync(folder)
      return bavail * bsize
    },
  }: { now?: () => number; readFree?: () => number } = {},
) {
  let free = readFree()
  let readAt = now()
  const freeBytes = () => {
    if (now() - readAt >= readAgainMs) {
      free = readFree()
      readAt = now()
    }
    return free
  }
  return {
    /** @throws storage_full for a request that may store something; what reads or deletes is never refused */
    require({ method }: Request) {
      if (method !== 'GET' && method !== 'HEAD' && method !== 'DELETE' && freeBytes() < freeBytesMin)
        throw kernelError('storage_full')
    },
    /** Why the server is not ready; undefined while there is space. */
    check: () =>
      freeBytes() < freeBytesMin
        ? `${Math.floor(free / 2 ** 20)} MB free on the disk of DATA_DIR, ${freeBytesMin / 2 ** 20} MB needed`
        : undefined,
    /** Free space in bytes, as an unprivileged user may use it, read at most once a second. */
    freeBytes,
  }
}
