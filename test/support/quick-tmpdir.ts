import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const inMemory = '/dev/shm'
const freeBytesMin = 2 ** 30

/**
 * Where to put folders of databases: in memory where the machine has the room, because a database is a thousand small
 * files, for which a busy disk takes seconds. Programs may not be allowed to run from there. In a test run it is the
 * run's own folder, which goes with everything in it at the end.
 */
export function quickTmpdir(): string {
  const run = process.env['TEST_RUN_FOLDER']
  if (run !== undefined) return run
  try {
    accessSync(inMemory, constants.W_OK)
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= freeBytesMin ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}
