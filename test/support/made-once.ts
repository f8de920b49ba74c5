import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runFolder } from './run-folder.ts'
import { waitFor } from './wait.ts'

/**
 * Returns a folder that `make` fills once per test run; the processes of the run share it, so it is read-only.
 * @param make gets the path of the folder, which does not exist yet
 */
export async function madeOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(runFolder(), name)
  if (existsSync(folder)) return folder
  const lock = `${folder}.lock`
  await waitFor(
    `another process of the run has made the folder "${name}"`,
    () => existsSync(folder) || takeLock(lock),
  )
  if (existsSync(folder)) return folder
  const unfinished = `${folder}.new`
  try {
    await make(unfinished)
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    rmSync(lock, { recursive: true, force: true })
    throw error
  }
  return folder
}

/** Creating a folder is atomic: one process alone succeeds. */
function takeLock(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch {
    return false
  }
}
