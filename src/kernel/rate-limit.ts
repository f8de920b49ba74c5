import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from './db.ts'
import { messageOf } from './errors.ts'
import type { Log } from './log.ts'
import { RequestRefused } from './problem.ts'
import { countersTable, queryClient } from './rate-limit-store.ts'

/** A quota of requests a minute for each caller. */
export interface RateLimit {
  /** Counts one request of `caller`. @throws RequestRefused 429 with the standard headers when the quota is used up */
  take(caller: string): Promise<void>
}

const windowSeconds = 60

/** Counted in the database, so that all processes on it share one quota; in memory while it is slow or gone. */
export function createRateLimit(options: {
  name: string
  perMinute: number
  database: Pick<Database, 'rows'>
  log: Log
}): RateLimit {
  const { name, perMinute, database, log } = options
  const quota = { keyPrefix: name, points: perMinute, duration: windowSeconds }
  const limiter = new RateLimiterPostgres({
    ...quota,
    storeClient: queryClient(database, (error) =>
      log.warn('requests are counted in memory as the database does not answer', {
        quota: name,
        error: messageOf(error),
      }),
    ),
    ...countersTable,
    // Whoever has used up the quota costs no more queries until the window ends.
    inMemoryBlockOnConsumed: perMinute + 1,
    insuranceLimiter: new RateLimiterMemory(quota),
  })
  return {
    async take(caller) {
      try {
        await limiter.consume(caller)
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        throw quotaUsedUp(name, perMinute, refused.msBeforeNext)
      }
    },
  }
}

function quotaUsedUp(name: string, perMinute: number, msBeforeNext: number): RequestRefused {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
  return new RequestRefused(
    429,
    'rate_limited',
    `Cannot take more than ${perMinute} of these requests a minute: try again in ${seconds} s`,
    {
      retryAfterSeconds: seconds,
      headers: {
        'ratelimit-policy': `"${name}";q=${perMinute};w=${windowSeconds}`,
        ratelimit: `"${name}";r=0;t=${seconds}`,
      },
    },
  )
}
