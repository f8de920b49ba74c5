import { closeSync, existsSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** A failed write of the log ends the engine; what it has begun needs less than this. */
const reserveBytes = 16 * 2 ** 20
/** Emscripten's number of ENOSPC. */
const noSpace = 51

/** A file whose space is given up when the disk is full, so that the engine can write what it has begun. */
export interface DiskReserve {
  /** @returns whether there was a reserve to give up */
  giveUp(): boolean
  /** Takes the space again once there is as much besides. */
  restore(): void
}

export function createDiskReserve(file: string): DiskReserve {
  // A process that was killed leaves its reserve.
  let isHeld = existsSync(file)
  const reserve: DiskReserve = {
    giveUp() {
      if (!isHeld) return false
      isHeld = false
      rmSync(file, { force: true })
      return true
    },
    restore() {
      if (isHeld) return
      try {
        const { bavail, bsize } = statfsSync(dirname(file))
        if (bavail * bsize < 2 * reserveBytes) return
        writeReserve(file)
        isHeld = true
      } catch {
        // Another program took the space or the folder: the next attempt may succeed.
        rmSync(file, { force: true })
      }
    },
  }
  reserve.restore()
  return reserve
}

function writeReserve(file: string): void {
  const descriptor = openSync(file, 'w', 0o600)
  try {
    const block = Buffer.alloc(2 ** 20)
    for (let left = reserveBytes; left > 0; )
      left -= writeSync(descriptor, block, 0, Math.min(left, block.length))
  } finally {
    closeSync(descriptor)
  }
}

type Operation = (...args: unknown[]) => unknown

/** Repeats each of the engine's file operations that finds no space, once the reserve is given up. */
export function repeatWithReserve(operations: Record<string, Operation>, reserve: DiskReserve): void {
  for (const [name, operation] of Object.entries(operations))
    operations[name] = (...args) => {
      try {
        return operation(...args)
      } catch (error) {
        if (Reflect.get(Object(error), 'errno') !== noSpace || !reserve.giveUp()) throw error
        return operation(...args)
      }
    }
  const { write } = operations
  if (write === undefined) return
  // A write that is cut short also means a full disk, and fails the engine's statement.
  operations['write'] = (stream, buffer, offset, length, position) => {
    const done = Number(write(stream, buffer, offset, length, position))
    const left = Number(length) - done
    if (left <= 0 || !reserve.giveUp()) return done
    return done + Number(write(stream, buffer, Number(offset) + done, left, Number(position) + done))
  }
}
