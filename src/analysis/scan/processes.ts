import { readdirSync, readFileSync } from 'node:fs'

/** The ids of all processes; none on systems without /proc. */
export function processIds(): number[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
  } catch {
    return []
  }
}

/** A file of a process; '' for one that has exited, also while it is read, and on systems without /proc. */
export function processFile(id: number, name: 'cmdline' | 'stat' | 'statm'): string {
  try {
    return readFileSync(`/proc/${id}/${name}`, 'latin1')
  } catch {
    return ''
  }
}

/** The fields of a process from its state on; its name before them may contain any character. */
export function statusFields(id: number): string[] {
  const status = processFile(id, 'stat')
  return status === '' ? [] : status.slice(status.lastIndexOf(')') + 2).split(' ')
}
