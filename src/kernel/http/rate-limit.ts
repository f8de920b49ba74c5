import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../database/database.ts'
import { countersTable, queryClient } from '../database/rate-limit-store.ts'
import type { AppError } from '../runtime/app-error.ts'
import { widerCallerOf, widerQuotaFactor } from '../runtime/caller-networks.ts'
import { kernelError, messageOf } from '../runtime/errors.ts'
import type { Log } from '../runtime/log.ts'

/** A quota of requests a minute for each caller. */
export interface RateLimit {
  /** Counts one request of `caller`. @throws rate_limited with the standard headers when the quota is used up */
  take(caller: string): Promise<void>
}

const windowSeconds = 60

export interface RateLimitOptions {
  name: string
  perMinute: number
  database: Pick<Database, 'query'>
  log: Log
  /** How long the database may take for an answer; half a second by default. */
  databaseMsMax?: number
}

/**
 * A caller that is far from its quota does not wait for the database: a sixteenth of what is left is credited for a tenth
 * of a second. Processes that share a quota may exceed it by no more than that.
 */
const creditShare = 1 / 16
const creditMs = 100
const creditsMax = 10_000

/** Counted in the database, so that all processes on it share one quota; in memory while it is slow or gone. */
export function createRateLimit(options: RateLimitOptions): RateLimit {
  const narrow = createCounter(options)
  const wider = createCounter({
    ...options,
    name: `${options.name}-48`,
    perMinute: options.perMinute * widerQuotaFactor,
  })
  return {
    async take(caller) {
      await narrow.take(caller)
      const network = widerCallerOf(caller)
      if (network !== undefined) await wider.take(network)
    },
  }
}

function createCounter(options: RateLimitOptions): RateLimit {
  const { name, perMinute, database, log, databaseMsMax } = options
  const quota = { keyPrefix: name, points: perMinute, duration: windowSeconds }
  const limiter = new RateLimiterPostgres({
    ...quota,
    storeClient: queryClient(
      database,
      (error) =>
        log.warn('requests are counted in memory as the database does not answer', {
          quota: name,
          error: messageOf(error),
        }),
      { databaseMsMax },
    ),
    ...countersTable,
    // Callers that have used up the quota cost no more queries until the window ends.
    inMemoryBlockOnConsumed: perMinute + 1,
    insuranceLimiter: new RateLimiterMemory(quota),
  })
  /** Requests of a caller that came together, or while earlier ones of it are being counted: one query counts them. */
  const waiting = new Map<string, Waiter[]>()
  const credits = new LRUCache<string, Credit>({ max: creditsMax })

  const count = async (caller: string, batch: readonly Waiter[]): Promise<void> => {
    const uncounted = credits.get(caller)?.uncounted ?? 0
    credits.delete(caller)
    try {
      const { room, msBeforeNext } = await countedTogether(
        limiter,
        caller,
        uncounted + batch.length,
        perMinute,
      )
      const passed = room - uncounted
      for (const [index, { resolve, reject }] of batch.entries()) {
        if (index < passed) resolve()
        else reject(quotaUsedUp(name, perMinute, msBeforeNext))
      }
      const credit = Math.floor((passed - batch.length) * creditShare)
      if (credit > 0) credits.set(caller, { left: credit, uncounted: 0 }, { ttl: Math.max(1, msBeforeNext) })
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
  const admitOnCredit = (caller: string, batch: readonly Waiter[]): boolean => {
    const credit = credits.get(caller)
    if (credit === undefined || batch.length > credit.left) return false
    if (credit.uncounted === 0) setTimeout(endCredit, creditMs, caller, credit).unref()
    credit.left -= batch.length
    credit.uncounted += batch.length
    for (const { resolve } of batch) resolve()
    return true
  }
  const endCredit = (caller: string, credit: Credit): void => {
    if (credits.get(caller) !== credit) return
    credit.left = 0
    queueOf(caller)
  }
  const countWaiting = async (caller: string): Promise<void> => {
    const batch = waiting.get(caller)?.splice(0) ?? []
    if (batch.length === 0 || !admitOnCredit(caller, batch)) await count(caller, batch)
    if (waiting.get(caller)?.length === 0) waiting.delete(caller)
    else setImmediate(countWaiting, caller)
  }
  /** The requests of `caller` that wait to be counted, which begins soon. */
  const queueOf = (caller: string): Waiter[] => {
    let queue = waiting.get(caller)
    if (queue === undefined) {
      queue = []
      waiting.set(caller, queue)
      // Not at once: what came in with this request is still to be read.
      setImmediate(countWaiting, caller)
    }
    return queue
  }
  return {
    take(caller) {
      const waiter = Promise.withResolvers<void>()
      queueOf(caller).push(waiter)
      return waiter.promise
    },
  }
}

type Waiter = PromiseWithResolvers<void>

/** Requests of a caller that pass before the database counts them, `creditMs` later at most. */
interface Credit {
  left: number
  uncounted: number
}

/** Counts several requests in one query, and returns how many of them the quota had room for; negative beyond it. */
async function countedTogether(
  limiter: RateLimiterPostgres,
  caller: string,
  requests: number,
  quota: number,
): Promise<{ room: number; msBeforeNext: number }> {
  const counted = await limiter.consume(caller, requests).catch((refused: unknown) => {
    if (refused instanceof RateLimiterRes) return refused
    throw refused
  })
  const { consumedPoints, msBeforeNext } = counted
  // Callers known to have used up the quota are refused uncounted.
  const room = consumedPoints === 0 ? 0 : quota - (consumedPoints - requests)
  return { room, msBeforeNext }
}

export function quotaUsedUp(name: string, perMinute: number, msBeforeNext: number): AppError {
  return kernelError(
    'rate_limited',
    { name, perMinute, windowSeconds },
    Math.max(1, Math.ceil(msBeforeNext / 1000)),
  )
}
