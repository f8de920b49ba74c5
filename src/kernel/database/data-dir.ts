import { Database as Sqlite } from 'bun:sqlite'
import { accessSync, chmodSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf, StartupError } from '../runtime/errors.ts'

/** Another process has the data folder open. */
export class DataDirBusy extends StartupError {}

/**
 * Locks the data folder for this process, and closes it to other users. SQLite takes a file lock of the operating
 * system, which ends with the process in every case; a process id in a file could be stale.
 * @throws DataDirBusy; StartupError when the folder cannot be written or locked
 */
export function lockDataDir(dataDir: string): () => void {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK)
    chmodSync(dataDir, 0o700)
  } catch (cause) {
    throw new StartupError(
      `Cannot use the data folder "${dataDir}" as it must be writable: ${messageOf(cause)}. ${remedyOf(cause, 'Set DATA_DIR to a folder of yours')}`,
      { cause },
    )
  }
  let lock: Sqlite | undefined
  try {
    lock = new Sqlite(join(dataDir, 'lock'))
    lock.run('PRAGMA busy_timeout = 0')
    lock.run('PRAGMA locking_mode = EXCLUSIVE')
    lock.run('BEGIN EXCLUSIVE')
  } catch (cause) {
    lock?.close()
    const problem = `Cannot use the data folder "${dataDir}" as`
    throw isBusy(cause)
      ? new DataDirBusy(
          `${problem} another cairn process has it open: stop that one, or set DATA_DIR to another folder`,
          { cause },
        )
      : new StartupError(
          `${problem} its file "lock" cannot be locked: ${messageOf(cause)}. ${remedyOf(cause, 'Remove that file, or set DATA_DIR to another folder')}`,
          { cause },
        )
  }
  const held = lock
  return () => held.close()
}

/** What an operator may do about a folder that cannot be used. */
export function remedyOf(cause: unknown, otherwise: string): string {
  return /disk is full|no space left/i.test(messageOf(cause))
    ? 'Free some space, or set DATA_DIR to a folder on another disk'
    : otherwise
}

function isBusy(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'SQLITE_BUSY'
}
