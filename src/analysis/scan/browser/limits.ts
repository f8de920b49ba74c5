import type { RequestRulesLimits } from './request-rules.ts'

export interface BrowserLimits extends RequestRulesLimits {
  /** Browsers that run at the same time; further renderings wait. */
  runningMax: number
  /** Bytes that one rendering may receive. */
  wireBytesMax: number
  /** UTF-8 bytes of the serialised document; what is longer is cut there. */
  htmlBytesMax: number
  /** One message of the browser. */
  messageBytesMax: number
  /** Memory of the whole group of processes that no other process shares. */
  privateMegabytesMax: number
  /** The same of all browsers that run. Above it, the one that uses the most is ended. */
  memoryMegabytesMax: number
  processesMax: number
  /** Data segment of one process. */
  dataMegabytesMax: number
  /** JavaScript heap of one page. */
  heapMegabytesMax: number
  launchMsMax: number
  connectMsMax: number
  /** A page counts as finished after this long without a request under way. */
  quietMs: number
  /** How long a loaded page is waited for to become quiet. */
  settleMsMax: number
}

export const defaultBrowserLimits: BrowserLimits = {
  runningMax: 2,
  requestsMax: 80,
  siblingOriginsMax: 4,
  foreignOriginsMax: 6,
  foreignRequestsMax: 30,
  wireBytesMax: 12 * 1024 * 1024,
  htmlBytesMax: 2 * 1024 * 1024,
  messageBytesMax: 16 * 1024 * 1024,
  privateMegabytesMax: 1_000,
  memoryMegabytesMax: 1_500,
  processesMax: 24,
  dataMegabytesMax: 1_500,
  heapMegabytesMax: 384,
  launchMsMax: 10_000,
  connectMsMax: 5_000,
  quietMs: 500,
  settleMsMax: 5_000,
}
