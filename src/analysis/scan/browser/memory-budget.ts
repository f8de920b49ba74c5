import { totalmem } from 'node:os'
import type { BrowserLimits } from './limits.ts'

const megabyte = 1024 * 1024
/** An ordinary page needs less than half of it. */
const oneMegabytes = 500
const allMegabytesMax = 1_500
const runningMax = 2

/** Memory available to this process and its children: the limit of the control group, or of the machine. */
export function machineMegabytes(): number {
  const constrained = process.constrainedMemory()
  return Math.floor((constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()) / megabyte)
}

/** Half of the memory is for browsers, up to 1,500 MB; there is always one browser, and two where each has 500 MB. */
export function browserBudget(
  megabytes: number,
): Pick<BrowserLimits, 'runningMax' | 'memoryMegabytesMax' | 'privateMegabytesMax'> {
  const memoryMegabytesMax = Math.min(allMegabytesMax, Math.floor(megabytes / 2))
  return {
    runningMax: Math.max(1, Math.min(runningMax, Math.floor(memoryMegabytesMax / oneMegabytes))),
    memoryMegabytesMax,
    privateMegabytesMax: Math.min(1_000, memoryMegabytesMax),
  }
}
