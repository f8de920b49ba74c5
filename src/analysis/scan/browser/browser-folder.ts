import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

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
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const uid = ownerOf(`/proc/${entry}`)
    if (uid !== undefined) users.add(uid)
  }
  for (const line of passwords().split('\n')) users.add(Number(line.split(':')[2]))
  return users
}

/** Minimal containers have no /etc/passwd. */
function passwords(): string {
  try {
    return readFileSync('/etc/passwd', 'utf8')
  } catch {
    return ''
  }
}

/** A process may exit while it is read. */
function ownerOf(path: string): number | undefined {
  try {
    return statSync(path).uid
  } catch {
    return undefined
  }
}
