import { readdirSync, readFileSync, statSync } from 'node:fs'

/** A range that distributions and systemd do not assign. */
const firstUid = 60_600
const lastUid = 61_180

/** Users assigned to browsers that may have no process yet. */
const taken = new Set<number>()

export interface UnprivilegedUser {
  uid: number
  release(): void
}

/**
 * A user for one browser when the service runs as root. It owns no files and no processes, so that a compromised page
 * has no access to others. Undefined when the service does not run as root.
 */
export function takeUnprivilegedUser(): UnprivilegedUser | undefined {
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
