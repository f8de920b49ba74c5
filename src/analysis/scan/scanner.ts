import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import { ScannerBusy } from '../errors.ts'
import type { ScanResult } from '../model.ts'

export interface Scanner {
  /**
   * Reads a website. `signal` is the caller's: when nobody waits for a scan any more, it is stopped. `fresh` asks for
   * a new reading even when there is a recent one.
   * @throws InvalidUrl, UrlNotAllowed, ScanFailed, ScannerBusy
   */
  scan(url: string, options: { signal: AbortSignal; fresh: boolean }): Promise<ScanResult>
}

export interface ScannerDeps {
  /** Judges and normalises what was asked for, without touching the network. @throws InvalidUrl, UrlNotAllowed */
  parse: (text: string) => URL
  /** Reads the site once. */
  read: (url: URL, options: { signal: AbortSignal; fresh: boolean }) => Promise<ScanResult>
  /** Milliseconds that only go forward. */
  clock: () => number
  limits?: Partial<ScannerLimits>
}

export interface ScannerLimits {
  /** Scans that read at the same time. */
  runningMax: number
  /** Scans that wait for their turn. */
  waitingMax: number
  keptMs: number
  /** Characters of JSON that are kept. */
  keptLengthMax: number
}

export const scannerLimits: ScannerLimits = {
  runningMax: 8,
  waitingMax: 120,
  keptMs: 10 * 60_000,
  keptLengthMax: 16_000_000,
}

/** One reading of a site that any number of callers wait for. */
interface Flight {
  result: Promise<ScanResult>
  waiting: number
  abort: AbortController
}

/**
 * Joins callers who ask for the same site at the same time, answers from memory for ten minutes, and lets a bounded
 * number of scans run.
 */
export function createScanner({ parse, read, clock, limits }: ScannerDeps): Scanner {
  const { runningMax, waitingMax, keptMs, keptLengthMax } = { ...scannerLimits, ...limits }
  const flights = new Map<string, Flight>()
  const turns = new PQueue({ concurrency: runningMax })
  const kept = new LRUCache<string, { result: ScanResult }>({
    maxSize: keptLengthMax,
    sizeCalculation: ({ result }) => JSON.stringify(result).length,
    ttl: keptMs,
    ttlResolution: 0,
    perf: { now: clock },
  })
  /** Addresses asked for to the final ones that results are kept by. */
  const finalUrls = new LRUCache<string, string>({
    max: 5_000,
    ttl: keptMs,
    ttlResolution: 0,
    perf: { now: clock },
  })

  const start = (url: URL, fresh: boolean): Flight => {
    const abort = new AbortController()
    const { signal } = abort
    const result = turns
      .add(() => read(url, { signal, fresh }), { signal })
      .then((finished) => {
        kept.set(finished.finalUrl, { result: finished })
        finalUrls.set(url.href, finished.finalUrl)
        return finished
      })
    return { result, waiting: 0, abort }
  }

  return {
    async scan(text, { signal, fresh }) {
      const url = parse(text)
      url.hash = ''
      if (!fresh) {
        const earlier = kept.get(finalUrls.get(url.href) ?? url.href)
        if (earlier !== undefined) return { ...earlier.result, url: text, cached: true }
      }
      signal.throwIfAborted()
      const key = `${fresh} ${url.href}`
      if (!flights.has(key) && turns.size >= waitingMax) throw new ScannerBusy()
      const flight = flights.get(key) ?? start(url, fresh)
      if (!flights.has(key)) {
        flights.set(key, flight)
        const forget = () => {
          if (flights.get(key) === flight) flights.delete(key)
        }
        flight.result.then(forget, forget)
      }
      const result = await wait(flight, signal, () => flights.delete(key))
      return { ...result, url: text }
    },
  }
}

/** Waits for a flight until it lands or the caller leaves; the last one to leave stops it. */
function wait(flight: Flight, signal: AbortSignal, onStopped: () => void): Promise<ScanResult> {
  flight.waiting += 1
  return new Promise((resolve, reject) => {
    const leave = () => {
      flight.waiting -= 1
      reject(signal.reason)
      if (flight.waiting > 0) return
      onStopped()
      flight.abort.abort(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    flight.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
