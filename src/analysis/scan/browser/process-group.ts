import { readdirSync, readFileSync } from 'node:fs'

export interface GroupUsage {
  /** Living processes; those that only wait to be reaped are not among them. */
  processes: number
  /** Memory that belongs to one process alone, summed; shared libraries are not counted. */
  privateBytes: number
}

const pageBytes = 4096

/** What a process group uses now; undefined where the system does not tell (anything but Linux). */
export function groupUsage(group: number): GroupUsage | undefined {
  let processes = 0
  let privateBytes = 0
  let entries: string[]
  try {
    entries = readdirSync('/proc')
  } catch {
    return undefined
  }
  for (const entry of entries) {
    if (!/^\d+$/.test(entry)) continue
    const bytes = privateBytesIn(group, entry)
    if (bytes === undefined) continue
    processes++
    privateBytes += bytes
  }
  return { processes, privateBytes }
}

/** Undefined for a process of another group, one that has ended, and one that ends while it is looked at. */
function privateBytesIn(group: number, pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, , itsGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (Number(itsGroup) !== group || state === 'Z' || state === 'X') return undefined
    const [, resident = '0', shared = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')
    return (Number(resident) - Number(shared)) * pageBytes
  } catch {
    return undefined
  }
}
