import { readFileSync } from 'node:fs'

/** The kernel counts in hundredths of a second on every platform that Linux runs on. */
const tickMs = 10

/** Processor time of a process, all threads together; undefined where the system does not report it. */
export function processorMs(processId: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'latin1')
    // The name before may contain any character, parentheses included.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * tickMs
  } catch {
    return undefined
  }
}
