import { totalmem } from 'node:os'
import { requestRulesLimits } from './request-rules.ts'

export const defaultBrowserLimits = {
  ...requestRulesLimits,
  /** Browsers that run at the same time; further renderings queue. */
  runningMax: 2,
  /** Bytes that one rendering may receive. */
  wireBytesMax: 12 * 1024 * 1024,
  /** UTF-8 bytes of the serialised document; the rest is cut off. */
  htmlBytesMax: 2 * 1024 * 1024,
  /** Bytes of one DevTools message. */
  messageBytesMax: 16 * 1024 * 1024,
  /** Private memory of one browser's process group. */
  privateMegabytesMax: 1_000,
  /** Private memory of all running browsers. Above it the largest one is killed. */
  memoryMegabytesMax: 1_500,
  processesMax: 24,
  /** Data segment of one process. */
  dataMegabytesMax: 1_500,
  /** JavaScript heap of one page. */
  heapMegabytesMax: 384,
  launchMsMax: 10_000,
  connectMsMax: 5_000,
  /** A page is idle after this long without a pending request. */
  quietMs: 500,
  /** Upper bound on the wait for a loaded page to become idle. */
  settleMsMax: 5_000,
}
export type BrowserLimits = typeof defaultBrowserLimits

const megabyte = 1024 * 1024
/** An ordinary page needs less than half of it. */
const oneMegabytes = 500
const allMegabytesMax = 1_500
const runningMaxOfMachine = 2

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
    runningMax: Math.max(1, Math.min(runningMaxOfMachine, Math.floor(memoryMegabytesMax / oneMegabytes))),
    memoryMegabytesMax,
    privateMegabytesMax: Math.min(1_000, memoryMegabytesMax),
  }
}
