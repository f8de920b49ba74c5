import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { processIds } from '../processes.ts'

/** Temporary folder of one browser with its profile and home; with its own user when the service runs as root. */
export interface BrowserFolder {
  readonly path: string
  readonly uid: number | undefined
  remove(): Promise<void>
}

/** @throws Error when no user is available, or that user could not enter the folder */
export function makeBrowserFolder(tmpDir: string): BrowserFolder {
  const user = takeUnprivilegedUser()
  let path: string | undefined
  try {
    mkdirSync(tmpDir, { recursive: true })
    if (user !== undefined) assertOpenToOthers(resolve(tmpDir))
    path = mkdtempSync(join(tmpDir, 'browser-'))
    for (const name of ['', 'home', 'tmp', 'profile']) {
      mkdirSync(join(path, name), { recursive: true })
      if (user !== undefined) chownSync(join(path, name), user.uid, user.uid)
    }
    const made = path
    return {
      path: made,
      uid: user?.uid,
      remove: async () => {
        await rm(made, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
        user?.release()
      },
    }
  } catch (error) {
    if (path !== undefined) rmSync(path, { recursive: true, force: true })
    user?.release()
    throw error
  }
}

function assertOpenToOthers(folder: string): void {
  for (let above = folder; above !== dirname(above); above = dirname(above)) {
    if ((statSync(above).mode & 0o001) === 0) {
      throw new Error(`every user must be able to enter the folder: "${above}" is closed to others`)
    }
  }
}

/** A range that distributions and systemd do not assign. */
const firstUid = 60_600
const lastUid = 61_180

/** Users assigned to browsers that may have no process yet. */
const taken = new Set<number>()

interface UnprivilegedUser {
  uid: number
  release(): void
}

/**
 * A user for one browser when the service runs as root. It owns no files and no processes, so that a compromised page
 * has no access to others. Undefined when the service does not run as root.
 */
function takeUnprivilegedUser(): UnprivilegedUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const inUse = usersWithProcesses()
  for (let uid = firstUid; uid <= lastUid; uid++) {
    if (inUse.has(uid) || taken.has(uid)) continue
    taken.add(uid)
    return { uid, release: () => void taken.delete(uid) }
  }
  throw new Error(`Cannot start a browser as users ${firstUid} to ${lastUid} all have processes`)
}

function usersWithProcesses(): Set<number> {
  const users = new Set<number>()
  for (const id of processIds()) {
    // It may exit while it is read.
    const uid = statSync(`/proc/${id}`, { throwIfNoEntry: false })?.uid
    if (uid !== undefined) users.add(uid)
  }
  // Minimal containers have no such file.
  const accounts = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : ''
  for (const line of accounts.split('\n')) users.add(Number(line.split(':')[2]))
  return users
}
