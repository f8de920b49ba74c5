import { statusFields } from '../processes.ts'

/** The kernel counts in hundredths of a second on every platform that Linux runs on. */
const tickMs = 10

/** Processor time of a process, all threads together; undefined where the system does not report it. */
export function processorMs(processId: number): number | undefined {
  const fields = process.platform === 'linux' ? statusFields(processId) : []
  return fields.length === 0 ? undefined : (Number(fields[11]) + Number(fields[12])) * tickMs
}
