import { LRUCache } from 'lru-cache'
import { countedAs } from '../../kernel/runtime/caller-networks.ts'
import { createFairTurns } from '../../kernel/runtime/fair-turns.ts'
import { analysisError } from '../errors.ts'
import { isUnanswered, type ScanProgress, type ScanResult } from './schema.ts'

export interface Scanner {
  /** Judges the address without network access. @throws invalid_url, url_not_allowed */
  check(url: string): void
  /**
   * Scans a website. A scan is aborted when the `signal` of every caller is aborted. `fresh` ignores recent results.
   * Each `caller` has a limit of concurrent scans.
   * @throws invalid_url, url_not_allowed, scan_failed, busy, rate_limited, stopping
   */
  scan(url: string, options: ScanOptions): Promise<ScanResult>
  /** Aborts every scan, and refuses new ones. */
  stop(): void
}

export interface ScanOptions {
  signal: AbortSignal
  fresh: boolean
  caller: string
  /** Called while the scan runs; callers of one scan share it, and a cached result has none. */
  onProgress?: ((progress: ScanProgress) => void) | undefined
}

export interface ScanOutcome {
  result: ScanResult
  /**
   * Whether the result may be cached for its final URL. Not after a redirect from another site, which could have used
   * up time and bytes on purpose.
   */
  cacheableByFinalUrl: boolean
}

export interface ScannerDeps {
  /** Validates and normalises the requested URL without network access. @throws invalid_url, url_not_allowed */
  parse: (text: string) => URL
  /** Scans the site once. */
  read: (url: URL, options: ScanOptions) => Promise<ScanOutcome>
  /** Monotonic milliseconds. */
  clock: () => number
  limits?: Partial<ScannerLimits>
}

export const scannerLimits = {
  /** Scans that run at the same time. */
  runningMax: 16,
  /** Scans in the queue. */
  waitingMax: 100,
  /** For the time in the queue. */
  waitMs: 6_000,
  /** Scans of one caller, queued or running; an IPv6 network of 48 bits may have twice as many. */
  perCallerMax: 4,
  keptMs: 10 * 60_000,
  /** Characters of cached JSON. */
  cachedLengthMax: 16_000_000,
}
export type ScannerLimits = typeof scannerLimits

const widerScansFactor = 2

/** One scan of a site, shared by any number of callers. */
interface SharedScan {
  result: Promise<ScanResult>
  waiting: number
  abort: AbortController
  /** Progress so far, for callers who join later, and listeners to what follows. */
  progress: ScanProgress[]
  listeners: Set<(progress: ScanProgress) => void>
}

/** Shares scans of the same site, caches whole results for ten minutes, and bounds the number of running scans. */
export function createScanner(deps: ScannerDeps): Scanner {
  const { clock, limits } = deps
  const { runningMax, waitingMax, waitMs, perCallerMax, keptMs, cachedLengthMax } = {
    ...scannerLimits,
    ...limits,
  }
  const running = new Map<string, SharedScan>()
  const turns = createFairTurns({ runningMax })
  const cache = new LRUCache<string, { result: ScanResult }>({
    maxSize: cachedLengthMax,
    sizeCalculation: ({ result }) => JSON.stringify(result).length,
    ttl: keptMs,
    ttlResolution: 0,
    perf: { now: clock },
  })
  const scansOf = new Map<string, number>()
  let stopped = false

  const start = (url: URL, options: Omit<ScanOptions, 'signal' | 'onProgress'>): SharedScan => {
    const abort = new AbortController()
    const { signal } = abort
    const progress: ScanProgress[] = []
    const listeners = new Set<(progress: ScanProgress) => void>()
    const onProgress = (step: ScanProgress) => {
      progress.push(step)
      for (const listener of listeners) listener(step)
    }
    const queueTimer = setTimeout(() => abort.abort(analysisError('busy')), waitMs)
    const read = () => {
      clearTimeout(queueTimer)
      return deps.read(url, { ...options, signal, onProgress })
    }
    const result = turns
      .run({ caller: options.caller }, signal, read)
      .finally(() => clearTimeout(queueTimer))
      .then(({ result, cacheableByFinalUrl }) => {
        // The next caller may get the pages that did not answer this one.
        if (result.pages.some(isUnanswered)) return result
        cache.set(url.href, { result })
        if (cacheableByFinalUrl) cache.set(result.finalUrl, { result })
        return result
      })
    return { result, waiting: 0, abort, progress, listeners }
  }

  return {
    check: (text) => void deps.parse(text),
    async scan(text, { signal, fresh, caller, onProgress }) {
      const url = deps.parse(text)
      url.hash = ''
      if (!fresh) {
        const earlier = cache.get(url.href)
        if (earlier !== undefined) return { ...earlier.result, url: text, cached: true }
      }
      signal.throwIfAborted()
      if (stopped) throw analysisError('stopping')
      const key = `${fresh} ${url.href}`
      const known = running.get(key)
      const joined = async (shared: SharedScan) => {
        const stopListening = listen(shared, onProgress)
        const result = await join(shared, signal, () => running.delete(key)).finally(stopListening)
        return { ...result, url: text }
      }
      if (known !== undefined) return await joined(known)

      const counted = countedAs(caller, perCallerMax, widerScansFactor)
      for (const [name, most] of counted)
        if ((scansOf.get(name) ?? 0) >= most)
          throw analysisError('rate_limited', most, name === caller ? 'of yours' : 'of your IPv6 network')
      if (turns.waiting >= waitingMax) throw analysisError('busy')
      for (const [name] of counted) scansOf.set(name, (scansOf.get(name) ?? 0) + 1)
      const shared = start(url, { fresh, caller })
      running.set(key, shared)
      const forget = () => {
        if (running.get(key) === shared) running.delete(key)
        for (const [name] of counted) {
          const left = (scansOf.get(name) ?? 1) - 1
          if (left === 0) scansOf.delete(name)
          else scansOf.set(name, left)
        }
      }
      shared.result.then(forget, forget)
      return await joined(shared)
    },
    stop() {
      stopped = true
      for (const { abort } of running.values()) abort.abort(analysisError('stopping'))
    },
  }
}

/** Passes on what has happened so far, and what happens until the returned function is called. */
function listen({ progress, listeners }: SharedScan, onProgress: ScanOptions['onProgress']): () => void {
  if (onProgress === undefined) return () => {}
  progress.forEach(onProgress)
  listeners.add(onProgress)
  return () => listeners.delete(onProgress)
}

/** Resolves with the shared scan; aborts it when the last caller disconnects. */
function join(shared: SharedScan, signal: AbortSignal, onStopped: () => void): Promise<ScanResult> {
  shared.waiting += 1
  return new Promise((resolve, reject) => {
    const leave = () => {
      shared.waiting -= 1
      reject(signal.reason)
      if (shared.waiting > 0) return
      onStopped()
      shared.abort.abort(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    shared.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
